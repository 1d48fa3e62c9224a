// Lookahead: of those that wait behind the first, the set that fills most of what is free without delaying it (LOS:
// Shmueli and Feitelson, "Backfilling with lookahead to optimize the packing of parallel jobs", JPDC 65(9), 2005).
//
// Who can start in turn starts. For the rest the best set is found by dynamic programming over processors: for each
// number of them, the fewest that are still busy when the first has to start. Of sets that fill as much, that counts
// which has the first place in the queue in which they differ. Looked at are as many jobs as `lookahead` says.
//
// On several pools of nodes the set is looked for among those that can start alone, as if the pools were one; of it
// those start, one after the other, that then find room. Where there are partitions that is done for each, one after
// the other in the order of their first that waits, with its own first and its own nodes; who waits for a limit of its
// partition or its user is passed over.
#include "sim/batch/profile.hpp"
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

class Lookahead {
public:
  explicit Lookahead(const Situation& situation)
      : situation_(situation), choice_(choose_in_order(situation)), free_(situation) {}

  Choice choose() {
    if (choice_.places.size() + 1 >= situation_.waiting.size()) return std::move(choice_);
    Profile profile = with_chosen();
    const std::vector<Queue> queues = queues_behind(profile);
    for (const Queue& queue : queues)
      for (const std::size_t place : best_of(queue, profile)) begin(place, profile);
    std::sort(choice_.places.begin(), choice_.places.end());
    return std::move(choice_);
  }

private:
  /// Those of a partition that wait: the first has the reservation, and the next ones are looked at.
  struct Queue {
    Requester who;
    Reservation reservation;
    std::vector<std::size_t> behind{};
  };

  const WaitingJob& waiting(std::size_t place) const { return situation_.waiting[place]; }

  /// What is planned with those that start in turn, for whom what they need is taken.
  Profile with_chosen() {
    std::vector<RunningJob> running = situation_.pools == nullptr ? situation_.running : std::vector<RunningJob>();
    for (const std::size_t place : choice_.places) {
      free_.take(waiting(place), choice_.where_of(place));
      if (situation_.pools == nullptr) add_begun(running, waiting(place), {}, situation_.now);
    }
    if (situation_.pools == nullptr) return {situation_, free_, running};
    Profile profile(situation_);
    for (const std::size_t place : choice_.places)
      profile.take(waiting(place), situation_.now, choice_.where_of(place));
    return profile;
  }

  std::vector<Queue> queues_behind(Profile& profile) const {
    std::vector<Queue> queues;
    auto chosen = choice_.places.begin();
    for (std::size_t place = 0; place < situation_.waiting.size(); ++place) {
      const WaitingJob& job = waiting(place);
      if (chosen != choice_.places.end() && *chosen == place) {
        ++chosen;
        continue;
      }
      if (free_.is_held(job)) continue;
      const auto own = std::find_if(queues.begin(), queues.end(),
                                    [&](const Queue& one) { return one.who.partition == job.who.partition; });
      if (own == queues.end())
        queues.push_back({job.who, reserve_first(place, profile)});
      else if (own->behind.size() < static_cast<std::size_t>(situation_.parameters.lookahead))
        own->behind.push_back(place);
      else if (situation_.pools == nullptr)
        break;
    }
    return queues;
  }

  /// The first that waits has its place in the profile, if it can ever start.
  Reservation reserve_first(std::size_t first, Profile& profile) const {
    const Seconds start = profile.earliest(waiting(first), situation_.now);
    if (start == never) return {never, 0};
    profile.take(waiting(first), start);
    return {start, profile.free_at(start, waiting(first).who)};
  }

  /// Of those that are looked at.
  std::vector<std::size_t> best_of(const Queue& queue, const Profile& profile) const {
    const int free = free_.of(queue.who);
    std::vector<Candidate> candidates;
    for (const std::size_t place : queue.behind) {
      const WaitingJob& job = waiting(place);
      const int beyond = situation_.now + job.limit <= queue.reservation.start ? 0 : job.processors;
      if (job.processors > free || beyond > queue.reservation.spare) continue;
      if (situation_.pools == nullptr || profile.fits(job, situation_.now))
        candidates.push_back({place, job.processors, beyond});
    }
    if (candidates.empty()) return {};
    return Packing(candidates, free, queue.reservation.spare).places();
  }

  void begin(std::size_t place, Profile& profile) {
    const WaitingJob& job = waiting(place);
    if (situation_.pools != nullptr) {
      if (!profile.fits(job, situation_.now)) return;
      profile.take(job, situation_.now);
      if (!free_.take(job, profile.where(job))) return profile.give(job, situation_.now);
      choice_.keep_where(place, profile.where(job));
    }
    choice_.places.push_back(place);
  }

  const Situation& situation_;
  Choice choice_;
  FreeNow free_;
};

Choice choose_best_packing(const Situation& situation) { return Lookahead(situation).choose(); }

} // namespace

namespace queue {
const QueuePolicy lookahead{"lookahead", "as easy, and out of turn go those that together fill most of what is free",
                            Limits::needed, choose_best_packing};
} // namespace queue

} // namespace daruma::batch
