// Signals among simulated processes: what raises them, what holds them back, and what waits for them.
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/mpi/process/runtime.hpp"

#include <cerrno>
#include <cstring>
#include <string>

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
  Hosted& hosted = caller();
  if (signal == 0) return 0;
  if (sigismember(&hosted.blocked, signal) == 1)
    sigaddset(&hosted.pending, signal);
  else
    deliver(signal, innermost_place());
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

/// Those that were raised meanwhile come now.
void deliver_pending(Hosted& hosted) {
  for (int signal = 1; signal < NSIG; ++signal) {
    if (sigismember(&hosted.pending, signal) != 1 || sigismember(&hosted.blocked, signal) == 1) continue;
    sigdelset(&hosted.pending, signal);
    deliver(signal, innermost_place());
  }
}

/// 0, or an error.
int change_blocked(int how, const sigset_t* wanted, sigset_t* before) {
  Hosted& hosted = caller();
  if (before) *before = hosted.blocked;
  if (!wanted) return 0;
  if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  if (how == SIG_SETMASK) hosted.blocked = *wanted;
  for (int signal = 1; signal < NSIG && how != SIG_SETMASK; ++signal)
    if (sigismember(wanted, signal) == 1) (how == SIG_BLOCK ? sigaddset : sigdelset)(&hosted.blocked, signal);
  sigdelset(&hosted.blocked, SIGKILL);
  sigdelset(&hosted.blocked, SIGSTOP);
  deliver_pending(hosted);
  return 0;
}

/// The first of these that was raised while it was held back; 0 if none was.
int take_pending(const sigset_t* wanted) {
  Hosted& hosted = caller();
  for (int signal = 1; signal < NSIG; ++signal) {
    if (sigismember(wanted, signal) != 1 || sigismember(&hosted.pending, signal) != 1) continue;
    sigdelset(&hosted.pending, signal);
    return signal;
  }
  return 0;
}

} // namespace

} // namespace daruma::hosting

extern "C" {

int simulated_raise(int signal) {
  caller();
  return raise_here(signal);
}

int simulated_kill(pid_t process, int signal) {
  const int number = process - first_pid;
  if (number == caller().port.process_id()) return raise_here(signal);
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

/// Of other threads nothing is known.
int simulated_pthread_kill(pthread_t thread, int signal) {
  caller();
  if (pthread_equal(thread, pthread_self()) == 0) return refuse("pthread_kill"), ENOSYS;
  return raise_here(signal) == 0 ? 0 : errno;
}

int simulated_sigprocmask(int how, const sigset_t* wanted, sigset_t* before) {
  const int error = change_blocked(how, wanted, before);
  return error == 0 ? 0 : fail(error);
}

int simulated_pthread_sigmask(int how, const sigset_t* wanted, sigset_t* before) {
  return is_programs_own_thread() ? 0 : change_blocked(how, wanted, before);
}

int simulated_sigpending(sigset_t* pending) {
  *pending = caller().pending;
  return 0;
}

int simulated_pause() {
  caller();
  wait_for_a_signal();
}

int simulated_sigsuspend(const sigset_t* meanwhile) {
  Hosted& hosted = caller();
  const sigset_t before = hosted.blocked;
  const sigset_t pending = hosted.pending;
  change_blocked(SIG_SETMASK, meanwhile, nullptr);
  if (std::memcmp(&pending, &hosted.pending, sizeof pending) == 0) wait_for_a_signal();
  hosted.blocked = before;
  return fail(EINTR);
}

int simulated_sigwait(const sigset_t* wanted, int* signal) {
  *signal = take_pending(wanted);
  if (*signal == 0) wait_for_a_signal();
  return 0;
}

int simulated_sigwaitinfo(const sigset_t* wanted, siginfo_t* info) {
  const int signal = take_pending(wanted);
  if (signal == 0) wait_for_a_signal();
  if (info) *info = {}, info->si_signo = signal;
  return signal;
}

int simulated_sigtimedwait(const sigset_t* wanted, siginfo_t* info, const timespec* timeout) {
  if (!timeout) return simulated_sigwaitinfo(wanted, info);
  if (!is_valid(timeout)) return fail(EINVAL);
  const int signal = take_pending(wanted);
  if (signal == 0) {
    let_pass(to_seconds(*timeout));
    return fail(EAGAIN);
  }
  if (info) *info = {}, info->si_signo = signal;
  return signal;
}

unsigned refused_alarm(unsigned) {
  refuse("alarm");
  return 0;
}
int refused_setitimer(int, const itimerval*, itimerval*) { return refuse("setitimer"); }
int refused_timer_create(clockid_t, void*, void*) { return refuse("timer_create"); }
}
