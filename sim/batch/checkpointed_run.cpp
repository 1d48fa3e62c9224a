#include "sim/batch/checkpointed_run.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::batch {

Seconds young_period(Seconds cost, Seconds mtbf) { return Seconds(std::sqrt(2 * cost.count() * mtbf.count())); }

Seconds daly_period(Seconds cost, Seconds mtbf) {
  if (cost >= 2 * mtbf) return mtbf;
  const double ratio = cost / (2 * mtbf);
  return young_period(cost, mtbf) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - cost;
}

Seconds length(const CheckpointedRun& run) {
  const double saves = run.period > Seconds(0) ? std::ceil((run.before + run.work) / run.period) - 1 : 0;
  return run.pause + run.work + std::max(saves, 0.0) * run.save;
}

Progress progress(const CheckpointedRun& run, Seconds now) {
  Progress made;
  made.paused = std::min(now - run.begin, run.pause);
  const Seconds active = now - run.begin - made.paused;
  if (run.period == Seconds(0)) {
    made.done = std::min(active, run.work);
    return made;
  }
  const double rounds = std::floor((run.before + active) / (run.period + run.save));
  const Seconds in_round = run.before + active - rounds * (run.period + run.save);
  made.done = std::min(rounds * run.period + std::min(in_round, run.period) - run.before, run.work);
  made.saved = std::max(Seconds(0), rounds * run.period - run.before);
  made.saving = rounds * run.save + std::max(Seconds(0), in_round - run.period);
  return made;
}

} // namespace daruma::batch
