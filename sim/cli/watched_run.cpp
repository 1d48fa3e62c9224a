#include "sim/cli/watched_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <string_view>
#include <unistd.h>

namespace daruma::cli {

namespace {

constexpr std::chrono::seconds long_run(20);

constexpr std::array<int, 2> signals_that_cut{SIGINT, SIGTERM};

volatile std::sig_atomic_t caught = 0;
volatile std::sig_atomic_t told_to = -1;

/// The run ends with its next step, and a program that computes has none: so it says that it has been heard.
void catch_signal(int signal) {
  constexpr std::string_view answer = "\ndaruma: the run ends with its next step; once more ends it at once\n";
  const int error = errno;
  caught = signal;
  [[maybe_unused]] const ssize_t written = write(told_to, answer.data(), answer.size());
  errno = error;
}

std::string name_of(int signal) { return std::string("SIG") + sigabbrev_np(signal); }

/// What of it is in this computer's memory.
Bytes memory_of_this_process() {
  double pages = 0;
  std::ifstream file("/proc/self/statm");
  file >> pages >> pages; // the second number is of those that are there
  return Bytes(pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
}

/// What is told after that time.
std::string_view told_of_long_run;

void tell_of_long_run(int) {
  const std::string_view line = told_of_long_run;
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
  errno = error;
}

} // namespace

LongRunTold::LongRunTold(int replicas) {
  told_of_long_run = replicas > 1
                         ? "daruma: after 20 s not all replicas are made; Ctrl-C ends the run with those that are\n"
                         : "daruma: after 20 s the run has not ended, and nobody knows when it will; Ctrl-C ends "
                           "it, and a run without ranks keeps nothing then\n";
  struct sigaction action {};
  action.sa_handler = tell_of_long_run;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGALRM, &action, nullptr);
  alarm(long_run.count());
}

LongRunTold::~LongRunTold() { alarm(0); }

int signal_named(const std::string& name) {
  const auto found = std::find_if(signals_that_cut.begin(), signals_that_cut.end(),
                                  [&name](int signal) { return name_of(signal) == name; });
  return found == signals_that_cut.end() ? 0 : *found;
}

std::string progress_line(const Standing& standing, Seconds end, double messages_per_second, Bytes memory) {
  const std::string share = end < never ? fmt::format(" of {} ({:.0f} %)", to_text(end),
                                                      100 * std::min(1.0, standing.now.count() / end.count()))
                                        : "";
  const std::string messages =
      standing.messages > 0 ? fmt::format(", {} messages, {:.0f}/s", standing.messages, messages_per_second) : "";
  return fmt::format("simulated {:.6g} s{}{}, {:.0f} MiB, {} job{} left", standing.now.count(), share, messages,
                     memory / Bytes(1 << 20), standing.jobs_left, standing.jobs_left == 1 ? "" : "s");
}

WatchedRun::WatchedRun(const RunOrder& order, Seconds horizon)
    : until_(order.until), end_(horizon > Seconds(0) ? std::min(horizon, order.until) : order.until),
      shows_progress_(order.shows_progress), terminal_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO)),
      is_terminal_(isatty(STDERR_FILENO) != 0) {
  caught = 0;
  told_to = terminal_;
  SignalAction action{};
  action.sa_handler = catch_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART | SA_ONSTACK);
  for (std::size_t i = 0; i < before_.size(); ++i) {
    sigaction(signals_that_cut[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(signals_that_cut[i], &action, nullptr); // a shell's background job
  }
}

WatchedRun::~WatchedRun() {
  for (std::size_t i = 0; i < before_.size(); ++i) sigaction(signals_that_cut[i], &before_[i], nullptr);
  if (shows_progress_ && is_terminal_) show("", "\r");
  close(terminal_);
}

std::string WatchedRun::order_to_stop() const { return caught == 0 ? "" : name_of(caught); }

/// Of a run that nobody has been told of.
bool WatchedRun::is_long() {
  constexpr int often = 1000; // to ask for the time takes as long as a step
  if (is_known_long_ || ++steps_ < often) return false;
  steps_ = 0;
  return Clock::now() - told_at_ >= long_run;
}

bool WatchedRun::is_curious() {
  using std::chrono::milliseconds;
  if (!shows_progress_) return is_long();
  return Clock::now() - told_at_ >= (is_terminal_ ? milliseconds(200) : milliseconds(2000));
}

void WatchedRun::tell(const Standing& standing) {
  const Clock::time_point now = Clock::now();
  const Seconds gone = now - told_at_;
  const double rate = static_cast<double>(standing.messages - told_.messages) / gone.count();
  const std::string line = progress_line(standing, end_, rate, memory_of_this_process());
  if (!shows_progress_) {
    is_known_long_ = true;
    return show(fmt::format("after {:.0f} s: {}; Ctrl-C ends the run with what it has recorded, --progress tells more",
                            Seconds(gone).count(), line),
                "\n");
  }
  show(line, is_terminal_ ? "" : "\n");
  told_at_ = now;
  told_ = standing;
}

/// On a terminal in the place of the line before.
void WatchedRun::show(const std::string& line, const char* end) const {
  constexpr int width = 100;
  const std::string text =
      is_terminal_ ? fmt::format("\r{:<{}}{}", line, width, end) : fmt::format("daruma: {}{}", line, end);
  [[maybe_unused]] const ssize_t written = write(terminal_, text.data(), text.size());
}

} // namespace daruma::cli
