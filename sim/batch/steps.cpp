#include "sim/batch/simulation.hpp"

#include <algorithm>
#include <utility>

namespace daruma::batch {

namespace {

Seconds alone(const Costs& costs, Bytes of_each, int processors) {
  return copy_together(CheckpointPlace::file_system, of_each, processors, costs.cores, costs.rates);
}

/// What of a run comes to be part of its job's work, for each of its seconds.
double as_work(const Run& run) { return run.processors / (run.slide * run.stretch); }

/// Of a run whose work is done.
Seconds since_checkpoint(const Run& run) {
  const Progress made = progress(run.course, run.course.begin + length(run.course));
  return made.done - made.saved + (made.saved > Seconds(0) ? Seconds(0) : run.since_checkpoint);
}

/// It is at the end of a piece once that is done.
bool ends_piece(Step step) { return step == Step::work || step == Step::exchange; }

} // namespace

Pieces Simulation::pieces_of(const Job& job) const {
  if (!rules_.io) return {job.run};
  const Seconds input =
      rules_.io->input > Bytes(0) ? alone(rules_.costs, rules_.io->input, job.processors) : Seconds(0);
  const Seconds output =
      rules_.io->output > Bytes(0) ? alone(rules_.costs, rules_.io->output, job.processors) : Seconds(0);
  return batch::pieces_of(job.run, input, output, rules_.io->every);
}

/// Before it works, the state of the job is loaded or saved once more.
void Simulation::load_or_save(Run& run) const {
  if (is_shared(rules_.costs))
    ++run.copies;
  else
    run.pause += save_time(rules_.costs, run.processors);
}

/// What a run moves next to or from the file system, for each process, if that is what comes after its pause.
std::optional<Bytes> Simulation::transfer_of(std::size_t number, Run& run) {
  if (run.copies > 0) {
    run.step = Step::recovery;
    return rules_.costs.state;
  }
  if (run.role != Role::working) return std::nullopt;
  if (is_shared(rules_.costs) && run.period > Seconds(0) && run.since_checkpoint >= run.period) {
    run.step = Step::checkpoint;
    return rules_.costs.state;
  }
  const State& state = states_[number];
  if (kind_of(state.piece) == PieceKind::work) return std::nullopt;
  run.step = Step::exchange;
  const Job& job = jobs_[number];
  const Pieces pieces = pieces_of(job);
  const double part = (state.left - left_after(pieces, state.piece)) / length(pieces, state.piece) * pieces.share;
  const Bytes of_each = kind_of(state.piece) == PieceKind::input ? rules_.io->input : rules_.io->output;
  return of_each * std::max(0.0, part) * (static_cast<double>(job.processors) / run.processors);
}

/// A pause before a transfer is a step of its own.
void Simulation::begin_step(std::size_t number, Run run) {
  run.course = CheckpointedRun{now_, std::exchange(run.pause, Seconds(0))};
  run.transfer = transfer_of(number, run);
  if (run.transfer && run.course.pause == Seconds(0)) {
    if (run.step == Step::recovery) --run.copies;
    file_system_.begin(number, run.processors, *run.transfer, now_);
    run.end = never;
  } else {
    const bool is_at_work = !run.transfer && run.role == Role::working;
    run.step = Step::recovery;
    run.transfer.reset();
    if (is_at_work) begin_work(number, run);
    run.end = now_ + length(run.course);
    if (is_at_work) expect_change(number, run);
  }
  runs_.add(number, std::move(run));
}

void Simulation::begin_work(std::size_t number, Run& run) {
  const State& state = states_[number];
  run.step = Step::work;
  run.course.work = std::max(Seconds(0), state.left - left_after(pieces_of(jobs_[number]), state.piece)) * run.factor;
  if (run.period == Seconds(0)) return;
  if (!is_shared(rules_.costs)) {
    run.course.period = run.period;
    run.course.save = save_time(rules_.costs, run.processors);
    run.course.before = run.since_checkpoint;
  } else if (run.period - run.since_checkpoint < run.course.work) {
    run.step = Step::work_a_period;
    run.course.work = run.period - run.since_checkpoint;
  }
}

/// All that end now; whether any cores were left.
bool Simulation::end_steps() {
  bool is_any_left = false;
  while (runs_.next_end() == now_ || file_system_.next() == now_) {
    if (runs_.next_end() == now_)
      is_any_left |= end_step(runs_.next());
    else if (const auto ended = file_system_.step())
      is_any_left |= end_step(*ended);
  }
  return is_any_left;
}

/// Whether cores are left.
bool Simulation::end_step(std::size_t number) {
  const Run& ended = runs_[number];
  if (ended.role != Role::working) {
    leave(number);
    return true;
  }
  if (ends_piece(ended.step) && states_[number].piece == last_piece(pieces_of(jobs_[number]))) {
    finish(number);
    return true;
  }
  Run run = runs_.remove(number);
  forget_change(number);
  settle(number, run);
  reach(number, run);
  begin_step(number, std::move(run));
  return false;
}

/// It has done its step, exactly.
void Simulation::reach(std::size_t number, Run& run) {
  State& state = states_[number];
  switch (run.step) {
  case Step::recovery:
    return;
  case Step::work:
    run.since_checkpoint = since_checkpoint(run);
    [[fallthrough]];
  case Step::exchange:
    state.left = left_after(pieces_of(jobs_[number]), state.piece++);
    return;
  case Step::work_a_period:
    run.since_checkpoint = run.period;
    return;
  case Step::checkpoint:
    keep_all(state);
    run.since_checkpoint = Seconds(0);
  }
}

/// What it was to do before it leaves its cores, it has done.
void Simulation::leave(std::size_t number) {
  const Run run = take_out(number);
  settle(number, run);
  scheduler_.ended(number, now_);
  if (run.role == Role::leaving) {
    State& state = states_[number];
    keep_all(state);
    if (outlives_job(rules_.costs.to)) state.ordered = state.saved;
    wait(number);
  }
  nodes_.give(run.places);
}

/// Writes down what a run's step came to until now.
void Simulation::settle(std::size_t number, const Run& run) {
  if (run.transfer)
    settle_transfer(number, run);
  else if (run.role != Role::working)
    lost_to(run.cause) += (now_ - run.course.begin) * run.processors;
  else
    settle_work(number, run);
}

void Simulation::settle_work(std::size_t number, const Run& run) {
  const Progress made = progress(run.course, now_);
  Ledger& ledger = history_.ledger;
  lost_to(run.cause) += made.paused * run.processors;
  ledger.checkpoints += made.saving * run.processors;
  ledger.spares += made.done * (1 - 1 / run.slide) * run.processors;
  ledger.placement += made.done / run.slide * (1 - 1 / run.stretch) * run.processors;
  State& state = states_[number];
  if (made.saved > Seconds(0)) {
    state.saved.work += state.unsaved + made.saved * as_work(run);
    state.saved.left = state.left - made.saved / run.factor;
    state.saved.piece = state.piece;
    state.unsaved = Seconds(0);
  }
  state.unsaved += (made.done - made.saved) * as_work(run);
  state.left -= made.done / run.factor;
}

void Simulation::settle_transfer(std::size_t number, const Run& run) {
  const Seconds took = now_ - run.course.begin;
  const std::optional<Bytes> left = file_system_.withdraw(number, now_);
  const Bytes moved = *run.transfer - left.value_or(Bytes(0));
  FileSystemRecord& record = history_.file_system;
  record.moved = record.moved + moved * run.processors;
  if (!left) {
    ++record.transfers;
    record.took += took;
    record.alone += alone(rules_.costs, *run.transfer, run.processors);
  }
  switch (run.step) {
  case Step::exchange:
    return settle_exchange(number, run, moved);
  case Step::checkpoint:
    history_.ledger.checkpoints += took * run.processors;
    return;
  default:
    lost_to(run.cause) += took * run.processors;
  }
}

/// What it would have taken alone is work.
void Simulation::settle_exchange(std::size_t number, const Run& run, Bytes moved) {
  State& state = states_[number];
  const Seconds took = now_ - run.course.begin;
  const Seconds as_alone = std::min(took, alone(rules_.costs, moved, run.processors));
  const double part = *run.transfer > Bytes(0) ? moved / *run.transfer : 1;
  state.unsaved += as_alone * run.processors;
  state.left -= part * std::max(Seconds(0), state.left - left_after(pieces_of(jobs_[number]), state.piece));
  history_.ledger.file_system += (took - as_alone) * run.processors;
}

} // namespace daruma::batch
