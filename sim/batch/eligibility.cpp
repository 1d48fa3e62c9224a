// Who of a centre's jobs that depend on others may run already, and what becomes of those that never may.
#include "sim/batch/simulation.hpp"

namespace daruma::batch {

/// Lets those into the queue that are eligible by now. False if there are none.
bool Simulation::admit() {
  if (!dependencies_) return false;
  while (const auto never_satisfied = dependencies_->next_never_satisfied()) hold_back(*never_satisfied);
  bool is_any = false;
  for (; const auto eligible = dependencies_->next_eligible(now_); is_any = true)
    enter_queue(eligible->job, eligible->since);
  return is_any;
}

bool Simulation::is_anyone_to_come() const {
  return next_ < jobs_.size() || !thought_of_.empty() || (dependencies_ && dependencies_->next_time() < never);
}

/// Its user, who would submit another job after it, sees that it will never run.
void Simulation::hold_back(const NeverSatisfied& one) {
  JobOutcome& outcome = history_.outcomes[one.job];
  outcome.eligible = outcome.end = now_;
  outcome.fate = rules_.kill_invalid_depend ? JobOutcome::Fate::cancelled : JobOutcome::Fate::never_eligible;
  --open_;
  let_follow(one.job);
  if (rules_.outside != nullptr) rules_.outside->stays_away(now_);
  const auto name = [this](const Condition& condition) { return name_of(condition); };
  tell("dependency", one.job, reason_of(one, name, rules_.kill_invalid_depend));
  if (rules_.kill_invalid_depend)
    dependencies_->ended(one.job, Dependencies::Ending::failed, now_);
  else
    dependencies_->never_runs(one.job);
  if (observer_ != nullptr) observer_->ended(one.job, outcome);
}

std::string Simulation::name_of(const Condition& condition) const {
  if (condition.is_array) return "array " + rules_.array_names[condition.of];
  return "job " + (rules_.names != nullptr ? (*rules_.names)[condition.of] : std::to_string(condition.of + 1));
}

} // namespace daruma::batch
