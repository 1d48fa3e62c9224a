// Slack-based backfilling: a job may start out of turn if everybody else still starts no later than its planned start
// plus a slack, which a job is given when it comes (after Talby and Feitelson, "Supporting priorities and improving
// utilization of the IBM SP scheduler using slack-based backfilling", IPPS 1999).
//
// The plan is made anew each time: in the order of the queue each job at the earliest start that those before it leave.
// When a job comes it is promised its planned start plus `slack` times its limit. Who would start now by the plan
// starts; then, as long as there is one, the first in the queue that fits and puts nobody off beyond both its promise
// and the plan. Where the paper has prices of delays and slack from priorities and the average wait, here are an order
// and the job's own limit.
#include "sim/batch/profile.hpp"
#include "sim/batch/queue_policy.hpp"

#include <algorithm>

namespace daruma::batch {

namespace {

using Starts = std::vector<Seconds>; ///< planned, by place

class Slack {
public:
  explicit Slack(const Situation& situation)
      : situation_(situation), free_(situation.free), is_chosen_(situation.waiting.size(), false) {}

  Choice choose() {
    Starts plan = planned();
    Choice choice;
    for (std::size_t place = 0; place < plan.size(); ++place)
      choice.promises.push_back(waiting(place).promised < never ? waiting(place).promised : latest(place, plan[place]));
    start_planned(plan);
    while (free_ > 0 && start_out_of_turn(plan, choice.promises)) start_planned(plan);
    for (std::size_t place = 0; place < plan.size(); ++place)
      if (is_chosen_[place]) choice.places.push_back(place);
    return choice;
  }

private:
  const WaitingJob& waiting(std::size_t place) const { return situation_.waiting[place]; }
  Seconds latest(std::size_t place, Seconds start) const {
    return start + situation_.parameters.slack * waiting(place).limit;
  }

  /// The plan of all, where those that are chosen start now.
  Starts planned() const {
    Profile profile(situation_.now, situation_.free, situation_.running);
    Starts starts(is_chosen_.size(), situation_.now);
    for (std::size_t place = 0; place < starts.size(); ++place)
      if (is_chosen_[place]) profile.take(waiting(place).processors, situation_.now, waiting(place).limit);
    for (std::size_t place = 0; place < starts.size(); ++place) {
      const WaitingJob& job = waiting(place);
      if (is_chosen_[place]) continue;
      starts[place] = profile.earliest(job.processors, job.limit, situation_.now);
      if (starts[place] != never) profile.take(job.processors, starts[place], job.limit);
    }
    return starts;
  }

  void start_planned(const Starts& plan) {
    for (std::size_t place = 0; place < plan.size(); ++place) {
      if (is_chosen_[place] || plan[place] > situation_.now || waiting(place).processors > free_) continue;
      is_chosen_[place] = true;
      free_ -= waiting(place).processors;
    }
  }

  /// The first that may: whether there is one. The plan is then that with it.
  bool start_out_of_turn(Starts& plan, const Starts& promises) {
    for (std::size_t place = 0; place < plan.size(); ++place) {
      if (is_chosen_[place] || waiting(place).processors > free_) continue;
      is_chosen_[place] = true;
      Starts changed = planned();
      if (is_good(changed, plan, promises)) {
        free_ -= waiting(place).processors;
        plan = std::move(changed);
        return true;
      }
      is_chosen_[place] = false;
    }
    return false;
  }

  /// Nobody is put off beyond its promise, or further than it was.
  static bool is_good(const Starts& changed, const Starts& plan, const Starts& promises) {
    for (std::size_t place = 0; place < plan.size(); ++place)
      if (changed[place] > std::max(plan[place], promises[place])) return false;
    return true;
  }

  const Situation& situation_;
  int free_;
  std::vector<bool> is_chosen_;
};

Choice choose_within_slack(const Situation& situation) { return Slack(situation).choose(); }

} // namespace

namespace queue {
const QueuePolicy slack{"slack",         "also those out of turn that put nobody off by more than its slack",
                        Limits::needed,  choose_within_slack,
                        &order::arrival, RunTimes::limited,
                        Promises::made};
} // namespace queue

} // namespace daruma::batch
