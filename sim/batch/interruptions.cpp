#include "sim/batch/simulation.hpp"

#include <algorithm>
#include <utility>

namespace daruma::batch {

Seconds& Simulation::lost_to(Cause cause) {
  switch (cause) {
  case Cause::failure:
    return history_.ledger.failure;
  case Cause::urgent:
    return history_.ledger.urgent;
  case Cause::resizing:
    return history_.ledger.resizing;
  }
  return history_.ledger.failure;
}

/// A checkpoint of all that it has done.
void Simulation::keep_all(State& state) {
  state.saved.work += std::exchange(state.unsaved, Seconds(0));
  state.saved.left = state.left;
  state.saved.piece = state.piece;
}

/// What was done since is in vain.
void Simulation::roll_back(std::size_t number, Resumption resumption, Cause cause) {
  State& state = states_[number];
  Seconds vain = std::exchange(state.unsaved, Seconds(0));
  if (resumption == Resumption::from_start) {
    vain += state.saved.work - state.ordered.work;
    state.saved = state.ordered;
  }
  state.left = state.saved.left;
  state.piece = state.saved.piece;
  state.cause = cause;
  lost_to(cause) += vain;
}

/// How jobs that wait again go on: a checkpoint in memory does not wait with them. From its start means from where it
/// was told to write a checkpoint, if it was.
Resumption Simulation::resumption() const {
  return outlives_job(rules_.costs.to) ? rules_.failure->resumption : Resumption::from_start;
}

/// It has left its processors, and waits again unless that happened too often.
void Simulation::interrupt(std::size_t number, Resumption resumption, Cause cause) {
  roll_back(number, resumption, cause);
  scheduler_.ended(number, now_);
  if (rules_.outside != nullptr) rules_.outside->ended(number, batsim::JobState::completed_failed, now_);
  if (++history_.outcomes[number].interruptions > rules_.give_up)
    lose(number, "was interrupted too often");
  else
    wait(number);
}

void Simulation::go_on(std::size_t number, Run run, Cause cause) {
  const int nodes = run.places.nodes();
  run.cause = cause;
  const int processors = run.processors;
  scheduler_.resized(number, processors, now_, pools_of(run.places));
  run.stretch = stretch_there(number, run.places);
  begin_step(number, planned(number, processors, nodes, std::move(run)));
}

/// Its state is saved anew under its new number of ranks (DyProReconf section 5.4), if any is.
void Simulation::go_on_resized(std::size_t number, Run run, Cause cause) {
  ++history_.outcomes[number].resizes;
  const int nodes = run.places.nodes();
  if (checkpoint_period(rules_.costs, run.processors, nodes) > Seconds(0)) {
    keep_all(states_[number]);
    if (cause == Cause::failure || rules_.costs.reconfiguration == Reconfiguration::priced) load_or_save(run);
  }
  go_on(number, std::move(run), cause);
}

void Simulation::fail_next() {
  const Fault fault = *fault_;
  fault_ = faults_();
  ++history_.failures;
  if (runs_.all().empty()) ++vain_events_;
  Seconds& until = down_until_[static_cast<std::size_t>(fault.node)];
  const Seconds repaired = fault.time + fault.repair;
  if (!nodes_.is_down(fault.node)) {
    if (observer_ != nullptr) observer_->node_down(fault.node, now_);
    if (rules_.outside != nullptr) rules_.outside->node_down(fault.node, now_);
    fail(fault);
  } else if (repaired <= until) {
    return;
  } else {
    repairs_.erase({until, fault.node});
  }
  until = repaired;
  if (until < never) {
    repairs_.emplace(until, fault.node);
  } else {
    ++gone_;
    scheduler_.capacity_changed((rules_.nodes - gone_ - nodes_.spares()) * rules_.cores);
  }
}

void Simulation::fail(const Fault& fault) {
  std::vector<std::size_t> hits;
  for (const auto& [number, run] : runs_.all())
    if (run.places.has(fault.node)) hits.push_back(number);
  std::optional<int> replacement;
  if (uses_spares(*rules_.failure) && !hits.empty()) replacement = nodes_.replace(fault.node);
  if (!replacement) nodes_.fail(fault.node);
  if (!hits.empty())
    tell("node_off", jobs_.size(),
         "node " + std::to_string(fault.node) + " hits " + std::to_string(hits.size()) +
             (hits.size() == 1 ? " job" : " jobs") +
             (replacement ? ", node " + std::to_string(*replacement) + " stands in" : ""));
  for (const std::size_t number : hits) hit(number, fault.node, replacement);
}

void Simulation::hit(std::size_t number, int node, std::optional<int> replacement) {
  Run run = take_out(number);
  settle(number, run);
  const int before = run.processors;
  if (replacement) {
    run.places.replace(node, *replacement);
    ++run.replaced;
  } else {
    run.processors -= run.places.remove(node);
  }
  if (run.role == Role::working)
    answer(number, std::move(run), before, replacement.has_value());
  else if (run.role == Role::leaving) {
    nodes_.give(run.places);
    interrupt(number, resumption(), Cause::failure);
  } else if (run.processors > 0) {
    run.course = {now_, run.end - now_};
    run.since = now_;
    scheduler_.releasing(number, run.processors, now_, run.end, pools_of(run.places));
    runs_.add(number, std::move(run));
  } else {
    scheduler_.ended(number, now_);
  }
}

void Simulation::answer(std::size_t number, Run run, int before, bool is_replaced) {
  const int nodes = run.places.nodes();
  const bool is_any_saved = states_[number].saved.work > Seconds(0);
  const Seconds load = is_any_saved ? save_time(rules_.costs, run.processors) : Seconds(0);
  const Answer answer = rules_.failure->answer(
      {jobs_[number], before, run.processors, is_replaced, recovery_time(rules_.costs, before, nodes), load});
  if (answer.processors == 0 || history_.outcomes[number].interruptions >= rules_.give_up) {
    nodes_.give(run.places);
    interrupt(number, resumption(), Cause::failure);
    return;
  }
  roll_back(number, Resumption::from_checkpoint, Cause::failure);
  ++history_.outcomes[number].interruptions;
  run.copies = 0;
  run.pause = answer.pause;
  if (is_any_saved && answer.pause >= load) {
    run.pause -= load;
    load_or_save(run);
  }
  if (run.processors == before)
    go_on(number, std::move(run), Cause::failure);
  else
    go_on_resized(number, std::move(run), Cause::failure);
}

void Simulation::repair_next() {
  const int node = repairs_.begin()->second;
  repairs_.erase(repairs_.begin());
  nodes_.repair(node);
  if (observer_ != nullptr) observer_->node_up(node, now_);
  if (rules_.outside != nullptr) rules_.outside->node_up(node, now_);
}

} // namespace daruma::batch
