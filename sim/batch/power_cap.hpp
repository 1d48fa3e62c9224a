// What the nodes of a centre draw, and how many cores may work under a cap on that.
//
// A node that is up draws its idle power, and each core with work its part of what a busy node draws more; a node that
// is down draws a little or nothing. A cap holds always, or from times of each day on; a day begins at the log's start.
#pragma once

#include "sim/core/units.hpp"
#include "sim/scenario/scenario.hpp"

#include <vector>

namespace daruma::batch {

/// What so many nodes draw without work.
Watts idle_power(const scenario::CentrePower&, int up, int down);
/// What a core draws more when it works.
Watts power_of_core(const scenario::CentrePower&, int cores_of_node);

class PowerCap {
public:
  /// There is a cap.
  PowerCap(const scenario::CentrePower&, int cores_of_node);

  Watts at(Seconds time) const;
  /// When another one holds after that time; never, if it is always the same.
  Seconds next_change(Seconds time) const;
  /// How many cores may work at that time beside nodes that draw so much without work; at least 0.
  int cores(Seconds time, Watts idle) const;
  /// The fewest at any time of that.
  int fewest_cores(Seconds from, Seconds length, Watts idle) const;
  /// The most for so long, whenever it begins.
  int most_cores(Seconds length, Watts idle) const;

private:
  std::vector<scenario::CentrePower::Cap> steps_;
  Watts of_core_;
};

/// A cap, and what the nodes draw now without work.
struct PowerRoom {
  const PowerCap* cap;
  Watts idle;
};

} // namespace daruma::batch
