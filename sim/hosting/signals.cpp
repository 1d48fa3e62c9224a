// The signals of hosted programs: raised by themselves, by faults, or by each other.
#include "sim/hosting/signals.hpp"

#include "sim/core/crash.hpp"
#include "sim/hosting/frames.hpp"
#include "sim/hosting/hosted.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/hosting/user_program.hpp"
#include "sim/hosting/watch.hpp"
#include "sim/mpi/process/blocking.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <memory>
#include <ucontext.h>
#include <utility>
#include <vector>

namespace daruma::hosting {

namespace {

bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

bool is_fault(int signal) {
  return std::find(fault_signals.begin(), fault_signals.end(), signal) != fault_signals.end();
}

/// "SIGSEGV (Segmentation fault) at file.c:12".
std::string described(int signal, const void* where) {
  std::string text(text_of_signal(signal));
  const std::string line = where ? source_line(where) : "";
  return line.empty() ? text : text + " at " + line;
}

SignalAction action_of(const Hosted& hosted, int signal) {
  const auto found = hosted.actions.find(signal);
  return found == hosted.actions.end() ? SignalAction{} : found->second;
}

void call_handler(const SignalAction& action, siginfo_t signal, void* interrupted) {
  if (!(action.sa_flags & SA_SIGINFO)) return action.sa_handler(signal.si_signo);
  ucontext_t here;
  if (!interrupted) ::getcontext(&here);
  action.sa_sigaction(signal.si_signo, &signal, interrupted ? interrupted : &here);
}

/// Whether the C library has found the heap, which all processes share, in disorder. What it says of a pointer that is
/// none of its own harms nobody.
bool is_of_shared_heap(std::string_view reason) {
  const auto begins_with = [reason](const char* text) { return reason.rfind(text, 0) == 0; };
  const bool is_of_a_pointer = begins_with("free(): invalid pointer") || begins_with("free(): double free") ||
                               begins_with("munmap_chunk(): invalid pointer") ||
                               begins_with("realloc(): invalid pointer");
  return !is_of_a_pointer &&
         (begins_with("malloc") || begins_with("free()") || begins_with("realloc()") || begins_with("corrupted ") ||
          begins_with("munmap_chunk()") || begins_with("sysmalloc") || begins_with("double free or corruption (out)"));
}

/// Where the fault is, or the call of the library function that it is in.
const void* place_of_fault(const void* context) {
  return is_in_program(interrupted_at(context)) ? interrupted_at(context) : innermost_place();
}

/// A fault is being seen to. Another one meanwhile comes of what the process has destroyed.
bool is_at_fault = false;

void on_fault(int signal, siginfo_t* info, void* context) {
  if (signal == SIGTRAP && info->si_code == TRAP_TRACE) return Watch::on_step(context);
  give_up_frames();
  const std::string_view said = signal == SIGABRT ? take_reason_of_abort() : std::string_view();
  const std::string_view what = said.empty() ? text_of_signal(signal) : said;
  if (has_crashed() || std::exchange(is_at_fault, true)) crash(what);
  if (mpi::is_stack_destroyed()) {
    lose_processor();
    mpi::abandon();
  }
  if (!current()) crash(what);
  if (is_programs_own_thread()) crash_in_thread(text_of_signal(signal));
  if (is_of_shared_heap(said)) {
    note_place(innermost_place());
    crash(said);
  }
  if (!mpi::is_abandonable()) crash(what); // between its parts, in our own code
  const bool is_stack_full = signal == SIGSEGV && mpi::is_overflow(info->si_addr);
  deliver(*info, place_of_fault(context), is_stack_full ? ": its stack, the job's \"stack\", is full" : "", context);
  is_at_fault = false;
}

/// What std::terminate calls where no program runs.
std::terminate_handler before_session = nullptr;

/// What the language says of an exception that nobody catches, and its end. SimGrid has a handler of its own.
void on_terminate() {
  if (!current()) before_session();
  if (is_programs_own_thread()) crash_in_thread("an exception that nobody caught");
  int status = 0;
  if (const std::type_info* type = abi::__cxa_current_exception_type()) {
    const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, &status),
                                                      std::free);
    std::fprintf(stderr, "terminate called after throwing an instance of '%s'\n", name ? name.get() : type->name());
    try {
      throw;
    } catch (const std::exception& exception) {
      std::fprintf(stderr, "  what():  %s\n", exception.what());
    } catch (...) {}
  } else {
    std::fputs("terminate called without an active exception\n", stderr);
  }
  on_abort();
}

/// The process's stack may be what has overflown.
void use_handler_stack() {
  static std::vector<char> stack(SIGSTKSZ + 65536);
  stack_t own{};
  own.ss_sp = stack.data();
  own.ss_size = stack.size();
  ::sigaltstack(&own, nullptr);
}

} // namespace

void crash_in_thread(std::string_view what) {
  std::array<char, 256> text{};
  std::snprintf(text.data(), text.size(), "in a thread that a library of the system's started: %.*s",
                static_cast<int>(what.size()), what.data());
  crash(text.data());
}

const void* interrupted_at(const void* context) {
  const void* instruction = nullptr;
  std::memcpy(&instruction, &static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP], sizeof instruction);
  return instruction;
}

void on_abort() {
  const siginfo_t abortion = own_signal(SIGABRT, SI_TKILL);
  deliver(abortion, innermost_place());
  current()->actions.erase(SIGABRT); // a handler that returns does not save the program
  deliver(abortion, innermost_place());
}

bool is_handled(int signal) {
  const SignalAction action = action_of(*current(), signal);
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

void deliver(const siginfo_t& told, const void* where, std::string_view remark, void* interrupted) {
  Hosted& hosted = *current();
  const int signal = told.si_signo;
  const SignalAction action = action_of(hosted, signal);
  if (is_handled(signal)) {
    is_at_fault = false;
    if (action.sa_flags & static_cast<int>(SA_RESETHAND)) hosted.actions.erase(signal);
    call_handler(action, told, interrupted);
    return;
  }
  if (action.sa_handler == SIG_IGN && !is_fault(signal)) return;
  if (action.sa_handler == SIG_DFL && is_ignored_by_default(signal)) return;
  hosted.death = described(signal, where).append(remark);
  is_at_fault = false;
  mpi::abandon();
}

Signals::Signals() {
  ::sigaltstack(nullptr, &stack_before_);
  use_handler_stack();
  SignalAction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : fault_signals) ::sigaction(signal, &action, &before_[signal]);
  SignalAction ignored{}; // each process gets its own where it writes
  ignored.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignored, &before_[SIGPIPE]);
  before_session = std::set_terminate(on_terminate);
}

Signals::~Signals() {
  for (const auto& [signal, action] : before_) ::sigaction(signal, &action, nullptr);
  ::sigaltstack(&stack_before_, nullptr);
  std::set_terminate(before_session);
}

} // namespace daruma::hosting
