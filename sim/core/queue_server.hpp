// Servers that do one piece of work after the other, in the order of arrival: a process, a processor, a disk. Pure:
// they know what waits and when they are free, and whoever has the time tells them.
#pragma once

#include "sim/core/units.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

namespace daruma {

/// One at a time, each of a length that is known when it arrives.
class QueueServer {
public:
  /// Of something that arrives at `now`, no earlier than what came before: when it is done. `time_after(rest)` is what
  /// it takes of a server that has rested for so long.
  template <class TimeAfter> Seconds serve(Seconds now, const TimeAfter& time_after) {
    const Seconds begin = std::max(free_, now);
    free_ = begin + time_after(begin - free_);
    return free_;
  }
  Seconds serve(Seconds now, Seconds time) {
    return serve(now, [time](Seconds) { return time; });
  }

private:
  Seconds free_{0};
};

/// First in, first out; `at_once` jobs at a time, each of a length that is known when it begins. A job begins by its
/// arrival or by the end of another one, and ends when `end` is called.
template <class Job> class FifoServer {
public:
  explicit FifoServer(int at_once = 1) : free_(at_once) {}

  /// The job itself, if it begins now; otherwise it waits.
  std::optional<Job> arrive(Job job) {
    if (free_ > 0) {
      --free_;
      return job;
    }
    waiting_.push_back(std::move(job));
    return std::nullopt;
  }
  /// One has ended: the job that begins now.
  std::optional<Job> end(Seconds now) {
    worked_until_ = now;
    if (waiting_.empty()) {
      ++free_;
      return std::nullopt;
    }
    std::optional<Job> next(std::move(waiting_.front()));
    waiting_.pop_front();
    return next;
  }
  /// When a job has ended last.
  Seconds worked_until() const { return worked_until_; }

private:
  int free_;
  Seconds worked_until_{0};
  std::deque<Job> waiting_{};
};

} // namespace daruma
