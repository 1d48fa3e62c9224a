// Lookahead: of those that wait behind the first, the set that fills most of what is free without delaying it (LOS:
// Shmueli and Feitelson, "Backfilling with lookahead to optimize the packing of parallel jobs", JPDC 65(9), 2005).
//
// Who can start in turn starts. For the rest the best set is found by dynamic programming over processors: for each
// number of them, the fewest that are still busy when the first has to start. Of sets that fill as much, that counts
// which has the first place in the queue in which they differ. Looked at are as many jobs as `lookahead` says.
#include "sim/batch/queue_policy.hpp"

#include <algorithm>
#include <limits>

namespace daruma::batch {

namespace {

constexpr int impossible = std::numeric_limits<int>::max();

/// A job that may start out of turn.
struct Candidate {
  std::size_t place;
  int processors;
  int beyond; ///< of them, busy when the first of the queue is to start
};

/// The candidates, in their order, that together fill most of `free` and have no more than `spare` beyond.
class Packing {
public:
  Packing(const std::vector<Candidate>& candidates, int free, int spare)
      : candidates_(candidates), width_(static_cast<std::size_t>(free) + 1), spare_(spare),
        beyond_((candidates.size() + 1) * width_, impossible) {
    fewest(candidates.size(), 0) = 0;
    for (std::size_t i = candidates.size(); i-- > 0;)
      for (int fill = 0; fill <= free; ++fill) fewest(i, fill) = std::min(fewest(i + 1, fill), with(i, fill));
  }

  std::vector<std::size_t> places() {
    int fill = static_cast<int>(width_) - 1;
    while (fewest(0, fill) > spare_) --fill;
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (with(i, fill) > spare_) continue;
      fill -= candidates_[i].processors;
      spare_ -= candidates_[i].beyond;
      chosen.push_back(candidates_[i].place);
    }
    return chosen;
  }

private:
  /// The fewest processors beyond with which some of the candidates from `i` on fill so many.
  int& fewest(std::size_t i, int fill) { return beyond_[i * width_ + static_cast<std::size_t>(fill)]; }
  /// The same with candidate `i` among them.
  int with(std::size_t i, int fill) {
    const Candidate& one = candidates_[i];
    if (one.processors > fill) return impossible;
    const int rest = fewest(i + 1, fill - one.processors);
    return rest == impossible ? impossible : rest + one.beyond;
  }

  const std::vector<Candidate>& candidates_;
  std::size_t width_;
  int spare_;
  std::vector<int> beyond_;
};

/// Those behind the first that waits, as many as are looked at.
std::vector<Candidate> candidates_behind(std::size_t first, int free, const Reservation& reservation,
                                         const Situation& situation) {
  std::vector<Candidate> candidates;
  const std::size_t end =
      std::min(situation.waiting.size(), first + 1 + static_cast<std::size_t>(situation.parameters.lookahead));
  for (std::size_t place = first + 1; place < end; ++place) {
    const WaitingJob& job = situation.waiting[place];
    const int beyond = situation.now + job.limit <= reservation.start ? 0 : job.processors;
    if (job.processors <= free && beyond <= reservation.spare) candidates.push_back({place, job.processors, beyond});
  }
  return candidates;
}

Choice choose_best_packing(const Situation& situation) {
  Choice choice = choose_in_order(situation);
  const std::size_t first = choice.places.size();
  if (first + 1 >= situation.waiting.size()) return choice;
  std::vector<RunningJob> running = situation.running;
  int free = situation.free;
  for (const std::size_t place : choice.places) {
    const WaitingJob& job = situation.waiting[place];
    free -= job.processors;
    running.push_back({situation.now + job.limit, job.job, job.processors});
  }
  std::sort(running.begin(), running.end());
  Reservation reservation = reserve(situation.waiting[first].processors, free, running, situation.now);
  reservation.spare = std::max(0, reservation.spare); // below 0 where the first cannot start at all
  const std::vector<Candidate> candidates = candidates_behind(first, free, reservation, situation);
  if (candidates.empty()) return choice;
  for (const std::size_t place : Packing(candidates, free, reservation.spare).places()) choice.places.push_back(place);
  return choice;
}

} // namespace

namespace queue {
const QueuePolicy lookahead{"lookahead", "as easy, and out of turn go those that together fill most of what is free",
                            Limits::needed, choose_best_packing};
} // namespace queue

} // namespace daruma::batch
