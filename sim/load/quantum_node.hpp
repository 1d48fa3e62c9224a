// A node that serves its queue in turns of one quantum, as the simulator of the migration paper does (section 4.2): the
// first in the queue gets a core, and goes to the end of the queue if it wants more.
//
// A turn ends early with its work. Whoever arrives during a turn stands before the one that has it when that queues
// again.
#pragma once

#include "sim/load/arrivals.hpp"

#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace daruma::load {

class QuantumNode {
public:
  QuantumNode(Arrivals arrivals, Seconds quantum, int cores = 1)
      : arrivals_(std::move(arrivals)), quantum_(quantum), cores_(static_cast<std::size_t>(cores)) {}

  Seconds now() const { return now_; }
  /// Jobs of the background that are here.
  int others() const { return others_; }

  /// An own process queues at the end; `own`, its number, is at least 0 and nobody else's.
  void join(int own, Seconds work);
  /// Goes, in the middle of its turn or not; the work that it still wants.
  Seconds leave(int own);
  /// From now on the cores have that fraction of their speed, 0 among them; turns under way begin afresh.
  void slow_down(double fraction);
  /// The own process wants so many times as much from now on; turns under way begin afresh.
  void stretch(int own, double times);
  /// Lets time pass to `until`, or to the end of an own process if that is sooner: which one.
  std::optional<int> serve(Seconds until);

  /// Does what SharedNode's does; the own processes join when the call begins.
  void run(Seconds until, std::vector<Seconds>& remaining);
  void idle(Seconds until);

private:
  static constexpr int background = -1;
  struct Job {
    int own; ///< or `background`
    Seconds work;
  };
  struct TimeSlice {
    Job job;
    Seconds ends;
  };
  void admit();
  void start_slices();
  bool end_slice(std::vector<TimeSlice>::iterator);
  /// What is left of the job's work in the middle of its slice.
  Seconds left(const TimeSlice&) const;
  void break_off_slices();

  Arrivals arrivals_;
  Seconds quantum_;
  std::size_t cores_;
  double speed_ = 1;
  Seconds now_{0};
  int others_ = 0;
  std::deque<Job> queue_;
  std::vector<TimeSlice> slices_; ///< under way, the first begun first
};

} // namespace daruma::load
