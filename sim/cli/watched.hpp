// A count that a person waits for: it has a bar on a terminal, and Ctrl-C ends it early with what was counted so far.
#pragma once

#include "sim/core/threads.hpp"

#include <chrono>
#include <csignal>
#include <functional>
#include <future>
#include <set>
#include <string>
#include <utility>

namespace daruma::cli {

/// While it lives, the first Ctrl-C ends the count early and a second one the program. There is one at a time.
class Interruptible {
public:
  explicit Interruptible(Progress& progress);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

private:
  struct sigaction before_ {};
};

/// Asks `is_done`, which takes so long to say no, until it says yes. Meanwhile there is a bar on a terminal, and on
/// nothing else: of the cases that are `expected`, which may change, with the time that is left at the speed until
/// then.
void wait_with_bar(const Progress&, const std::function<double()>& expected,
                   const std::function<bool(std::chrono::milliseconds)>& is_done);

/// A line on standard error, where there may be a bar.
void tell(const std::string& line);

/// Tells each thing that is in the way once, until nothing is.
class Obstacles {
public:
  /// Of the sweep, the exploration.
  explicit Obstacles(std::string to) : to_(std::move(to)) {}
  void meet(const std::string& obstacle) {
    if (obstacle.empty())
      told_.clear();
    else if (told_.insert(obstacle).second)
      tell(obstacle + "; waiting, Ctrl-C ends the " + to_);
  }

private:
  std::string to_;
  std::set<std::string> told_;
};

/// What count(progress) gives; `cases` is how many there will be.
template <class Count> auto watched(double cases, Count count) {
  Progress progress;
  const Interruptible guard(progress);
  auto answer = std::async(std::launch::async, [&] { return count(progress); });
  wait_with_bar(
      progress, [cases] { return cases; },
      [&](auto time) { return answer.wait_for(time) == std::future_status::ready; });
  return answer.get();
}

/// The exit status of one that was interrupted; says so.
int interrupted();

} // namespace daruma::cli
