#include "sim/batch/stretch.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::batch {

Seconds young_period(Seconds cost, Seconds mtbf) { return Seconds(std::sqrt(2 * cost.count() * mtbf.count())); }

Seconds daly_period(Seconds cost, Seconds mtbf) {
  if (cost >= 2 * mtbf) return mtbf;
  const double ratio = cost / (2 * mtbf);
  return young_period(cost, mtbf) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - cost;
}

Seconds length(const Stretch& stretch) {
  const double saves = stretch.period > Seconds(0) ? std::ceil(stretch.work / stretch.period) - 1 : 0;
  return stretch.pause + stretch.work + std::max(saves, 0.0) * stretch.save;
}

Progress progress(const Stretch& stretch, Seconds now) {
  Progress made;
  made.paused = std::min(now - stretch.begin, stretch.pause);
  const Seconds active = now - stretch.begin - made.paused;
  if (stretch.period == Seconds(0)) {
    made.done = std::min(active, stretch.work);
    return made;
  }
  const double rounds = std::floor(active / (stretch.period + stretch.save));
  const Seconds in_round = active - rounds * (stretch.period + stretch.save);
  made.done = std::min(rounds * stretch.period + std::min(in_round, stretch.period), stretch.work);
  made.saved = rounds * stretch.period;
  made.saving = rounds * stretch.save + std::max(Seconds(0), in_round - stretch.period);
  return made;
}

} // namespace daruma::batch
