// Conservative backfilling with compression: every job has a planned start from the moment that it comes, and none is
// put off for another (Mu'alem and Feitelson, "Utilization, predictability, workloads, and user runtime estimates in
// scheduling the IBM SP2 with backfilling", IEEE TPDS 12(6), 2001).
//
// Where somebody ends before its limit the plan is compressed: in the order of the queue each job is moved to the
// earliest start that the plans of the others leave it, again and again until nobody can start earlier. A start that
// cannot be kept, since processors have gone or somebody is beyond its limit, is planned anew.
#include "sim/batch/profile.hpp"
#include "sim/batch/queue_policy.hpp"

#include <algorithm>

namespace daruma::batch {

namespace {

class Plan {
public:
  explicit Plan(const Situation& situation)
      : situation_(situation), profile_(situation.now, situation.free, situation.running),
        starts_(situation.waiting.size(), never) {}

  Choice choose() {
    keep_promises();
    while (compress()) {}
    Choice choice;
    int free = situation_.free;
    for (std::size_t place = 0; place < starts_.size(); ++place)
      if (starts_[place] == situation_.now && waiting(place).processors <= free) {
        free -= waiting(place).processors;
        choice.places.push_back(place);
      }
    choice.promises = std::move(starts_);
    return choice;
  }

private:
  const WaitingJob& waiting(std::size_t place) const { return situation_.waiting[place]; }

  void keep_promises() {
    for (std::size_t place = 0; place < starts_.size(); ++place) {
      const WaitingJob& job = waiting(place);
      if (job.promised == never) continue;
      const Seconds start = std::max(situation_.now, job.promised);
      if (!profile_.fits(job.processors, start, job.limit)) continue;
      profile_.take(job.processors, start, job.limit);
      starts_[place] = start;
    }
  }

  /// Whether somebody starts earlier now.
  bool compress() {
    bool is_any_earlier = false;
    for (std::size_t place = 0; place < starts_.size(); ++place) {
      const WaitingJob& job = waiting(place);
      Seconds& start = starts_[place];
      if (start == situation_.now) continue;
      if (start != never) profile_.give(job.processors, start, job.limit);
      const Seconds earliest = profile_.earliest(job.processors, job.limit, situation_.now);
      if (earliest != never) profile_.take(job.processors, earliest, job.limit);
      is_any_earlier = is_any_earlier || earliest < start;
      start = earliest;
    }
    return is_any_earlier;
  }

  const Situation& situation_;
  Profile profile_;
  std::vector<Seconds> starts_; ///< planned, by place
};

Choice choose_by_plan(const Situation& situation) { return Plan(situation).choose(); }

} // namespace

namespace queue {
const QueuePolicy conservative{"conservative",  "also those out of turn that do not delay anybody who came before",
                               Limits::needed,  choose_by_plan,
                               &order::arrival, RunTimes::limited,
                               Promises::made};
} // namespace queue

} // namespace daruma::batch
