#include "sim/batch/simulation.hpp"

#include <utility>

namespace daruma::batch {

void Simulation::preempt(std::size_t number) {
  Run run = take_out(number);
  settle(number, run);
  if (rules_.preemption->action == PreemptAction::write_checkpoint)
    write_checkpoint(number, std::move(run));
  else
    end_early(number, run.places);
}

void Simulation::end_early(std::size_t number, const Places& places) {
  nodes_.give(places);
  tell("kill", number, "for an urgent job");
  interrupt(number, resumption(), Cause::urgent);
}

void Simulation::write_checkpoint(std::size_t number, Run run) {
  states_[number].cause = Cause::urgent;
  ++history_.outcomes[number].interruptions;
  run.role = Role::leaving;
  run.cause = Cause::urgent;
  run.since = now_;
  run.pause = Seconds(0);
  run.copies = 0;
  load_or_save(run);
  const Seconds alone = save_time(rules_.costs, run.processors);
  scheduler_.releasing(number, run.processors, now_, now_ + alone, pools_of(run.places));
  begin_step(number, std::move(run));
  tell("preempt", number, "for an urgent job");
}

/// What strategies order and evolving jobs ask for is seen in the tables, and not told as an event: there may be very
/// much of it.
void Simulation::shrink(std::size_t number, int keeps, Cause cause) {
  Run run = take_out(number);
  settle(number, run);
  const int processors = run.processors - keeps;
  const Seconds pause = resize_time(rules_.costs, run.processors, keeps);
  Run given;
  given.job = number;
  given.role = Role::released;
  given.cause = cause;
  given.processors = processors;
  given.since = now_;
  given.course = {now_, pause};
  given.end = now_ + pause;
  given.places = run.places.split(processors);
  run.processors = keeps;
  run.pause = pause;
  run.copies = 0;
  scheduler_.releasing(released_, processors, now_, given.end, pools_of(given.places));
  runs_.add(released_++, std::move(given));
  if (cause == Cause::urgent) {
    tell("resize", number, "to " + std::to_string(keeps) + " processors for an urgent job");
    states_[number].cause = Cause::urgent;
  }
  go_on_resized(number, std::move(run), cause);
}

void Simulation::grow(std::size_t number, int processors, const CoresByPool& where) {
  Run run = take_out(number);
  settle(number, run);
  run.pause = resize_time(rules_.costs, run.processors, processors);
  run.copies = 0;
  run.places.join(pools_ ? nodes_.take(where) : nodes_.take(processors - run.processors));
  run.processors = processors;
  const bool is_by_choice = rules_.strategy != nullptr || jobs_[number].flexibility == Flexibility::evolving;
  go_on_resized(number, std::move(run), is_by_choice ? Cause::resizing : states_[number].cause);
  note_growth(number);
  if (is_by_choice) return;
  const bool is_back = states_[number].cause == Cause::urgent || history_.outcomes[number].interruptions > 0;
  if (is_back) tell("resize", number, "back to " + std::to_string(processors) + " processors");
}

} // namespace daruma::batch
