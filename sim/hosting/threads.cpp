#include "sim/hosting/threads.hpp"

#include "sim/hosting/hosted.hpp"
#include "sim/hosting/stand_ins.hpp"
#include "sim/mpi/process/blocking.hpp"
#include "sim/mpi/process/threads.hpp"

#include <algorithm>
#include <csetjmp>
#include <deque>
#include <unordered_map>
#include <unwind.h>
#include <utility>

namespace daruma::hosting {

namespace {

constexpr int first_thread_id = 1 << 22; // beyond all pids of Linux's
constexpr int ids_of_a_process = 1 << 12;
constexpr Seconds poll_cost{1e-6};
constexpr int polls_for_nothing = 32; // as many locks take a processor so long

int id_of(const Hosted& process, int number) {
  return number == 0 ? first_pid + process.process
                     : first_thread_id + process.process * ids_of_a_process + number % ids_of_a_process;
}

/// Who waits where.
std::unordered_map<const void*, std::deque<Thread*>>& waiting() {
  static std::unordered_map<const void*, std::deque<Thread*>> all;
  return all;
}

void leave_place(Thread& thread) {
  if (!thread.waits_at) return;
  const auto there = waiting().find(std::exchange(thread.waits_at, nullptr));
  there->second.erase(std::find(there->second.begin(), there->second.end(), &thread));
  if (there->second.empty()) waiting().erase(there);
}

/// The one that has waited longest of those that live; null if nobody does.
Thread* next_at(const void* place) {
  const auto there = waiting().find(place);
  if (there == waiting().end()) return nullptr;
  const auto lives = [](const Thread* one) { return one->fiber->process().alive; };
  const auto next = std::find_if(there->second.begin(), there->second.end(), lives);
  return next == there->second.end() ? nullptr : *next;
}

/// For who unwinds the stack this is its end.
void* call_main(const std::function<void*()>& main) {
#if defined(__x86_64__)
  asm volatile(".cfi_undefined rip");
#endif
  return main();
}

/// Ends what the thread has for itself, as the C library does: thread_local variables, then the values of keys.
void run_exit_handlers(Thread& thread) {
  call_all(thread.exit_handlers);
  constexpr int most_rounds = 4; // PTHREAD_DESTRUCTOR_ITERATIONS
  for (int round = 0; round < most_rounds; ++round)
    for (std::size_t key = 0; key < thread.values.size(); ++key) {
      void* const value = std::exchange(thread.values[key], nullptr);
      const auto& keys = thread.process->keys;
      if (value && key < keys.size() && keys[key].destructor) keys[key].destructor(value);
    }
}

void forget(Thread& thread) {
  auto& all = thread.process->threads;
  all.erase(std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.get() == &thread; }));
}

void come_to_end(Thread& thread) {
  thread.fiber->waiting = {};
  thread.has_ended = true;
  thread.values.clear();
  call_all(&thread);
  Hosted& process = *thread.process;
  if (!thread.is_main() && --process.threads_alive == 0) call_all(&process.threads_alive);
  if (!thread.is_main() && thread.is_detached) forget(thread);
}

/// The life of a thread but the process's first.
void run(const std::shared_ptr<Thread>& thread, const std::function<void*()>& main) {
  Hosted& process = *thread->process;
  thread->fiber = &mpi::fiber();
  const Resumed current(*thread);
  try {
    live(process, [&] { thread->result = call_main(main); });
    if (!process.status) live(process, [&] { run_exit_handlers(*thread); });
    if (process.status) {
      come_to_end(process);
      process.options.on_exit(*process.status);
    }
  } catch (const std::exception& problem) { process.options.on_breakage(problem.what()); }
  take_output(process);
  come_to_end(*thread);
}

} // namespace

Thread::Thread(Hosted& of, int which)
    : process(&of), number(which), id(id_of(of, which)), state(ProcessState::first()), on_end(of.options.on_end) {}

Thread::~Thread() { leave_place(*this); }

Thread* find_thread(int id) {
  Hosted& process = *current();
  if (process.main.id == id) return &process.main;
  const auto found =
      std::find_if(process.threads.begin(), process.threads.end(), [=](const auto& one) { return one->id == id; });
  return found == process.threads.end() ? nullptr : found->get();
}

