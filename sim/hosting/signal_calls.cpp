// Signals among simulated processes: what raises them, what holds them back, and what waits for them.
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/mpi/process/runtime.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace daruma::hosting {

namespace {

int set_action(int signal, const SignalAction* wanted, SignalAction* before) {
  if (signal < 1 || signal >= NSIG || (wanted && (signal == SIGKILL || signal == SIGSTOP))) return fail(EINVAL);
  auto& actions = caller().actions;
  const auto found = actions.find(signal);
  if (before) *before = found == actions.end() ? SignalAction{} : found->second;
  if (wanted) actions[signal] = *wanted;
  return 0;
}

bool is_signal(int signal) { return signal >= 0 && signal < NSIG; }

/// A thread has it still to take: each one of real time, and of the others one of a kind.
void keep(Thread& thread, const siginfo_t& signal) {
  const bool is_there = std::any_of(thread.pending.begin(), thread.pending.end(),
                                    [&](const siginfo_t& one) { return one.si_signo == signal.si_signo; });
  if (!is_there || signal.si_signo >= SIGRTMIN) thread.pending.push_back(signal);
}

int raise_here(const siginfo_t& signal) {
  if (!is_signal(signal.si_signo)) return fail(EINVAL);
  caller();
  Thread& thread = this_thread();
  if (signal.si_signo == 0) return 0;
  if (sigismember(&thread.blocked, signal.si_signo) == 1)
    keep(thread, signal);
  else
    deliver(signal, innermost_place());
  return 0;
}

/// What is the whole process's death happens at once, what has a handler when that thread goes on.
void send(Thread& thread, const siginfo_t& signal) {
  if (sigismember(&thread.blocked, signal.si_signo) != 1 && !is_handled(signal.si_signo))
    return deliver(signal, innermost_place());
  keep(thread, signal);
  interrupt(thread);
}

int send_to_thread(pthread_t thread, const siginfo_t& signal) {
  caller();
  Thread* const target = find_thread(static_cast<int>(thread));
  if (!target || target->has_ended) return ESRCH;
  if (!is_signal(signal.si_signo)) return EINVAL;
  if (signal.si_signo == 0) return 0;
  if (target == &this_thread())
    raise_here(signal);
  else
    send(*target, signal);
  return 0;
}

/// A signal for the process is for a thread that waits for it, or lets it come, the calling one before others.
int raise_for_process(const siginfo_t& signal) {
  if (!is_signal(signal.si_signo)) return fail(EINVAL);
  Hosted& hosted = caller();
  if (sigismember(&this_thread().blocked, signal.si_signo) != 1) return raise_here(signal);
  const auto takes = [&signal](const Thread& one) {
    return !one.has_ended && (one.awaited_signals ? sigismember(one.awaited_signals, signal.si_signo) == 1
                                                  : sigismember(&one.blocked, signal.si_signo) != 1);
  };
  if (takes(hosted.main)) return send(hosted.main, signal), 0;
  const auto found =
      std::find_if(hosted.threads.begin(), hosted.threads.end(), [&](const auto& one) { return takes(*one); });
  if (found == hosted.threads.end()) return raise_here(signal);
  send(**found, signal);
  return 0;
}

/// Processes of one job know each other by pid. What a signal's handler in another process would do is not simulated.
int signal_other(int number, int signal) {
  if (number < 0 || !mpi::is_alive(number)) return fail(ESRCH);
  if (signal == 0) return 0;
  if (signal != SIGKILL && signal != SIGTERM && signal != SIGINT && signal != SIGQUIT && signal != SIGHUP)
    return fail(EPERM);
  mpi::kill(number, "SIG" + std::string(::sigabbrev_np(signal)) + " from process " +
                        std::to_string(caller().port.process_id()));
  return 0;
}

int send_to_process(pid_t process, const siginfo_t& signal) {
  if (process <= 0) return refuse("a signal to a group of processes");
  if (process == signal.si_pid) return raise_for_process(signal);
  return signal_other(process - first_pid, signal.si_signo);
}

/// The first of the lowest of these that it has still to take; nothing, if it has none.
std::optional<siginfo_t> take(Thread& thread, const std::function<bool(int signal)>& is_wanted) {
  auto& pending = thread.pending;
  auto first = pending.end();
  for (auto one = pending.begin(); one != pending.end(); ++one)
    if (is_wanted(one->si_signo) && (first == pending.end() || one->si_signo < first->si_signo)) first = one;
  if (first == pending.end()) return std::nullopt;
  const siginfo_t taken = *first;
  pending.erase(first);
  return taken;
}

/// Those of its signals that it does not hold back come now; whether there were any.
bool deliver_pending(Thread& thread) {
  const auto comes = [&thread](int signal) { return sigismember(&thread.blocked, signal) != 1; };
  bool has_any = false;
  while (const std::optional<siginfo_t> signal = take(thread, comes)) {
    deliver(*signal, innermost_place());
    has_any = true;
  }
  return has_any;
}

/// 0, or an error.
int change_blocked(int how, const sigset_t* wanted, sigset_t* before) {
  caller();
  Thread& thread = this_thread();
  if (before) *before = thread.blocked;
  if (!wanted) return 0;
  if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  if (how == SIG_SETMASK) thread.blocked = *wanted;
  for (int signal = 1; signal < NSIG && how != SIG_SETMASK; ++signal)
    if (sigismember(wanted, signal) == 1) (how == SIG_BLOCK ? sigaddset : sigdelset)(&thread.blocked, signal);
  sigdelset(&thread.blocked, SIGKILL);
  sigdelset(&thread.blocked, SIGSTOP);
  deliver_pending(thread);
  return 0;
}

/// One of these that was raised while it was held back, as soon as there is one; nothing, once the time is over.
std::optional<siginfo_t> await_pending(const sigset_t* wanted, const char* function, Seconds end = never) {
  caller();
  Thread& thread = this_thread();
  const auto is_wanted = [wanted](int signal) { return sigismember(wanted, signal) == 1; };
  std::optional<siginfo_t> signal = take(thread, is_wanted);
  thread.awaited_signals = wanted;
  for (Woken how = Woken::called; !signal && how != Woken::late; signal = take(thread, is_wanted))
    how = wait_at(&thread.waits_at, function, end);
  thread.awaited_signals = nullptr;
  return signal;
}

} // namespace

siginfo_t own_signal(int signal, int code, sigval value, const char* function) {
  siginfo_t told{};
  told.si_signo = signal;
  told.si_code = code;
  told.si_pid = first_pid + caller(function).port.process_id();
  told.si_uid = ::getuid();
  told.si_value = value;
  return told;
}

bool take_signals(Thread& thread) {
  if (!std::exchange(thread.is_sent, false)) return false;
  return deliver_pending(thread);
}

ssize_t after_write(ssize_t written) {
  if (written >= 0 || errno != EPIPE || !simulated_caller()) return written;
  raise_here(own_signal(SIGPIPE, SI_USER));
  errno = EPIPE;
  return written;
}

} // namespace daruma::hosting

