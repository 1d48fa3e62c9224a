// Conservative backfilling with compression: every job has a planned start from the moment that it comes, and none is
// put off for another (Mu'alem and Feitelson, "Utilization, predictability, workloads, and user runtime estimates in
// scheduling the IBM SP2 with backfilling", IEEE TPDS 12(6), 2001).
//
// Where somebody ends before its limit the plan is compressed: in the order of the queue each job is moved to the
// earliest start that the plans of the others leave it, again and again until nobody can start earlier. For that a job
// needs room that somebody has left since it was looked at last: only there it is looked for. A start that cannot be
// kept, since processors have gone or somebody is beyond its limit, is planned anew. Promised are times: in which pool
// of nodes a job will be is planned anew each time.
#include "sim/batch/profile.hpp"
#include "sim/batch/queue_policy.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace daruma::batch {

namespace {

/// The plan as the last decision left it.
struct PlanCache : PolicyCache {
  explicit PlanCache(const Situation& situation) : profile(situation), running(situation.running) {}

  Profile profile;                 ///< of those who run and those who wait
  std::vector<RunningJob> running; ///< with those that were told to start
  std::size_t waiting = 0;         ///< jobs
  int processors = 0;              ///< free and running
};

int processors_of(const Situation& situation) {
  int sum = situation.free;
  for (const RunningJob& one : situation.running) sum += one.processors;
  return sum;
}

class Plan {
public:
  Plan(const Situation& situation, std::unique_ptr<PolicyCache>& cache) : situation_(situation), cache_(cache) {}

  Choice choose() {
    starts_.reserve(situation_.waiting.size());
    for (const WaitingJob& one : situation_.waiting) starts_.push_back(one.promised);
    if (!go_on()) begin_anew();
    while (compress()) {}
    return start();
  }

private:
  struct Left {
    std::size_t place; ///< whose
    NewRoom room;
  };

  const WaitingJob& waiting(std::size_t place) const { return situation_.waiting[place]; }
  PlanCache& kept() { return static_cast<PlanCache&>(*cache_); }

  /// Goes on from the last plan, if since then jobs have come and ended, and nothing else has happened.
  bool go_on() {
    if (!cache_ || situation_.pools != nullptr || kept().processors != processors_of(situation_)) return false;
    const auto promised = std::count_if(starts_.begin(), starts_.end(), [](Seconds start) { return start < never; });
    if (static_cast<std::size_t>(promised) != kept().waiting) return false;
    if (std::any_of(starts_.begin(), starts_.end(), [this](Seconds start) { return start < situation_.now; }))
      return false;
    std::vector<RunningJob> ended;
    const std::vector<RunningJob>& running = situation_.running;
    std::set_difference(kept().running.begin(), kept().running.end(), running.begin(), running.end(),
                        std::back_inserter(ended));
    if (kept().running.size() - ended.size() != running.size()) return false;
    kept().profile.advance(situation_.now);
    NewRoom room;
    for (const RunningJob& one : ended) {
      if (one.end_by <= situation_.now) continue;
      room.add(kept().profile.end(one));
    }
    kept().running = running;
    leave_to_all(room);
    return true;
  }

  /// Makes the plan of those who run and of the promises that can be kept.
  void begin_anew() {
    cache_ = std::make_unique<PlanCache>(situation_);
    kept().processors = processors_of(situation_);
    for (std::size_t place = 0; place < starts_.size(); ++place) {
      const WaitingJob& job = waiting(place);
      if (job.promised == never) continue;
      const Seconds start = std::max(situation_.now, job.promised);
      starts_[place] = kept().profile.fits(job, start) ? start : never;
      if (starts_[place] < never) kept().profile.take(job, start);
    }
    leave_to_all(kept().profile.all_room());
  }

  /// Room that nobody who waits has been looked at with yet.
  void leave_to_all(const NewRoom& room) { left_ = {{starts_.size(), room}}; }

  /// Looks at each once: whether somebody has left room by starting earlier. A job that stands before the one that left
  /// it has not been looked at since.
  bool compress() {
    for (std::size_t i = left_.size(); i-- > 1;) left_[i - 1].room.add(left_[i].room);
    const std::vector<Left> last = std::exchange(left_, {});
    auto unseen = last.begin();
    NewRoom left; // in this round
    NewRoom its = unseen->room;
    for (std::size_t place = 0; place < starts_.size(); ++place) {
      if (unseen != last.end() && unseen->place <= place) {
        while (unseen != last.end() && unseen->place <= place) ++unseen;
        if (unseen == last.end() && left_.empty()) break;
        its = left;
        if (unseen != last.end()) its.add(unseen->room);
      }
      if (!look_at(place, its)) continue;
      left.add(left_.back().room);
      its.add(left_.back().room);
    }
    return !left_.empty();
  }

  /// Plans its start, or an earlier one in the room that is new to it: whether that leaves room.
  bool look_at(std::size_t place, const NewRoom& its) {
    const WaitingJob& job = waiting(place);
    Seconds& start = starts_[place];
    if (start == never) {
      plan(job, start);
      return false;
    }
    const Seconds earlier = kept().profile.earlier(job, start, its);
    if (earlier == start) return false;
    left_.push_back({place, kept().profile.move(job, start, earlier)});
    start = earlier;
    return true;
  }

  void plan(const WaitingJob& job, Seconds& start) {
    start = kept().profile.earliest(job, situation_.now);
    if (start < never) kept().profile.take(job, start);
  }

  /// Those whose start has come, as far as there are processors.
  Choice start() {
    Choice choice;
    FreeNow free(situation_);
    kept().waiting = 0;
    for (std::size_t place = 0; place < starts_.size(); ++place) {
      const WaitingJob& job = waiting(place);
      if (starts_[place] == situation_.now && free.take(job, kept().profile.where(job))) {
        choice.places.push_back(place);
        choice.keep_where(place, kept().profile.where(job));
        add_begun(kept().running, job, kept().profile.where(job), situation_.now);
      } else if (starts_[place] < never) {
        ++kept().waiting;
      }
    }
    choice.promises = std::move(starts_);
    return choice;
  }

  const Situation& situation_;
  std::unique_ptr<PolicyCache>& cache_;
  std::vector<Seconds> starts_{}; ///< planned, by place
  std::vector<Left> left_{};      ///< in the last round
};

Choice choose_by_plan(const Situation& situation) {
  std::unique_ptr<PolicyCache> none;
  return Plan(situation, situation.cache != nullptr ? *situation.cache : none).choose();
}

} // namespace

namespace queue {
const QueuePolicy conservative{"conservative",  "also those out of turn that do not delay anybody who came before",
                               Limits::needed,  choose_by_plan,
                               &order::arrival, RunTimes::limited,
                               Promises::made};
} // namespace queue

} // namespace daruma::batch
