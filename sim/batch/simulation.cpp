#include "sim/batch/simulation.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace daruma::batch {

Simulation::Simulation(const std::vector<Job>& jobs, const Rules& rules, std::unique_ptr<Faults> faults)
    : jobs_(jobs), rules_(rules), faults_(std::move(faults)), nodes_(rules.nodes, rules.cores, rules.spares),
      states_(jobs.size()), down_until_(static_cast<std::size_t>(rules.nodes), Seconds(0)), open_(jobs.size()),
      released_(jobs.size()) {
  history_.outcomes.resize(jobs.size());
  if (faults_) fault_ = faults_->next();
}

History Simulation::run() {
  constexpr int hopeless = 10000;
  while (open_ > 0) {
    const Seconds now = next_time();
    if (now == never || vain_failures_ > hopeless) {
      lose_all_waiting();
      continue;
    }
    advance(now);
    while (runs_.next_end() == now) end_next();
    while (fault_ && fault_->time == now) fail_next();
    while (!repairs_.empty() && repairs_.begin()->first == now) repair_next();
    while (next_ < jobs_.size() && jobs_[next_].submit == now) submit();
    give_back();
    start_all();
  }
  return std::move(history_);
}

/// Failures alone bring nothing about where nobody runs, waits or comes.
Seconds Simulation::next_time() const {
  Seconds time = runs_.next_end();
  if (next_ < jobs_.size()) time = std::min(time, jobs_[next_].submit);
  if (!repairs_.empty()) time = std::min(time, repairs_.begin()->first);
  const bool is_any_to_come = time < never;
  if (fault_ && is_any_to_come) time = std::min(time, fault_->time);
  return time;
}

void Simulation::advance(Seconds now) {
  if (now_ >= jobs_.front().submit) {
    history_.ledger.down += nodes_.down() * rules_.cores * (now - now_);
    history_.ledger.spares += nodes_.spares() * rules_.cores * (now - now_);
  }
  now_ = now;
}

void Simulation::tell(const char* kind, std::size_t job, std::string text) {
  history_.happenings.push_back({now_, kind, job, std::move(text)});
}

void Simulation::submit() {
  const std::size_t number = next_++;
  states_[number].left = states_[number].saved_left = jobs_[number].run;
  if (jobs_[number].is_urgent) tell("submit", number, std::to_string(jobs_[number].processors) + " processors");
  wait(number);
}

void Simulation::wait(std::size_t number) {
  const Job& job = jobs_[number];
  states_[number].waits_since = now_;
  states_[number].limit_left = job.limit;
  const WaitingJob waiting{number, job.processors, job.limit};
  const auto rank = [this](std::size_t one) { return std::make_tuple(!jobs_[one].is_urgent, one); };
  const auto place = std::upper_bound(waiting_.begin(), waiting_.end(), waiting,
                                      [&](const auto& a, const auto& b) { return rank(a.job) < rank(b.job); });
  waiting_.insert(place, waiting);
}

/// What is left of a job, if it goes on now, on so many processors of so many nodes; its pause and places as given.
Run Simulation::planned(std::size_t number, int processors, int nodes, Run run) const {
  const Job& job = jobs_[number];
  const State& state = states_[number];
  run.slide = rules_.slide && run.replaced > 0 ? rules_.slide(nodes, run.replaced) : 1;
  run.factor = stretch_on(job, processors) * run.slide;
  run.processors = processors;
  run.stretch.begin = now_;
  run.stretch.work = state.left * run.factor;
  run.stretch.period = checkpoint_period(rules_.costs, processors, nodes);
  run.stretch.save = save_time(rules_.costs, processors);
  run.end = now_ + length(run.stretch);
  run.end_by = now_ + state.limit_left * stretch_on(job, processors);
  return run;
}

