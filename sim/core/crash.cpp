#include "sim/core/crash.hpp"

#include "sim/core/thread_memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <exception>
#include <fcntl.h>
#include <initializer_list>
#include <memory>
#include <pthread.h>
#include <string>
#include <sys/syscall.h>
#include <typeinfo>
#include <unistd.h>
#include <utility>

namespace daruma {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool are_faults_ours = false;
#else
constexpr bool are_faults_ours = true;
#endif

constexpr unsigned patience = 60; // seconds for saving what can be saved

/// Where a crash goes on.
struct Landing {
  sigjmp_buf frame;
  pthread_t thread;
  pid_t number; ///< the thread's, as Linux counts
  ThreadMemory memory;
};

int exit_status = 3;
int terminal = STDERR_FILENO;
std::atomic<bool> is_crashing{false};
std::atomic<bool> is_left{false};
std::atomic<bool> is_to_land{false};
Landing* landing = nullptr;
std::array<char, 1024> sentence{};
std::string_view (*who_was_last)() = nullptr;
thread_local std::string_view foreign{}; ///< code that runs; empty: the program's own

/// What glibc keeps for those who read cores.
struct AbortMessage {
  unsigned size;
  char text[1]; // NOLINT(modernize-avoid-c-arrays): of any length
};

const AbortMessage** abort_message() {
  static auto** const place = static_cast<const AbortMessage**>(::dlsym(RTLD_DEFAULT, "__abort_msg"));
  return place;
}

/// By Linux itself: a function of that name may be the program's own (sim/hosting/library_files.cpp).
void tell(std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts)
    if (::syscall(SYS_write, terminal, part.data(), part.size()) < 0) return;
}

[[noreturn]] void end_now() {
  const std::string_view last = last_in_crashes();
  tell({"daruma: the simulator crashed: ", sentence.data(), last.empty() ? "" : "; last at work was ", last,
        landing ? "; what it had recorded is lost\n" : "\n"});
  ::_exit(exit_status);
}

/// As much of it as there is room for. Works where nothing does that depends on the thread.
template <std::size_t size> void write(std::initializer_list<std::string_view> parts, std::array<char, size>& text) {
  std::size_t length = 0;
  for (const std::string_view part : parts) length += part.copy(text.data() + length, text.size() - 1 - length);
  text[length] = '\0';
}

/// What the thread itself has for its number may be destroyed.
pid_t number_of_this_thread() { return static_cast<pid_t>(::syscall(SYS_gettid)); }

bool lands_in_this_thread() { return landing && landing->number == number_of_this_thread(); }

[[noreturn]] void land() { siglongjmp(landing->frame, 1); }

void on_fault(int signal) {
  const std::string_view said = signal == SIGABRT ? take_reason_of_abort() : std::string_view();
  crash(said.empty() ? text_of_signal(signal) : said);
}
void on_timeout(int) { end_now(); }

/// Signals that come when a stack has overflown need one of their own.
void use_own_stack() {
  static std::array<char, 1 << 16> memory;
  stack_t stack{};
  stack.ss_sp = memory.data();
  stack.ss_size = memory.size();
  ::sigaltstack(&stack, nullptr);
}

void handle_faults() {
  if (!are_faults_ours) return;
  abort_message(); // looked up now rather than in a handler
  use_own_stack();
  struct sigaction action {};
  action.sa_handler = on_fault;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_NODEFER);
  for (const int signal : fault_signals) ::sigaction(signal, &action, nullptr);
}

std::string current_exception_text() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (!type) return "std::terminate was called";
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, &status),
                                                    std::free);
  std::string text = std::string("an exception that nobody caught, ") + (name ? name.get() : type->name());
  try {
    throw;
  } catch (const std::exception& exception) { text += std::string(": ") + exception.what(); } catch (...) {
  }
  return text;
}

[[noreturn]] void on_terminate() { crash(current_exception_text()); }

/// The layout is fixed by the Itanium C++ ABI, section 2.2.2.
struct ExceptionsInFlight {
  void* caught;
  unsigned uncaught;
};

void forget_exceptions() { *reinterpret_cast<ExceptionsInFlight*>(abi::__cxa_get_globals()) = {nullptr, 0}; }

} // namespace

std::string_view take_reason_of_abort() {
  const AbortMessage** const place = abort_message();
  if (!place || !*place) return {};
  std::string_view text(std::exchange(*place, nullptr)->text);
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return text;
}

std::string_view text_of_signal(int signal) {
  static std::array<char, 64> text;
  const char* const name = ::sigabbrev_np(signal);
  const char* const meaning = ::sigdescr_np(signal);
  if (name && meaning)
    write({"SIG", name, " (", meaning, ")"}, text);
  else
    std::snprintf(text.data(), text.size(), "signal %d", signal);
  return text.data();
}

InForeignCode::InForeignCode(std::string_view name) : before_(std::exchange(foreign, name)) {}
InForeignCode::~InForeignCode() { foreign = before_; }

void name_in_crashes(std::string_view (*who)()) { who_was_last = who; }
std::string_view last_in_crashes() { return who_was_last ? who_was_last() : std::string_view(); }

std::string told_of_crash(std::string_view when, std::string_view what, std::string_view last) {
  std::string text("the simulator crashed ");
  text.append(when).append(": ").append(what);
  return last.empty() ? text : text.append("; last at work was ").append(last);
}

bool has_crashed() { return is_crashing; }

void leave_in_any_state() { is_left = true; }
bool is_anything_left() { return is_crashing || is_left; }

void crash(std::string_view why) {
  const bool lands_here = lands_in_this_thread();
  const std::string_view code = lands_here && !landing->memory.is_whole() ? "" : foreign;
  if (lands_here) landing->memory.restore();
  if (is_crashing.exchange(true)) {
    if (lands_here && is_to_land.exchange(false)) land();
    end_now();
  }
  write({why, code.empty() ? "" : " in ", code}, sentence);
  if (!landing) end_now();
  ::signal(SIGALRM, on_timeout);
  ::alarm(patience);
  if (lands_here) land();
  is_to_land = true;
  pthread_kill(landing->thread, SIGTRAP);
  for (;;) ::pause();
}

void end_on_crashes(int status) {
  exit_status = status;
  terminal = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO);
  if (!are_faults_ours) return;
  find_thread_memory();
  handle_faults();
  std::set_terminate(on_terminate);
}

std::optional<std::string> crash_of(const std::function<void()>& code) {
  if (!are_faults_ours) {
    code();
    return {};
  }
  std::array<struct sigaction, fault_signals.size()> before{};
  for (std::size_t i = 0; i < fault_signals.size(); ++i) ::sigaction(fault_signals[i], nullptr, &before[i]);
  const std::terminate_handler terminate_before = std::set_terminate(on_terminate);
  handle_faults();
  static Landing here;
  here.thread = pthread_self();
  here.number = number_of_this_thread();
  here.memory = ThreadMemory();
  landing = &here;
  if (sigsetjmp(here.frame, 1) != 0) {
    forget_exceptions();
    return sentence.data();
  }
  struct Restored {
    ~Restored() {
      landing = nullptr;
      std::set_terminate(terminate);
      for (std::size_t i = 0; i < fault_signals.size(); ++i) ::sigaction(fault_signals[i], &actions[i], nullptr);
    }
    const std::array<struct sigaction, fault_signals.size()>& actions;
    std::terminate_handler terminate;
  };
  const Restored restored{before, terminate_before};
  code();
  return {};
}

} // namespace daruma