Thread& start_thread(std::function<void*()> main, std::size_t least_stack, bool is_detached) {
  charge_computation();
  Hosted& process = *current();
  const Thread& caller = this_thread();
  const auto thread = process.threads.emplace_back(std::make_shared<Thread>(process, ++process.threads_started));
  thread->is_detached = is_detached;
  thread->blocked = caller.blocked;
  thread->state.locale = ::uselocale(nullptr);
  ++process.threads_alive;
  mpi::start_thread([thread, main = std::move(main)] { run(thread, main); }, least_stack);
  return *thread;
}

bool join(Thread& thread, void** result, Seconds end) {
  while (!thread.has_ended)
    if (wait_at(&thread, "pthread_join", end) == Woken::late) return thread.has_ended;
  if (result) *result = thread.result;
  if (!thread.is_main()) forget(thread);
  return true;
}

void detach(Thread& thread) {
  thread.is_detached = true;
  if (thread.has_ended && !thread.is_main()) forget(thread);
}

namespace {

/// Frames are given up from the innermost on, with what C++ has to do for it; those of C have handlers of their own.
_Unwind_Reason_Code before_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                 _Unwind_Context* context, void*) {
  Thread& thread = this_thread();
  const auto* const frame = reinterpret_cast<const char*>(_Unwind_GetCFA(context)); // NOLINT(performance-no-int-to-ptr)
  const bool is_end = (actions & _UA_END_OF_STACK) != 0;
  if (!thread.cleanups.empty() && (is_end || static_cast<const char*>(thread.cleanups.back()) < frame)) {
    void* const handler = thread.cleanups.back();
    thread.cleanups.pop_back();
    std::longjmp(static_cast<__jmp_buf_tag*>(handler), 1);
  }
  if (is_end) mpi::abandon();
  return _URC_NO_REASON;
}

} // namespace

void outlive_first_thread() {
  Hosted& process = *current();
  run_exit_handlers(process.main);
  come_to_end(process.main);
  while (process.threads_alive > 0) wait_at(&process.threads_alive, "pthread_exit");
  process.status = 0;
}

void go_on_ending() {
  _Unwind_ForcedUnwind(&this_thread().ending, before_frame, nullptr);
  mpi::abandon(); // code without tables for unwinding
}

void end_thread(void* result) {
  this_thread().result = result;
  go_on_ending();
}

Woken wait_at(const void* place, const char* function, Seconds end) {
  Thread& thread = this_thread();
  waiting()[place].push_back(&thread); // before what it computed takes its time, in which it may be called
  thread.waits_at = place;
  charge_computation();
  const Seconds until = std::max(end, thread.process->port.now() + poll_cost);
  const mpi::OutsideMpi outside;
  thread.fiber->waiting.call = function;
  thread.fiber->waiting.peer = mpi::Waiting::another_thread;
  bool is_over = false;
  while (thread.waits_at && !thread.is_sent && !is_over) is_over = thread.fiber->sleep_until(until);
  const bool is_called = !thread.waits_at;
  leave_place(thread);
  const bool is_interrupted = take_signals(thread);
  if (is_called) return Woken::called;
  return is_interrupted ? Woken::interrupted : is_over ? Woken::late : Woken::interrupted;
}

bool call_one(const void* place, const std::function<void(const Thread&)>& first) {
  Thread* const next = next_at(place);
  if (!next) return false;
  leave_place(*next);
  first(*next);
  const mpi::OutsideMpi outside;
  next->fiber->ring();
  return true;
}

void call_all(const void* place) {
  if (!next_at(place)) return;
  const mpi::OutsideMpi outside;
  mpi::in_kernel([place] {
    while (Thread* const next = next_at(place)) {
      leave_place(*next);
      next->fiber->ring();
    }
  });
}

void interrupt(Thread& thread) {
  thread.is_sent = true;
  const mpi::OutsideMpi outside;
  if (thread.waits_at) thread.fiber->ring();
}

void note_poll(Thread& thread) {
  if (thread.process->threads_alive == 0) return;
  if (++thread.polls % polls_for_nothing == 0) poll_in_vain("_pthread_mutex_lock");
}

void poll_in_vain(const char* function) {
  constexpr double accuracy = 32; // parts of the time waited so far by which it may take too long
  Thread& thread = this_thread();
  const Seconds now = caller(function).port.now();
  if (thread.polled_until != now) thread.polling_since = now;
  let_pass(std::max(poll_cost, (now - thread.polling_since) / accuracy), function);
  thread.polled_until = thread.process->port.now();
}

} // namespace daruma::hosting
