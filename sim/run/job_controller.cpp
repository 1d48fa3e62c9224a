#include "sim/run/job_controller.hpp"

#include "sim/core/number.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/words.hpp"
#include "sim/results/recoveries.hpp"
#include "sim/run/trace_rules.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace daruma::run {

namespace {

std::string listed(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

/// "takes 4 times as long for 2s"
std::string told(const scenario::Slowdown& slowdown) {
  return "takes " + shortest(slowdown.factor) + " times as long for " + to_text(slowdown.duration);
}

std::string told_at_end(const scenario::Slowdown& slowdown) {
  return "no longer takes " + shortest(slowdown.factor) + " times as long";
}

/// A time rounded to milliseconds, for people to read.
std::string to_milliseconds(Seconds time) { return to_text(Seconds(std::round(time.count() * 1e3) / 1e3)); }

} // namespace

JobController::JobController(const scenario::Scenario& scenario, int replication, Driver& driver)
    : scenario_(scenario), replication_(replication), driver_(driver), event_plan_(scenario, replication),
      cores_(scenario.machine.nodes, scenario.machine.cores) {
  apply_trace_rules(scenario, log_);
  for (const scenario::Job& job : scenario.jobs) jobs_.push_back(std::make_unique<JobLife>(job, jobs_.size()));
}

JobLife& JobController::find(std::string_view name) {
  return **std::find_if(jobs_.begin(), jobs_.end(), [name](const auto& job) { return job->name() == name; });
}

bool JobController::is_over() const { return jobs_left() == 0; }

int JobController::jobs_left() const {
  return static_cast<int>(std::count_if(jobs_.begin(), jobs_.end(), [](const auto& job) { return !job->has_ended(); }));
}

void JobController::break_down(Breakdown kind, const std::string& why) {
  if (!breakdown_.empty()) return;
  breakdown_ = why;
  kind_of_breakdown_ = kind;
}

void JobController::break_off(const std::string& what) {
  for (const auto& job : jobs_)
    if (!job->has_ended()) job->break_off(driver_.now(), what);
}

void JobController::cut(const std::string& by) {
  if (is_over()) return;
  cut_ = results::Cut{driver_.now(), by};
  note("cut", by);
  for (const auto& job : jobs_) {
    if (job->has_ended()) continue;
    job->abort("");
    job->break_off(driver_.now(), "the run was cut by " + by);
    driver_.kill_all(*job, "the run was cut");
  }
}

results::Result JobController::result(std::map<std::string, std::string> versions) {
  results::Result result;
  result.scenario_json = scenario_.resolved_json;
  result.seed = scenario_.seed;
  result.replication = replication_;
  result.versions = std::move(versions);
  result.cut = cut_;
  result.trace = trace_remark(scenario_);
  phases_.end_all(driver_.now());
  log_.hand_over(result);
  for (const auto& job : jobs_) results::enter(result, job->row());
  results::enter_recoveries(result, partly_recorded(scenario_));
  for (const scenario::Event& event : scenario_.events)
    if (!cut_ && breakdown_.empty() && have_come_.count(&event) == 0)
      result.never_due.push_back(event_plan_.never_due(event, result.jobs));
  return result;
}

void JobController::note(const JobLife& job, const std::string& kind, const std::string& text, int process) {
  log_.add(results::Event{driver_.now(), kind, job.name(), process, text});
}

void JobController::note(const std::string& kind, const std::string& text) {
  log_.add(results::Event{driver_.now(), kind, "", -1, text});
}

// --- What is planned

/// Who has started by then is not started again; who has ended never is, though its time comes with the horizon's.
void JobController::plan_starts() {
  for (const auto& job : jobs_)
    if (job->is_waiting())
      driver_.at(job->plan().start, [this, &job = *job] {
        if (job.is_waiting()) driver_.submit(job);
      });
}

void JobController::plan_events() {
  plan(event_plan_.events());
  for (const NodeFailure& failure : event_plan_.failures())
    driver_.at(failure.time, [this, node = failure.node] {
      if (goes_on()) driver_.switch_off(node);
    });
}

void JobController::plan(const std::vector<Due>& all) {
  for (const Due& due : all) driver_.at(due.when, [this, event = due.event] { carry_out(*event); });
}

void JobController::plan_horizon() {
  if (scenario_.horizon > Seconds(0)) driver_.at(scenario_.horizon, [this] { close_at_horizon(); });
}

void JobController::close_at_horizon() {
  const std::string horizon = "the horizon of " + to_text(scenario_.horizon);
  for (const auto& job : jobs_) {
    if (job->has_ended()) continue;
    job->abort((job->is_waiting() ? "not started by " : "still running at ") + horizon);
    end(*job, driver_.now(), "");
    driver_.kill_all(*job, "the simulation's horizon");
  }
}

// --- What happens to jobs

void JobController::began(JobLife& job, Seconds when, int processes) {
  job.begin(when);
  log_.add(results::Event{when, "start", job.name(), -1, std::to_string(processes) + " processes"});
}

void JobController::died(JobLife& job, int process, Seconds when, const std::string& cause) {
  if (job.die(process, when)) log_.add(results::Event{when, "death", job.name(), process, cause});
  if (const auto hanging = hanging_.find(job.node_of(process)); hanging != hanging_.end()) ++hanging->second.deaths;
  left(job, process, when);
}

void JobController::failed(JobLife& job, int process, Seconds when, int status) {
  log_.add(results::Event{when, "exit", job.name(), process, "exit status " + std::to_string(status)});
  job.fail(process, status);
}

void JobController::aborted(JobLife& job, int by, Seconds when, const std::string& reason) {
  if (job.is_aborted()) return;
  if (by < 0)
    job.abort(reason);
  else
    job.abort_itself(by, reason);
  log_.add(results::Event{when, "abort", job.name(), by, reason});
}

void JobController::broke(const JobLife& job, int process, Breakdown kind, const std::string& what) {
  break_down(kind, job.name() + ": process " + std::to_string(process) + " stopped with an error: " + what);
}

void JobController::restarted(JobLife& job, int process, Seconds when, const std::string& how) {
  log_.add(results::Event{when, "restart", job.name(), process, how});
  job.restart();
  plan(event_plan_.events_after(job.name(), job.row().restarts, when));
}

void JobController::migrated(const JobLife& job, int process, Seconds when, const std::vector<RankMove>& moves) {
  log_.add(results::Event{when, "migration", job.name(), process, to_text(moves)});
}

void JobController::answered(JobLife& job, int process, Seconds when, int ranks) {
  job.answer();
  log_.add(results::Event{when, "answer", job.name(), process, std::to_string(ranks) + " ranks"});
}

void JobController::phase_begun(const JobLife& job, int process, Seconds when, const std::string& name) {
  phases_.begin(job.name(), process, name, when);
}

void JobController::phase_ended(const JobLife& job, int process, Seconds when) {
  phases_.end(job.name(), process, when);
}

void JobController::left(JobLife& job, int process, Seconds when) {
  phases_.end_all_of(job.name(), process, when);
  if (slow_processes_.forget({job.index(), process})) driver_.slow_process(job, process, 1);
  if (const auto node = job.release(process, when)) cores_.give_back(*node);
  driver_.forget(job, process);
  if (job.living() == 0 && !job.has_ended()) driver_.last_one_gone(job);
}

void JobController::rolled_back(const JobLife& job, int process, Seconds when) {
  phases_.end_all_of(job.name(), process, when);
}

void JobController::emptied(JobLife& job, Seconds when) {
  const Sequel sequel = breakdown_.empty() ? job.sequel() : Sequel::end;
  if (sequel == Sequel::end) return end(job, when, "all its processes died");
  job.run_again();
  driver_.submit_again(job, sequel);
}

void JobController::end(JobLife& job, Seconds when, const std::string& reason) {
  job.end(when, reason);
  const results::JobRow& row = job.row();
  log_.add(results::Event{row.end, "end", job.name(), -1,
                          row.finished ? std::to_string(row.ranks_at_end) + " ranks" : row.reason});
  measure(job);
  driver_.job_ended(job);
}

/// What a job that has ended waited for, used, and is judged by.
void JobController::measure(const JobLife& job) {
  const results::JobRow& row = job.row();
  if (scenario_.manager) {
    const Seconds eligible = job.eligible_since();
    log_.metric(row.name + ".wait_s", 0, (row.start - eligible).count());
    if (!job.plan().dependency.terms.empty())
      log_.metric(row.name + ".dependency_wait_s", 0, (eligible - job.plan().start).count());
    log_.metric(row.name + ".core_s", 0, job.core_time().count());
  }
  if (!job.plan().deadline) return;
  const Seconds deadline = *job.plan().deadline;
  const Seconds response = row.end - job.plan().start;
  const bool is_met = row.finished && response <= deadline;
  log_.metric(row.name + ".response_s", 0, response.count());
  log_.metric(row.name + ".deadline_met", 0, is_met ? 1 : 0);
  log_.add(results::Event{row.end, "deadline", row.name, -1,
                          (is_met ? "met: " : "missed: ") + to_milliseconds(response) + " of " + to_text(deadline)});
}

// --- What is done to them

void JobController::carry_out(const scenario::Event& event) {
  if (!goes_on()) return;
  have_come_.insert(&event);
  std::visit([&](const auto& action) { act(action, event); }, event.action);
}

void JobController::act(const scenario::KillProcesses& kill, const scenario::Event&) {
  JobLife& job = find(kill.job);
  for (const int process : kill.processes)
    if (lives(job, process, "kill")) kill_process(job, process);
}

void JobController::act(const scenario::KillRanks& kill, const scenario::Event&) {
  for (const int rank : victims(kill)) kill_rank(find(kill.job), rank);
}

void JobController::act(const scenario::KillRandom& kill, const scenario::Event& event) {
  JobLife& job = find(kill.job);
  const int living = static_cast<int>(driver_.living(job).size());
  for (const int rank : event_plan_.victims(kill, event, living)) kill_rank(job, rank);
}

void JobController::act(const scenario::SlowProcesses& slow, const scenario::Event&) {
  JobLife& job = find(slow.job);
  for (const int process : slow.processes)
    if (lives(job, process, "slowdown")) slow_process(job, process, slow.slowdown);
}

void JobController::act(const scenario::SlowRanks& slow, const scenario::Event&) {
  JobLife& job = find(slow.job);
  for (const int rank : slow.ranks)
    if (const auto process = process_of(job, rank, "slowdown")) slow_process(job, *process, slow.slowdown);
}

template <class Key, class Note, class SetFactor>
void JobController::slow_down(Slowness<Key>& slowness, const Key& key, const scenario::Slowdown& slowdown, Note tell,
                              SetFactor set) {
  tell("slow", told(slowdown));
  set(slowness.begin(key, slowdown.factor));
  when_over(slowdown.duration, [&slowness, &slowdown, key, tell, set] {
    const auto times = slowness.end(key, slowdown.factor);
    if (!times) return;
    tell("slow_end", told_at_end(slowdown));
    set(*times);
  });
}

void JobController::slow_process(JobLife& job, int process, const scenario::Slowdown& slowdown) {
  const auto tell = [this, &job, process](const char* kind, const std::string& text) {
    note(job, kind, "what it computes " + text, process);
  };
  const auto set = [this, &job, process](double factor) { driver_.slow_process(job, process, factor); };
  slow_down(slow_processes_, {job.index(), process}, slowdown, tell, set);
}

void JobController::act(const scenario::SlowNode& slow, const scenario::Event&) {
  const auto tell = [this, node = slow.node](const char* kind, const std::string& text) {
    note(kind, "node-" + std::to_string(node) + ": what is computed there " + text);
  };
  slow_down(slow_nodes_, slow.node, slow.slowdown, tell,
            [this, node = slow.node](double factor) { driver_.slow_node(node, factor); });
}

void JobController::act(const scenario::SlowLink& slow, const scenario::Event&) {
  const auto tell = [this, &slow](const char* kind, const std::string& text) {
    note(kind, "link " + slow.link + ": what it carries " + text);
  };
  slow_down(slow_links_, slow.link, slow.slowdown, tell,
            [this, &slow](double factor) { driver_.slow_link(slow.link, factor); });
}

void JobController::act(const scenario::Hang& hang, const scenario::Event&) {
  const std::string name = "node-" + std::to_string(hang.node);
  if (is_lost(hang.node)) return note("ignored", "hang of " + name + ": it is lost");
  note("hang", name + ": does not answer for " + to_text(hang.duration));
  if (++hanging_[hang.node].hangs == 1) begin_hang(hang.node);
  when_over(hang.duration, [this, node = hang.node] {
    if (--hanging_[node].hangs == 0 && !is_lost(node)) end_hang(node);
  });
}

/// Whoever is there may be declared dead for it.
void JobController::begin_hang(int node) {
  cores_.withhold(node);
  for (const auto& job : jobs_)
    if (!on_node(*job, node).empty()) job->strike();
  driver_.hang(node);
}

void JobController::end_hang(int node) {
  const int deaths = std::exchange(hanging_[node], {}).deaths;
  const std::string lost = std::to_string(deaths) + (deaths == 1 ? " of its processes is" : " of its processes are");
  note("return", "node-" + std::to_string(node) + ": answers again" + (deaths > 0 ? "; " + lost + " dead" : ""));
  cores_.restore(node);
  driver_.answer(node);
}

void JobController::act(const scenario::Partition& partition, const scenario::Event&) {
  const std::string one = "between nodes " + listed(partition.nodes);
  const std::string both = one + " and " + (partition.from.empty() ? "all others" : listed(partition.from));
  note("partition", both + " nothing passes for " + to_text(partition.duration));
  driver_.begin(partition);
  when_over(partition.duration, [this, &partition, both] {
    note("partition_end", both + " all passes again");
    driver_.end(partition);
  });
}

/// A draw is keyed by how many there were in its process, not by its event: what happens is the same in a scenario that
/// has another event beside it.
ChooseBit JobController::chooser_of(JobLife& job, int process, std::optional<int> bit) {
  return [this, &job, process, bit](std::uint64_t bits, const std::string& of_what) -> std::optional<std::uint64_t> {
    const std::string range = " of " + std::to_string(bits) + " in " + of_what;
    if (bit && static_cast<std::uint64_t>(*bit) >= bits) {
      note(job, "ignored", "flip of bit " + std::to_string(*bit) + range, process);
      return std::nullopt;
    }
    std::uint64_t chosen = bit.value_or(0);
    if (!bit) {
      const std::string purpose = "flip/" + job.name() + "/" + std::to_string(process) + "/" +
                                  std::to_string(drawn_bits_[{job.index(), process}]++);
      chosen = RandomStream(scenario_.seed, static_cast<std::uint64_t>(replication_), purpose).below(bits);
    }
    job.strike();
    note(job, "flip", "bit " + std::to_string(chosen) + range, process);
    return chosen;
  };
}

void JobController::act(const scenario::FlipMessage& flip, const scenario::Event&) {
  JobLife& job = find(flip.job);
  for (const int process : flip.processes)
    if (lives(job, process, "flip in a message"))
      driver_.flip_message(job, process, flip.nth, chooser_of(job, process, flip.bit));
}

void JobController::act(const scenario::FlipArray& flip, const scenario::Event&) {
  JobLife& job = find(flip.job);
  for (const int process : flip.processes) {
    if (!lives(job, process, "flip in array " + flip.array)) continue;
    if (!driver_.flip_array(job, process, flip.array, chooser_of(job, process, flip.bit)))
      note(job, "ignored", "flip in array " + flip.array + ": the program has named none so", process);
  }
}

void JobController::act(const scenario::DelayMessage& delay, const scenario::Event&) {
  JobLife& job = find(delay.job);
  for (const int process : delay.processes) {
    if (!lives(job, process, "delay of a message")) continue;
    note(job, "late", "its " + scenario::ordinal(delay.nth) + " message from now on, by " + to_text(delay.duration),
         process);
    driver_.delay_message(job, process, delay.nth, delay.duration);
  }
}

void JobController::act(const scenario::DelayNews& delay, const scenario::Event&) {
  JobLife& job = find(delay.job);
  for (const int process : delay.processes) {
    if (!lives(job, process, "delay of news")) continue;
    note(job, "late", "news of deaths, by " + to_text(delay.duration), process);
    driver_.delay_news(job, process, delay.duration);
  }
}

void JobController::act(const scenario::DenyMemory& deny, const scenario::Event&) {
  JobLife& job = find(deny.job);
  for (const int process : deny.processes) {
    if (!lives(job, process, "denial of memory")) continue;
    const auto told = [this, &job, process](const std::string& what) {
      job.strike();
      note(job, "no_memory", what, process);
    };
    driver_.deny_memory(job, process, deny.nth, told);
  }
}

void JobController::when_over(Seconds duration, std::function<void()> action) {
  driver_.at(driver_.now() + duration, [this, action = std::move(action)] {
    if (goes_on()) action();
  });
}

void JobController::act(const scenario::Resize& resize, const scenario::Event&) {
  order(find(resize.job), std::to_string(resize.to));
}

void JobController::act(const scenario::Command& command, const scenario::Event&) {
  order(find(command.job), command.text);
}

bool JobController::lives(const JobLife& job, int process, const std::string& deed) {
  const auto living = driver_.living(job);
  const bool is_there = std::binary_search(living.begin(), living.end(), process);
  if (!is_there) note(job, "ignored", deed + " of process " + std::to_string(process) + ": it does not live");
  return is_there;
}

std::optional<int> JobController::process_of(const JobLife& job, int rank, const std::string& deed) {
  const auto living = driver_.living(job);
  if (rank < static_cast<int>(living.size())) return living[static_cast<std::size_t>(rank)];
  note(job, "ignored", deed + " of rank " + std::to_string(rank) + ": there are " + std::to_string(living.size()));
  return std::nullopt;
}

void JobController::kill_rank(JobLife& job, int rank) {
  if (const auto process = process_of(job, rank, "kill")) kill_process(job, *process);
}

void JobController::kill_process(JobLife& job, int process) {
  job.strike();
  driver_.kill(job, process, "killed");
}

void JobController::order(JobLife& job, const std::string& line) {
  if (job.has_ended()) return note(job, "ignored", "order \"" + line + "\": the job has ended");
  note(job, "order", line);
  driver_.deliver(job, line);
}

std::vector<int> JobController::on_node(const JobLife& job, int node) const {
  std::vector<int> there = driver_.living(job);
  const auto is_elsewhere = [&](int process) { return job.node_of(process) != node; };
  there.erase(std::remove_if(there.begin(), there.end(), is_elsewhere), there.end());
  return there;
}

void JobController::give_up(int node) {
  cores_.lose(node);
  driver_.node_given_up();
}

bool JobController::lose_node(int node, NodeLoss loss, const std::string& why) {
  if (is_over() || !lost_nodes_.insert(node).second) return false;
  note(std::string(word_of(kinds_of_loss, loss)), told_of_node(node, why));
  give_up(node);
  for (const auto& job : jobs_)
    if (!on_node(*job, node).empty()) job->strike();
  return true;
}

void JobController::strike_node(int node, const std::string& cause) {
  for (const auto& job : jobs_)
    for (const int process : on_node(*job, node)) {
      job->strike();
      driver_.kill(*job, process, cause);
    }
}

} // namespace daruma::run
