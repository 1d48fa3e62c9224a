// A processor that serves its queue in turns of one quantum, as the simulator of the migration paper does
// (section 4.2): the first in the queue gets it, and goes to the end of the queue if it wants more.
//
// A turn ends early with its work. The own processes join the queue at the end when they begin a phase.
#pragma once

#include "sim/fast/arrivals.hpp"

#include <deque>
#include <utility>
#include <vector>

namespace daruma::fast {

class QuantumNode {
public:
  QuantumNode(Arrivals arrivals, Seconds quantum) : arrivals_(std::move(arrivals)), quantum_(quantum) {}

  Seconds now() const { return now_; }
  int others() const { return others_; }

  /// As SharedNode's.
  void run(Seconds until, std::vector<Seconds>& remaining);
  void idle(Seconds until);

private:
  static constexpr int background = -1;
  struct Job {
    int own; ///< index of the own process, or `background`
    Seconds work;
  };
  void admit();
  void take_turn(Seconds until, std::vector<Seconds>& remaining, int& own);

  Arrivals arrivals_;
  Seconds quantum_;
  Seconds now_{0};
  int others_ = 0;
  std::deque<Job> queue_;
};

} // namespace daruma::fast
