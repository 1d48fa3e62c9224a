// How a centre follows a scheduler outside.
#include "sim/batch/outside_scheduler.hpp"
#include "sim/batch/policy_error.hpp"
#include "sim/batch/simulation.hpp"

#include <utility>

namespace daruma::batch {

void Simulation::follow_outside() {
  OutsideScheduler& outside = *rules_.outside;
  for (auto decisions = outside.decide(now_); !decisions.empty(); decisions = outside.decide(now_))
    for (const OutsideScheduler::Decision& decision : decisions) carry_out(decision);
  if (runs_.all().empty() && !is_anyone_to_come()) ++vain_events_;
}

void Simulation::carry_out(const OutsideScheduler::Decision& decision) {
  using Kind = OutsideScheduler::Decision::Kind;
  switch (decision.kind) {
  case Kind::start: {
    const std::size_t number = decision.jobs.front();
    nodes_.take(decision.places);
    scheduler_.started(number, now_);
    return start(number, jobs_[number].processors, decision.places);
  }
  case Kind::fail:
    return fail_to_start(decision.jobs.front());
  case Kind::refuse:
    scheduler_.ended(decision.jobs.front(), now_);
    return lose(decision.jobs.front(), "was refused by the scheduler");
  case Kind::end:
    return end_by_order(decision);
  case Kind::tell_energy:
    if (!rules_.power)
      throw PolicyError("the scheduler asks what energy was consumed, and it is not known what nodes draw: that is "
                        "\"power\" of the centre");
    return rules_.outside->tell_energy(sum(history_.energy), now_);
  }
}

/// One of its nodes has failed since the scheduler decided.
void Simulation::fail_to_start(std::size_t number) {
  JobOutcome& outcome = history_.outcomes[number];
  if (outcome.interruptions == 0) outcome.start = now_;
  outcome.waited += now_ - states_[number].waits_since;
  scheduler_.started(number, now_);
  interrupt(number, resumption(), Cause::failure);
}

void Simulation::end_by_order(const OutsideScheduler::Decision& decision) {
  std::vector<OutsideScheduler::Ended> ended;
  for (const std::size_t number : decision.jobs) {
    const Run run = take_out(number);
    settle(number, run);
    nodes_.give(run.places);
    ended.push_back({number, 1 - states_[number].left / jobs_[number].run});
    roll_back(number, Resumption::from_checkpoint, Cause::urgent);
    scheduler_.ended(number, now_);
    rules_.outside->ended(number, batsim::JobState::completed_killed, now_);
    lose(number, "was ended by the scheduler");
  }
  rules_.outside->have_been_ended(decision, ended, now_);
}

} // namespace daruma::batch