void Simulation::start(std::size_t number, int processors) {
  Run run;
  run.places = nodes_.take(processors);
  State& state = states_[number];
  if (state.kept > Seconds(0)) run.stretch.pause = save_time(rules_.costs, processors);
  run.cause = state.cause;
  run.since = now_;
  Outcome& outcome = history_.outcomes[number];
  if (outcome.interruptions == 0) outcome.start = now_;
  outcome.waited += now_ - state.waits_since;
  const auto nodes = static_cast<int>(run.places.size());
  runs_.add(number, planned(number, processors, nodes, std::move(run)));
  if (jobs_[number].flexibility == Flexibility::malleable && processors < jobs_[number].processors)
    shrunk_.insert(number);
  if (jobs_[number].is_urgent) tell("start", number, "");
  vain_failures_ = 0;
}

void Simulation::end_next() {
  const std::size_t number = runs_.next();
  const Run& run = runs_[number];
  if (run.role == Role::working) {
    finish(number);
    return;
  }
  history_.ledger.urgent += run.stretch.pause * run.processors;
  if (run.role == Role::leaving) {
    State& state = states_[number];
    state.kept += std::exchange(state.unsaved, Seconds(0));
    state.saved_left = state.left;
    wait(number);
  }
  nodes_.give(runs_.remove(number).places);
}

void Simulation::finish(std::size_t number) {
  const Run run = runs_.remove(number);
  settle(number, run);
  nodes_.give(run.places);
  shrunk_.erase(number);
  history_.outcomes[number].end = now_;
  history_.outcomes[number].fate = Outcome::Fate::finished;
  --open_;
  if (jobs_[number].is_urgent) tell("finish", number, "");
}

void Simulation::lose(std::size_t number, const std::string& reason) {
  history_.outcomes[number].end = now_;
  history_.outcomes[number].fate = Outcome::Fate::lost;
  --open_;
  tell("lost", number, reason);
}

void Simulation::lose_all_waiting() {
  for (const WaitingJob& job : std::exchange(waiting_, {})) lose(job.job, "needs nodes that are never up together");
  vain_failures_ = 0;
}

/// Processors that those get who are not urgent.
int Simulation::usable() const { return std::max(0, nodes_.free() - rules_.idle); }

void Simulation::start_all() {
  do {
    start_head();
    if (waiting_.empty()) return;
    const int free = is_urgent_waiting() ? nodes_.free() : usable();
    if (free == 0) return;
    const std::vector<std::size_t> chosen = rules_.queue->choose({now_, free, waiting_, runs_.by_limit()});
    for (const std::size_t place : chosen) start(waiting_[place].job, waiting_[place].processors);
    remove(chosen);
  } while (start_moulded());
}

/// Urgent ones, who may have what is kept idle.
void Simulation::start_head() {
  while (is_urgent_waiting()) {
    if (waiting_.front().processors > nodes_.free()) make_room();
    if (waiting_.front().processors > nodes_.free()) return;
    const WaitingJob head = waiting_.front();
    waiting_.erase(waiting_.begin());
    start(head.job, head.processors);
  }
}

/// The first that has to wait starts on what is free, if it then ends before it would otherwise.
bool Simulation::start_moulded() {
  if (waiting_.empty()) return false;
  const WaitingJob& head = waiting_.front();
  const Job& job = jobs_[head.job];
  const int free = usable();
  if (job.flexibility == Flexibility::rigid || free < job.fewest || free >= head.processors) return false;
  if (!ends_sooner_on_less(head, stretch_on(job, free), free, runs_.by_limit(), now_)) return false;
  const std::size_t number = head.job;
  waiting_.erase(waiting_.begin());
  start(number, free);
  return true;
}

/// Those at these places, ascending, wait no more.
void Simulation::remove(const std::vector<std::size_t>& places) {
  if (places.empty()) return;
  auto kept = waiting_.begin() + static_cast<std::ptrdiff_t>(places.front());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t beyond = i + 1 < places.size() ? places[i + 1] : waiting_.size();
    kept = std::move(waiting_.begin() + static_cast<std::ptrdiff_t>(places[i]) + 1,
                     waiting_.begin() + static_cast<std::ptrdiff_t>(beyond), kept);
  }
  waiting_.erase(kept, waiting_.end());
}

History simulate(const std::vector<Job>& jobs, const Rules& rules, std::unique_ptr<Faults> faults) {
  return Simulation(jobs, rules, std::move(faults)).run();
}

} // namespace daruma::batch
