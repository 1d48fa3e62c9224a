// A machine with ranks beside a centre without: 20 jobs on 64 nodes, urgent ones among them, which lose work to them or
// what they have done since their last checkpoint.
#include "models/dyprc/dyprc.hpp"
#include "sim/base/random_stream.hpp"
#include "sim/centre/centre.hpp"
#include "tests/engine/rehearsal.hpp"

#include <cmath>
#include <gmock/gmock.h>

namespace daruma::engine::test {
namespace {

constexpr int nodes = 64;
constexpr double step_s = 5; ///< on all ranks
constexpr int steps_per_checkpoint = 2;

struct Policies {
  const char* queue;
  const char* urgent;
  const char* failure;
};

/// Where it matters every third can do with a quarter of its ranks, and runs in proportion longer; the 8th and the 15th
/// are urgent.
std::vector<centre::Job> twenty_jobs(const Policies& policies) {
  RandomStream random(11, 0, "twenty jobs");
  std::vector<centre::Job> jobs;
  double submit_s = 0;
  for (int i = 0; i < 20; ++i) {
    centre::Job job;
    submit_s += std::floor(random.uniform() * 60);
    job.submit = Seconds(submit_s + 0.5);
    job.run = job.limit = Seconds(step_s * (12 + std::floor(random.uniform() * 60)));
    job.processors = 4 * (1 + static_cast<int>(random.uniform() * 7));
    job.is_urgent = i == 7 || i == 14;
    if (i % 3 == 0 && policies.urgent == std::string("shrink")) {
      job.flexibility = centre::Flexibility::malleable;
      job.fewest = job.processors / 4;
    }
    jobs.push_back(job);
  }
  return jobs;
}

struct Seen {
  double makespan_s;
  double lost_s; ///< cores times seconds
};

Seen without_ranks(const Policies& policies) {
  const auto jobs = twenty_jobs(policies);
  centre::Rules rules;
  rules.nodes = nodes;
  rules.queue = centre::find_queue_policy(policies.queue);
  rules.urgent = centre::find_urgent_policy(policies.urgent);
  rules.failure = centre::find_failure_policy(policies.failure);
  if (rules.failure->resumption == centre::Resumption::from_checkpoint) {
    rules.costs.rule = PeriodRule::fixed;
    rules.costs.period = Seconds(step_s * steps_per_checkpoint);
  }
  const centre::History history = centre::simulate(jobs, rules);
  Seconds end{0};
  for (const centre::Outcome& outcome : history.outcomes) end = std::max(end, outcome.end);
  return {end.count(), (history.ledger.failure + history.ledger.urgent).count()};
}

scenario::Job with_ranks(const centre::Job& plan, const Policies& policies, int number) {
  scenario::Job job;
  job.name = "j" + std::to_string(number);
  job.model = "dyprc-iterate";
  job.start = plan.submit;
  job.ranks = plan.processors;
  job.limit = plan.limit;
  const bool is_malleable = plan.flexibility == centre::Flexibility::malleable;
  job.recovery = scenario::Recovery::rerun;
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
  for (const centre::Job& job : twenty_jobs(policies))
    scenario.jobs.push_back(with_ranks(job, policies, static_cast<int>(scenario.jobs.size())));
  return scenario;
}

/// Lost is all core time but that of a run on all ranks without interruption.
std::string seen_with_ranks(const records::Result& result) {
  double end_s = 0;
  double lost_s = 0;
  const auto plans = twenty_jobs({"", "", ""});
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
    for (const char* urgent : {"wait", "kill", "shrink"})
      for (const char* failure : {"rerun", "restart"}) all.push_back({queue, urgent, failure});
  return all;
}

TEST(CentreWithRanks, AgreesWithTheCentreWithout) {
  const auto policies = all_policies();
  std::vector<scenario::Scenario> scenes;
  for (const Policies& one : policies) scenes.push_back(with_ranks(one));
  const auto told = rehearse_together(scenes, models::dyprc::programs(), seen_with_ranks);
  for (std::size_t i = 0; i < told.size(); ++i) {
    const std::string what =
        std::string(policies[i].queue) + " " + policies[i].urgent + " " + policies[i].failure + ": " + told[i];
    const Seen planned = without_ranks(policies[i]);
    char* rest = nullptr;
    const double makespan_s = std::strtod(told[i].c_str(), &rest);
    ASSERT_NE(rest, told[i].c_str()) << what;
    EXPECT_NEAR(makespan_s, planned.makespan_s, 0.05 * planned.makespan_s) << what;
    EXPECT_NEAR(std::strtod(rest, nullptr), planned.lost_s, 0.05 * planned.lost_s + 1) << what;
  }
}

} // namespace
} // namespace daruma::engine::test
