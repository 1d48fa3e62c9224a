// Signals among simulated processes: what raises them, what holds them back, and what waits for them.
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/mpi/process/runtime.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
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

int raise_here(int signal) {
  if (signal < 0 || signal >= NSIG) return fail(EINVAL);
  caller();
  Thread& thread = this_thread();
  if (signal == 0) return 0;
  if (sigismember(&thread.blocked, signal) == 1)
    sigaddset(&thread.pending, signal);
  else
    deliver(signal, innermost_place());
  return 0;
}

/// What is the whole process's death happens at once, what has a handler when that thread goes on.
void send(Thread& thread, int signal) {
  if (sigismember(&thread.blocked, signal) != 1 && !is_handled(signal)) return deliver(signal, innermost_place());
  sigaddset(&thread.pending, signal);
  interrupt(thread);
}

/// A signal for the process is for a thread that waits for it, or lets it come, the calling one before others.
int raise_for_process(int signal) {
  if (signal < 0 || signal >= NSIG) return fail(EINVAL);
  Hosted& hosted = caller();
  if (sigismember(&this_thread().blocked, signal) != 1) return raise_here(signal);
  const auto takes = [signal](const Thread& one) {
    return !one.has_ended && (one.awaited_signals ? sigismember(one.awaited_signals, signal) == 1
                                                  : sigismember(&one.blocked, signal) != 1);
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

/// Those of its signals that it does not hold back come now; whether there were any.
bool deliver_pending(Thread& thread) {
  bool has_any = false;
  for (int signal = 1; signal < NSIG; ++signal) {
    if (sigismember(&thread.pending, signal) != 1 || sigismember(&thread.blocked, signal) == 1) continue;
    sigdelset(&thread.pending, signal);
    deliver(signal, innermost_place());
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

/// The first of these that was raised while it was held back; 0 if none was.
int take_pending(const sigset_t* wanted) {
  caller();
  Thread& thread = this_thread();
  for (int signal = 1; signal < NSIG; ++signal) {
    if (sigismember(wanted, signal) != 1 || sigismember(&thread.pending, signal) != 1) continue;
    sigdelset(&thread.pending, signal);
    return signal;
  }
  return 0;
}

/// The same, once one has been raised, or the time is over, or another signal has been handled.
int await_pending(const sigset_t* wanted, const char* function, Seconds end = never) {
  int signal = take_pending(wanted);
  Thread& thread = this_thread();
  thread.awaited_signals = wanted;
  for (Woken how = Woken::called; signal == 0 && how != Woken::late; signal = take_pending(wanted))
    how = wait_at(&thread.waits_at, function, end);
  thread.awaited_signals = nullptr;
  return signal;
}

} // namespace

bool take_signals(Thread& thread) {
  if (!std::exchange(thread.is_sent, false)) return false;
  return deliver_pending(thread);
}

ssize_t after_write(ssize_t written) {
  if (written >= 0 || errno != EPIPE || !simulated_caller()) return written;
  raise_here(SIGPIPE);
  errno = EPIPE;
  return written;
}

} // namespace daruma::hosting

extern "C" {

int simulated_raise(int signal) {
  caller();
  return raise_here(signal);
}

int simulated_kill(pid_t process, int signal) {
  const int number = process - first_pid;
  if (number == caller().port.process_id()) return raise_for_process(signal);
  return signal_other(number, signal);
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

int simulated_sigqueue(pid_t process, int signal, sigval) { return simulated_kill(process, signal); }

int simulated_pthread_kill(pthread_t thread, int signal) {
  caller();
  Thread* const target = find_thread(static_cast<int>(thread));
  if (!target || target->has_ended) return ESRCH;
  if (signal < 0 || signal >= NSIG) return EINVAL;
  if (signal == 0) return 0;
  if (target == &this_thread())
    raise_here(signal);
  else
    send(*target, signal);
  return 0;
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
  *pending = this_thread().pending;
  return 0;
}

int simulated_pause() {
  wait_for_a_signal();
  return fail(EINTR);
}

int simulated_sigsuspend(const sigset_t* meanwhile) {
  caller();
  Thread& thread = this_thread();
  const sigset_t before = thread.blocked;
  const sigset_t pending = thread.pending;
  change_blocked(SIG_SETMASK, meanwhile, nullptr);
  if (std::memcmp(&pending, &thread.pending, sizeof pending) == 0) wait_for_a_signal();
  thread.blocked = before;
  return fail(EINTR);
}

int simulated_sigwait(const sigset_t* wanted, int* signal) {
  *signal = await_pending(wanted, "sigwait");
  return 0;
}

int simulated_sigwaitinfo(const sigset_t* wanted, siginfo_t* info) {
  const int signal = await_pending(wanted, "sigwaitinfo");
  if (info) *info = {}, info->si_signo = signal;
  return signal;
}

int simulated_sigtimedwait(const sigset_t* wanted, siginfo_t* info, const timespec* timeout) {
  if (!timeout) return simulated_sigwaitinfo(wanted, info);
  if (!is_valid(timeout)) return fail(EINVAL);
  const int signal = await_pending(wanted, "sigtimedwait", caller().port.now() + to_seconds(*timeout));
  if (signal == 0) return fail(EAGAIN);
  if (info) *info = {}, info->si_signo = signal;
  return signal;
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
