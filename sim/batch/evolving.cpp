#include "sim/batch/simulation.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::batch {

/// It starts anew on what it asked for, and has the size of the stage that its checkpoint is in once it goes on.
void Simulation::begin_evolution(std::size_t number) {
  const Job& job = jobs_[number];
  if (job.flexibility != Flexibility::evolving) return;
  State& state = states_[number];
  const double done = 1 - state.left / job.run;
  state.stage = 0;
  while (state.stage + 1 < rules_.evolution.size() && rules_.evolution[state.stage + 1].at <= done) ++state.stage;
}

/// Of a job at work, if it comes to that before its step ends.
void Simulation::expect_change(std::size_t number, const Run& run) {
  const Job& job = jobs_[number];
  State& state = states_[number];
  if (job.flexibility != Flexibility::evolving || state.stage >= rules_.evolution.size()) return;
  CheckpointedRun until_then = run.course;
  const Seconds left_then = (1 - rules_.evolution[state.stage].at) * job.run;
  until_then.work = std::max(Seconds(0), state.left - left_then) * run.factor;
  if (until_then.work > run.course.work) return;
  state.changes_at = run.course.begin + length(until_then);
  changes_.emplace(state.changes_at, number);
}

/// Of a job that has left its processors, or is about to go on otherwise.
void Simulation::forget_change(std::size_t number) {
  Seconds& at = states_[number].changes_at;
  if (at < never) changes_.erase({std::exchange(at, never), number});
}

void Simulation::evolve_next() {
  const std::size_t number = changes_.begin()->second;
  forget_change(number);
  State& state = states_[number];
  const double size = rules_.evolution[state.stage++].size;
  const int most = (rules_.nodes - rules_.spares) * rules_.cores - scheduler_.kept_for_urgent();
  const int wanted =
      static_cast<int>(std::clamp(std::round(jobs_[number].processors * size), 1.0, static_cast<double>(most)));
  const Run& run = runs_[number];
  const bool is_asking = wanted > run.processors;
  if (is_asking) ++history_.growth.requests;
  state.asked_at = is_asking ? now_ : never;
  scheduler_.asks_for(number, wanted);
  if (wanted < run.processors)
    shrink(number, wanted, Cause::resizing);
  else
    expect_change(number, run);
}

/// It has got more processors.
void Simulation::note_growth(std::size_t number) {
  Seconds& asked_at = states_[number].asked_at;
  if (asked_at == never) return;
  ++history_.growth.granted;
  history_.growth.waited += now_ - std::exchange(asked_at, never);
}

} // namespace daruma::batch
