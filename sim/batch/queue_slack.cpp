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
#include <optional>
#include <utility>

namespace daruma::batch {

namespace {

using Starts = std::vector<Seconds>; ///< planned, by place

struct SlackPlan {
  Starts starts;
  Profile profile;
};

class Slack {
public:
  explicit Slack(const Situation& situation)
      : situation_(situation), free_(situation), is_chosen_(situation.waiting.size(), false) {}

  Choice choose() {
    SlackPlan plan = *planned(Starts(is_chosen_.size(), never));
    for (std::size_t place = 0; place < plan.starts.size(); ++place)
      choice_.promises.push_back(waiting(place).promised < never ? waiting(place).promised
                                                                 : promise(place, plan.starts[place]));
    start_planned(plan);
    while (free_.all() > 0 && start_out_of_turn(plan)) start_planned(plan);
    for (std::size_t place = 0; place < is_chosen_.size(); ++place)
      if (is_chosen_[place]) choice_.places.push_back(place);
    return std::move(choice_);
  }

private:
  const WaitingJob& waiting(std::size_t place) const { return situation_.waiting[place]; }
  Seconds promise(std::size_t place, Seconds start) const {
    return start + situation_.parameters.slack * waiting(place).limit;
  }

  /// The plan of all, where those that are chosen start now; nothing, if anybody would start later than that.
  std::optional<SlackPlan> planned(const Starts& latest) const {
    SlackPlan plan{Starts(is_chosen_.size(), situation_.now), Profile(situation_)};
    for (std::size_t place = 0; place < is_chosen_.size(); ++place)
      if (is_chosen_[place]) plan.profile.take(waiting(place), situation_.now, choice_.where_of(place));
    for (std::size_t place = 0; place < is_chosen_.size(); ++place) {
      const WaitingJob& job = waiting(place);
      if (is_chosen_[place]) continue;
      plan.starts[place] = plan.profile.earliest(job, situation_.now);
      if (plan.starts[place] > latest[place]) return std::nullopt;
      if (plan.starts[place] != never) plan.profile.take(job, plan.starts[place]);
    }
    return plan;
  }

  void start_planned(const SlackPlan& plan) {
    for (std::size_t place = 0; place < is_chosen_.size(); ++place) {
      if (is_chosen_[place] || plan.starts[place] > situation_.now) continue;
      const CoresByPool& where = plan.profile.where(waiting(place));
      if (free_.take(waiting(place), where)) mark(place, where);
    }
  }

  void mark(std::size_t place, const CoresByPool& where) {
    is_chosen_[place] = true;
    choice_.keep_where(place, where);
  }

  /// The first that puts nobody off beyond its promise, or further than it was: whether there is one. The plan is then
  /// that with it.
  bool start_out_of_turn(SlackPlan& plan) {
    Starts latest = plan.starts;
    for (std::size_t place = 0; place < latest.size(); ++place)
      latest[place] = std::max(latest[place], choice_.promises[place]);
    for (std::size_t place = 0; place < is_chosen_.size(); ++place) {
      if (is_chosen_[place]) continue;
      const auto room = free_.room_for(waiting(place));
      if (!room) continue;
      mark(place, *room);
      if (auto changed = planned(latest)) {
        free_.take(waiting(place), *room);
        plan = std::move(*changed);
        return true;
      }
      is_chosen_[place] = false;
      choice_.where.erase(place);
    }
    return false;
  }

  const Situation& situation_;
  FreeNow free_;
  std::vector<bool> is_chosen_;
  Choice choice_{};
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