extern "C" {

int simulated_raise(int signal) { return raise_here(own_signal(signal, SI_TKILL)); }

int simulated_kill(pid_t process, int signal) { return send_to_process(process, own_signal(signal, SI_USER)); }

int simulated_sigqueue(pid_t process, int signal, sigval value) {
  return send_to_process(process, own_signal(signal, SI_QUEUE, value));
}

sighandler_t simulated_signal(int signal, sighandler_t handler) {
  caller();
  SignalAction wanted{};
  SignalAction before{};
  wanted.sa_handler = handler;
  return set_action(signal, &wanted, &before) == 0 ? before.sa_handler : SIG_ERR;
}

int simulated_sigaction(int signal, const SignalAction* wanted, SignalAction* before) {
  caller();
  return set_action(signal, wanted, before);
}

int simulated_pthread_kill(pthread_t thread, int signal) {
  return send_to_thread(thread, own_signal(signal, SI_TKILL));
}

int simulated_pthread_sigqueue(pthread_t thread, int signal, sigval value) {
  return send_to_thread(thread, own_signal(signal, SI_QUEUE, value));
}

int simulated_sigprocmask(int how, const sigset_t* wanted, sigset_t* before) {
  const int error = change_blocked(how, wanted, before);
  return error == 0 ? 0 : fail(error);
}

int simulated_pthread_sigmask(int how, const sigset_t* wanted, sigset_t* before) {
  return is_programs_own_thread() ? 0 : change_blocked(how, wanted, before);
}

int simulated_sigpending(sigset_t* pending) {
  caller();
  sigemptyset(pending);
  for (const siginfo_t& one : this_thread().pending) sigaddset(pending, one.si_signo);
  return 0;
}

int simulated_pause() {
  wait_for_a_signal();
  return fail(EINTR);
}

int simulated_sigsuspend(const sigset_t* meanwhile) {
  caller();
  Thread& thread = this_thread();
  const sigset_t before = std::exchange(thread.blocked, *meanwhile);
  if (!deliver_pending(thread)) wait_for_a_signal();
  thread.blocked = before;
  return fail(EINTR);
}

int simulated_sigwait(const sigset_t* wanted, int* signal) {
  *signal = await_pending(wanted, "sigwait")->si_signo;
  return 0;
}

int simulated_sigwaitinfo(const sigset_t* wanted, siginfo_t* info) {
  const siginfo_t signal = *await_pending(wanted, "sigwaitinfo");
  if (info) *info = signal;
  return signal.si_signo;
}

int simulated_sigtimedwait(const sigset_t* wanted, siginfo_t* info, const timespec* timeout) {
  if (!timeout) return simulated_sigwaitinfo(wanted, info);
  if (!is_valid(timeout)) return fail(EINVAL);
  const auto signal = await_pending(wanted, "sigtimedwait", caller().port.now() + to_seconds(*timeout));
  if (!signal) return fail(EAGAIN);
  if (info) *info = *signal;
  return signal->si_signo;
}

unsigned refused_alarm(unsigned) {
  refuse("alarm");
  return 0;
}
useconds_t refused_ualarm(useconds_t, useconds_t) {
  refuse("ualarm");
  return 0;
}
int refused_setitimer(int, const itimerval*, itimerval*) { return refuse("setitimer"); }
int refused_timerfd_create(int, int) { return refuse("timerfd_create"); }
int refused_timer_create(clockid_t, void*, void*) { return refuse("timer_create"); }
}
