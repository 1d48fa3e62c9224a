#include "sim/hosting/debugger.hpp"

#include "sim/hosting/hosted.hpp"

#include <cerrno>
#include <fstream>
#include <sys/mman.h>
#include <system_error>
#include <utility>

/// Where the debugger learns which files it is to know, and where it stops.
extern "C" __attribute__((noinline)) void daruma_begins(const char* files, int stops_at_main) {
  asm volatile("" : : "r"(files), "r"(stops_at_main) : "memory");
}
extern "C" __attribute__((noinline)) void daruma_stops(const char* why) { asm volatile("" : : "r"(why) : "memory"); }

/// Calls daruma_stops(why) on the stack that ends at `top`. Whoever unwinds it finds the frame in the place of the
/// caller.
extern "C" void daruma_shows(const daruma::hosting::SavedFrame* frame, void* top, const char* why);

// What is said of registers: the caller's stack pointer is in the frame, 8 bytes from its beginning, the instruction
// that it goes on with at its beginning, and so on (DW_CFA_def_cfa_expression, DW_CFA_expression; DW_OP_breg3 is rbx).
asm(R"(
  .text
  .hidden daruma_shows
  .globl daruma_shows
  .type daruma_shows, @function
daruma_shows:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  .cfi_offset %rbx, -24
  movq %rdi, %rbx
  movq %rsi, %rsp
  movq %rdx, %rdi
  .cfi_remember_state
  .cfi_escape 0x0f, 3, 0x73, 8, 0x06
  .cfi_escape 0x10, 16, 2, 0x73, 0
  .cfi_escape 0x10, 3, 2, 0x73, 16
  .cfi_escape 0x10, 6, 2, 0x73, 24
  .cfi_escape 0x10, 12, 2, 0x73, 32
  .cfi_escape 0x10, 13, 2, 0x73, 40
  .cfi_escape 0x10, 14, 2, 0x73, 48
  .cfi_escape 0x10, 15, 2, 0x73, 56
  call daruma_stops
  .cfi_restore_state
  movq -8(%rbp), %rbx
  leave
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size daruma_shows, .-daruma_shows
)");

namespace daruma::hosting {

namespace {

constexpr std::size_t stack_size = std::size_t{64} << 10;

ShownProcess* shown = nullptr;

char* make_stack() {
  void* const place =
      ::mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (place == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "no stack for a debugger");
  return static_cast<char*>(place);
}

} // namespace

bool is_debugged() {
  std::ifstream status("/proc/self/status");
  for (std::string key; status >> key;)
    if (int tracer = 0; key == "TracerPid:" && status >> tracer) return tracer != 0;
  return false;
}

ShownProcess::ShownProcess(std::string job, int process)
    : job_(std::move(job)), process_(process), stack_(make_stack()) {
  shown = this;
}

ShownProcess::~ShownProcess() {
  shown = nullptr;
  ::munmap(stack_, stack_size);
}

void ShownProcess::begins(const std::string& files) {
  has_begun_ = true;
  daruma_begins(files.c_str(), std::exchange(stops_at_main_, false) ? 1 : 0);
}

void ShownProcess::stop(const std::string& why) {
  if (!has_begun_) return stop_at_main();
  const Hosted* const running = current();
  const bool is_running = running && is(running->options.job, running->process);
  const SavedFrame frame = is_running ? innermost_frame() : frame_;
  if (frame.next != 0) daruma_shows(&frame, stack_ + stack_size, why.c_str());
}

ShownProcess* shown_process() { return shown; }

std::string gdb_commands() {
  return R"(set auto-solib-add off
handle SIGPROF nostop noprint pass
break daruma_begins
commands
  silent
  eval "sharedlibrary %s", (char*)$rdi
  if $esi
    tbreak main
  end
  continue
end
break daruma_stops
commands
  silent
  printf "%s\n", (char*)$rdi
  frame 2
end
define out
  frame 1
  finish
end
document out
Goes on until the call returns that the process is in.
end
run
)";
}

} // namespace daruma::hosting
