#include "sim/batch/simulation.hpp"

#include "sim/batch/placement_cost.hpp"

#include <algorithm>

namespace daruma::batch {

void Runs::add(std::size_t number, Run run) {
  ends_.emplace(run.end, number);
  runs_.emplace(number, std::move(run));
}

Run Runs::remove(std::size_t number) {
  const auto found = runs_.find(number);
  Run run = std::move(found->second);
  runs_.erase(found);
  ends_.erase({run.end, number});
  return run;
}

namespace {

/// There is more than one pool, or a power cap that needs them.
std::optional<Pools> pools_of(const Rules& rules) {
  const bool is_capped = rules.power && !rules.power->caps.empty();
  if (rules.windows.empty() && rules.partitions.empty() && !is_capped) return std::nullopt;
  std::vector<std::vector<int>> nodes;
  nodes.reserve(rules.partitions.size());
  for (const Partition& one : rules.partitions) nodes.push_back(one.nodes);
  return std::make_optional<Pools>(rules.nodes, rules.cores, rules.windows, nodes);
}

} // namespace

Simulation::Simulation(const std::vector<Job>& jobs, const Rules& rules, Faults faults, CentreObserver* observer,
                       Supervisor* supervisor)
    : jobs_(jobs), rules_(rules), faults_(std::move(faults)), observer_(observer), supervisor_(supervisor),
      pools_(batch::pools_of(rules)),
      nodes_(rules.nodes, rules.cores, rules.spares, pools_ ? &*pools_ : nullptr, rules.choose_nodes),
      scheduler_(*rules.queue, *rules.preemption, rules.idle, rules.queue_parameters, pools_ ? &*pools_ : nullptr),
      file_system_(rules.costs.rates, rules.costs.cores), states_(jobs.size()),
      down_until_(static_cast<std::size_t>(rules.nodes), Seconds(0)), open_(jobs.size()), released_(jobs.size()) {
  history_.outcomes.resize(jobs.size());
  for (std::size_t number = 0; number < jobs.size(); ++number)
    if (jobs[number].after) followers_.emplace(*jobs[number].after, number);
  if (Dependencies::are_any(jobs)) dependencies_.emplace(jobs);
  if (faults_) fault_ = faults_();
  std::vector<PartitionQuota> quotas;
  quotas.reserve(rules.partitions.size());
  for (const Partition& one : rules.partitions) quotas.push_back(one.quota);
  quotas_.emplace(std::move(quotas));
  if (quotas_->is_any()) scheduler_.limit(*quotas_);
  if (rules.power && !rules.power->caps.empty()) cap_.emplace(*rules.power, rules.cores);
  if (rules.strategy != nullptr) scheduler_.resize_by(*rules.strategy);
  scheduler_.serve_requests(rules.requests);
  if (pools_) window_change_ = jobs.empty() ? never : next_window_change(Seconds(-1));
}

History Simulation::run() {
  constexpr int hopeless = 10000;
  while (open_ > 0) {
    const Seconds now = next_time();
    if (auto end = heed_supervisor(now)) {
      cut(std::move(*end));
      break;
    }
    if (now == never || vain_events_ > hopeless) {
      lose_all_waiting();
      continue;
    }
    advance(now);
    const bool is_news = let_happen();
    if (!admit() && !is_news) {
      if (observer_ != nullptr && use_file_system(rules_)) observer_->stands(state());
      continue;
    }
    do schedule();
    while (admit());
    if (rules_.choose_nodes) note_free_nodes();
    if (observer_ != nullptr) observer_->stands(state());
  }
  if (rules_.outside != nullptr) rules_.outside->simulation_ends(now_);
  return std::move(history_);
}

/// All that is due now. Whether there is anything to decide: not if all that happens is that jobs go on by themselves.
bool Simulation::let_happen() {
  bool is_news = rules_.outside != nullptr && rules_.outside->next_time() <= now_;
  for (; !changes_.empty() && changes_.begin()->first == now_; is_news = true) evolve_next();
  is_news |= end_steps();
  for (; fault_ && fault_->time == now_; is_news = true) fail_next();
  for (; !repairs_.empty() && repairs_.begin()->first == now_; is_news = true) repair_next();
  if (pools_ && window_change_ == now_) {
    change_windows();
    is_news = true;
  }
  for (; next_ < jobs_.size() && jobs_[next_].submit == now_; is_news = true) {
    submit(next_++);
    skip_followers();
  }
  for (; !thought_of_.empty() && thought_of_.begin()->first == now_; is_news = true)
    submit(thought_of_.extract(thought_of_.begin()).value().second);
  return is_news;
}

/// Where and by whom the run is ended before what comes next.
std::optional<results::Cut> Simulation::heed_supervisor(Seconds next) {
  if (supervisor_ == nullptr) return std::nullopt;
  if (supervisor_->is_curious()) supervisor_->tell({now_, 0, static_cast<int>(open_)});
  if (std::string by = supervisor_->order_to_stop(); !by.empty()) return results::Cut{now_, std::move(by)};
  if (next < never && next > supervisor_->until()) return results::Cut{supervisor_->until(), "--until"};
  return std::nullopt;
}

/// What those who run have done by then counts as work of jobs that did not come to their end.
void Simulation::cut(results::Cut cut) {
  advance(cut.at);
  while (!runs_.all().empty()) {
    const std::size_t number = runs_.all().begin()->first;
    settle(number, take_out(number));
  }
  for (std::size_t number = 0; number < jobs_.size(); ++number)
    if (history_.outcomes[number].fate == JobOutcome::Fate::pending)
      history_.ledger.lost += states_[number].saved.work + states_[number].unsaved;
  history_.cut = std::move(cut);
}

/// Failures alone bring nothing about where nobody runs or comes, nor do windows where nobody waits either.
Seconds Simulation::next_time() const {
  Seconds time = std::min(runs_.next_end(), file_system_.next());
  if (next_ < jobs_.size()) time = std::min(time, jobs_[next_].submit);
  if (!thought_of_.empty()) time = std::min(time, thought_of_.begin()->first);
  if (!changes_.empty()) time = std::min(time, changes_.begin()->first);
  if (!repairs_.empty()) time = std::min(time, repairs_.begin()->first);
  if (dependencies_) time = std::min(time, std::max(now_, dependencies_->next_time()));
  if (rules_.outside != nullptr) time = std::min(time, rules_.outside->next_time());
  const bool is_any_to_come = time < never;
  if (fault_ && is_any_to_come) time = std::min(time, fault_->time);
  if (is_any_to_come || scheduler_.demand().jobs > 0) time = std::min(time, window_change_);
  return time;
}

void Simulation::advance(Seconds now) {
  if (now_ >= jobs_.front().submit) {
    const Seconds time = now - now_;
    const CentreState until_now = state();
    Ledger& ledger = history_.ledger;
    ledger.down += until_now.down * time;
    ledger.spares += until_now.spare * time;
    ledger.maintenance += until_now.closed * time;
    ledger.held += until_now.held * time;
    ledger.reserved += until_now.reserved * time;
    (until_now.waiting > 0 ? ledger.beside_queue : ledger.idle) +=
        (until_now.free - until_now.held - until_now.reserved) * time;
    history_.capacity += rules_.nodes * rules_.cores * time;
    if (rules_.power) count_energy(until_now, time);
  }
  now_ = now;
}

CentreState Simulation::state() const {
  CentreState state{};
  state.time = now_;
  state.down = nodes_.down() * rules_.cores;
  state.spare = nodes_.spares() * rules_.cores;
  state.used = rules_.nodes * rules_.cores - nodes_.free() - state.down - state.spare;
  if (pools_)
    for (int pool = 0; pool < pools_->count(); ++pool) {
      const Pools::Access access = pools_->access(pool, now_);
      if (access == Pools::Access::closed) state.closed += nodes_.free(pool);
      if (access == Pools::Access::held) state.held += nodes_.free(pool);
    }
  state.free = nodes_.free() - state.closed;
  state.reserved = std::min(state.free - state.held, scheduler_.kept_for_urgent());
  const Scheduler::Demand demand = scheduler_.demand();
  state.waiting = demand.jobs;
  state.asked_for = demand.processors;
  if (rules_.power)
    state.power = idle_power(*rules_.power, rules_.nodes - nodes_.down(), nodes_.down()) +
                  power_of_core(*rules_.power, rules_.cores) * state.used;
  if (cap_) state.cap = cap_->at(now_);
  state.traffic = file_system_.traffic(now_);
  return state;
}

void Simulation::count_energy(const CentreState& state, Seconds time) {
  const double seconds = time.count();
  Energy& energy = history_.energy;
  const double of_jobs = state.used * (rules_.power->busy / rules_.cores).value();
  const double off = nodes_.down() * rules_.power->off.value();
  energy.of_jobs += of_jobs * seconds;
  energy.off += off * seconds;
  energy.idle += (state.power.value() - of_jobs - off) * seconds;
  if (time > Seconds(0)) energy.most_power = std::max(energy.most_power, state.power.value());
  if (cap_ && state.power > state.cap) energy.beyond_cap += time;
}

Seconds Simulation::next_window_change(Seconds time) const {
  return std::min(pools_->next_change(time), cap_ ? cap_->next_change(time) : never);
}

CoresByPool Simulation::pools_of(const Places& places) const {
  return pools_ ? pools_->cores_of(places) : CoresByPool();
}

/// Says which windows begin; whom they let in again, the scheduler sees.
void Simulation::change_windows() {
  for (const Window& window : pools_->windows()) {
    const Span span = window.next(now_);
    if (span.from == now_)
      tell(window.is_maintenance() ? "maintenance" : "reservation", jobs_.size(),
           "of " + std::to_string(window.nodes.size()) + (window.nodes.size() == 1 ? " node" : " nodes") + " for " +
               to_text(span.until - span.from));
  }
  window_change_ = next_window_change(now_);
  scheduler_.windows_changed();
  if (runs_.all().empty() && !is_anyone_to_come() && repairs_.empty()) ++vain_events_;
}

/// Its time on these cores is over, whether it goes on or not.
Run Simulation::take_out(std::size_t number) {
  Run run = runs_.remove(number);
  if (rules_.placement_cost != nullptr) rules_.placement_cost->leave(number);
  if (run.role == Role::working) forget_change(number);
  history_.outcomes[run.job].occupied += (now_ - run.since) * run.processors;
  if (observer_ != nullptr && run.since < now_)
    observer_->stayed({run.job, run.role == Role::working ? Stay::Purpose::work : Stay::Purpose::leaving, run.since,
                       now_, run.processors, run.places});
  return run;
}

void Simulation::tell(const char* kind, std::size_t job, std::string text) {
  history_.events.push_back({now_, kind, job, std::move(text)});
}

void Simulation::skip_followers() {
  while (next_ < jobs_.size() && jobs_[next_].after) ++next_;
}

/// The job has ended: those that follow it come after their think times.
void Simulation::let_follow(std::size_t number) {
  const auto [first, last] = followers_.equal_range(number);
  for (auto one = first; one != last; ++one) thought_of_.emplace(now_ + jobs_[one->second].think, one->second);
}

void Simulation::submit(std::size_t number) {
  history_.outcomes[number].submit = now_;
  State& state = states_[number];
  state.left = jobs_[number].run;
  state.piece = first_piece(pieces_of(jobs_[number]));
  state.saved = state.ordered = {state.left, Seconds(0), state.piece};
  if (jobs_[number].is_urgent) tell("submit", number, std::to_string(jobs_[number].processors) + " processors");
  if (dependencies_)
    dependencies_->came(number, now_);
  else
    enter_queue(number, now_);
}

/// The job may run, and could have since that time.
void Simulation::enter_queue(std::size_t number, Seconds since) {
  history_.outcomes[number].eligible = since;
  wait(number);
  states_[number].waits_since = since;
}

void Simulation::wait(std::size_t number) {
  const Job& job = jobs_[number];
  states_[number].waits_since = now_;
  const JobOutcome& outcome = history_.outcomes[number];
  const Request request{number,
                        job.processors,
                        job.limit,
                        job.is_urgent ? Priority::urgent : Priority::normal,
                        job.flexibility,
                        job.fewest,
                        job.serial_share,
                        0,
                        AfterLoss::keeps_the_rest,
                        outcome.submit,
                        job.account,
                        job.partition,
                        job.most,
                        outcome.eligible};
  scheduler_.submitted(request);
  if (rules_.outside != nullptr) rules_.outside->submitted(request, outcome.interruptions, now_);
}

/// How a job goes on from now on, on so many processors of so many nodes; its pause and places as given.
Run Simulation::planned(std::size_t number, int processors, int nodes, Run run) const {
  run.slide = rules_.slide && run.replaced > 0 ? rules_.slide(nodes, run.replaced) : 1;
  run.factor = stretch_on(jobs_[number], processors) * run.slide * run.stretch;
  run.processors = processors;
  run.since = now_;
  run.period = checkpoint_period(rules_.costs, processors, nodes);
  run.since_checkpoint = Seconds(0);
  return run;
}

void Simulation::start(std::size_t number, int processors, Places places) {
  Run run;
  run.job = number;
  run.places = std::move(places);
  const State& state = states_[number];
  run.processors = processors;
  if (state.saved.work > Seconds(0)) load_or_save(run);
  run.cause = state.cause;
  JobOutcome& outcome = history_.outcomes[number];
  if (outcome.interruptions == 0) outcome.start = now_;
  outcome.waited += now_ - state.waits_since;
  const int nodes = run.places.nodes();
  run.stretch = stretch_there(number, run.places);
  run = planned(number, processors, nodes, std::move(run));
  if (rules_.choose_nodes) note_start(run);
  begin_evolution(number);
  begin_step(number, std::move(run));
  if (dependencies_) dependencies_->started(number, now_);
  if (jobs_[number].is_urgent) tell("start", number, "");
  vain_events_ = 0;
}

/// The job has these nodes from now on.
double Simulation::stretch_there(std::size_t number, const Places& places) {
  return rules_.placement_cost == nullptr ? 1 : rules_.placement_cost->enter(number, places);
}

void Simulation::note_start(const Run& run) {
  PlacementRecord& record = history_.placement;
  ++record.starts;
  record.rows += run.places.rows();
  record.stretch += run.stretch;
}

void Simulation::note_free_nodes() {
  if (scheduler_.demand().jobs == 0) return;
  double& most = history_.placement.most_fragmentation;
  most = std::max(most, nodes_.fragmentation());
}

void Simulation::finish(std::size_t number) {
  const Run run = take_out(number);
  settle(number, run);
  nodes_.give(run.places);
  scheduler_.ended(number, now_);
  if (rules_.outside != nullptr) rules_.outside->ended(number, batsim::state_at_end(jobs_[number]), now_);
  history_.outcomes[number].end = now_;
  history_.outcomes[number].used = states_[number].saved.work + states_[number].unsaved;
  history_.ledger.finished += history_.outcomes[number].used;
  history_.outcomes[number].fate = JobOutcome::Fate::finished;
  --open_;
  let_follow(number);
  if (dependencies_)
    dependencies_->ended(number, jobs_[number].fails ? Dependencies::Ending::failed : Dependencies::Ending::succeeded,
                         now_);
  if (observer_ != nullptr) observer_->ended(number, history_.outcomes[number]);
  if (jobs_[number].is_urgent) tell("finish", number, "");
}

void Simulation::lose(std::size_t number, const std::string& reason) {
  history_.outcomes[number].end = now_;
  history_.outcomes[number].fate = JobOutcome::Fate::lost;
  history_.ledger.lost += states_[number].saved.work;
  --open_;
  let_follow(number);
  if (dependencies_) dependencies_->ended(number, Dependencies::Ending::failed, now_);
  if (observer_ != nullptr) observer_->ended(number, history_.outcomes[number]);
  tell("lost", number, reason);
}

void Simulation::lose_hopeless(std::size_t number) {
  if (rules_.outside != nullptr) return lose(number, "was never started by the scheduler");
  if (jobs_[number].processors <= nodes_.free() && !pools_)
    return lose(number, "was never started by the queue's policy, though there was room");
  lose(number,
       pools_ ? "needs nodes that it may never have together for so long" : "needs nodes that are never up together");
}

void Simulation::lose_all_waiting() {
  for (const std::size_t number : scheduler_.waiting()) {
    scheduler_.ended(number, now_);
    lose_hopeless(number);
  }
  vain_events_ = 0;
}

void Simulation::schedule() {
  if (rules_.outside != nullptr) return follow_outside();
  std::vector<Decision> decisions;
  if (cap_) scheduler_.limit(PowerRoom{&*cap_, idle_power(*rules_.power, rules_.nodes - nodes_.down(), nodes_.down())});
  do {
    decisions = scheduler_.decide(now_, nodes_.free(), nodes_.free_by_pool());
    for (const Decision& decision : decisions) carry_out(decision);
  } while (make_room(decisions));
}

void Simulation::carry_out(const Decision& decision) {
  switch (decision.kind) {
  case Decision::Kind::start:
    return start(decision.job, decision.processors,
                 pools_ ? nodes_.take(decision.where) : nodes_.take(decision.processors));
  case Decision::Kind::shrink:
    return shrink(decision.job, decision.processors, jobs_[decision.whom].is_urgent ? Cause::urgent : Cause::resizing);
  case Decision::Kind::grow:
    return grow(decision.job, decision.processors, decision.where);
  case Decision::Kind::preempt:
    return preempt(decision.job);
  case Decision::Kind::reject:
    return lose_hopeless(decision.job);
  }
}

Seconds sum(const Ledger& ledger) {
  return ledger.finished + ledger.lost + ledger.failure + ledger.checkpoints + ledger.placement + ledger.file_system +
         ledger.spares + ledger.urgent + ledger.resizing + ledger.down + ledger.maintenance + ledger.held +
         ledger.reserved + ledger.beside_queue + ledger.idle;
}

History simulate(const std::vector<Job>& jobs, const Rules& rules, Faults faults, CentreObserver* observer,
                 Supervisor* supervisor) {
  return Simulation(jobs, rules, std::move(faults), observer, supervisor).run();
}

} // namespace daruma::batch
