#include "sim/batch/simulation.hpp"

#include <utility>

namespace daruma::batch {

void Simulation::make_room() {
  const int lacking = waiting_.front().processors - nodes_.free() - runs_.being_released();
  if (lacking <= 0) return;
  for (const Concession& concession : rules_.urgent->make_room(lacking, tenants())) {
    if (concession.keeps > 0)
      shrink(concession.job, runs_[concession.job].processors - concession.keeps);
    else if (rules_.urgent->farewell == Farewell::checkpoint)
      preempt(concession.job);
    else
      end_early(concession.job);
  }
}

std::vector<Tenant> Simulation::tenants() const {
  std::vector<Tenant> all;
  for (const auto& [number, run] : runs_.all()) {
    if (run.role != Role::working || jobs_[number].is_urgent) continue;
    const bool can_shrink = jobs_[number].flexibility == Flexibility::malleable;
    all.push_back({number, run.processors, can_shrink ? jobs_[number].fewest : run.processors, run.since});
  }
  return all;
}

void Simulation::end_early(std::size_t number) {
  const Run run = runs_.remove(number);
  settle(number, run);
  nodes_.give(run.places);
  tell("kill", number, "for an urgent job");
  interrupt(number, resumption(), Cause::urgent);
}

void Simulation::preempt(std::size_t number) {
  Run run = runs_.remove(number);
  settle(number, run);
  states_[number].cause = Cause::urgent;
  ++history_.outcomes[number].interruptions;
  shrunk_.erase(number);
  run.role = Role::leaving;
  run.stretch = {now_, save_time(rules_.costs, run.processors)};
  run.end = run.end_by = now_ + run.stretch.pause;
  runs_.add(number, std::move(run));
  tell("preempt", number, "for an urgent job");
}

void Simulation::shrink(std::size_t number, int processors) {
  Run run = runs_.remove(number);
  settle(number, run);
  const Seconds pause = resize_time(rules_.costs, run.processors, run.processors - processors);
  Run given;
  given.role = Role::released;
  given.processors = processors;
  given.stretch = {now_, pause};
  given.end = given.end_by = now_ + pause;
  given.places = split(run.places, processors);
  run.processors -= processors;
  runs_.add(released_++, std::move(given));
  tell("resize", number, "to " + std::to_string(run.processors) + " processors for an urgent job");
  states_[number].cause = Cause::urgent;
  go_on_resized(number, std::move(run), pause, Cause::urgent);
}

void Simulation::give_back() {
  if (is_urgent_waiting() || shrunk_.empty()) return;
  std::vector<Shrunk> shrunk;
  for (const std::size_t number : shrunk_)
    shrunk.push_back({number, runs_[number].processors, jobs_[number].processors});
  for (const Concession& growth : grow_back(usable(), shrunk)) grow(growth.job, growth.keeps);
}

void Simulation::grow(std::size_t number, int processors) {
  Run run = runs_.remove(number);
  settle(number, run);
  const Seconds pause = resize_time(rules_.costs, run.processors, processors);
  join(run.places, nodes_.take(processors - run.processors));
  run.processors = processors;
  go_on_resized(number, std::move(run), pause, states_[number].cause);
  const bool is_back = states_[number].cause == Cause::urgent || history_.outcomes[number].interruptions > 0;
  if (is_back) tell("resize", number, "back to " + std::to_string(processors) + " processors");
}

} // namespace daruma::batch
