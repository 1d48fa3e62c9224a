// Jobs with ranks beside the same jobs in a centre without, under every queue policy, and EASY under every order: where
// nothing fails, each job starts when it does there.
#include "models/dyprc/mpi/dyprc.hpp"
#include "sim/batch/centre.hpp"
#include "sim/core/random_stream.hpp"
#include "tests/sim/run/simulated/in_process.hpp"
#include "tests/sim/run/simulated/planned_jobs.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <sstream>

namespace daruma::run::test {
namespace {

constexpr int nodes = 64;
constexpr int draws = 10;
constexpr Seconds step{10};

struct Discipline {
  std::string queue;
  std::string order;
};

std::vector<Discipline> all_disciplines() {
  std::vector<Discipline> all;
  for (const auto* const queue : batch::queue_policies()) all.push_back({std::string(queue->name), ""});
  for (const auto* const order : batch::queue_orders()) all.push_back({"easy", std::string(order->name)});
  return all;
}

/// Of five users in three queues, who ask for up to four times what they take; most of them have to wait, and some for
/// others that are behind them by the order.
std::vector<batch::Job> thirty_jobs(int draw) {
  RandomStream random(13, static_cast<std::uint64_t>(draw), "thirty jobs");
  std::vector<batch::Job> jobs;
  double submit_s = 0;
  for (int i = 0; i < 30; ++i) {
    batch::Job job;
    submit_s += random.uniform() * 60;
    job.submit = Seconds(submit_s);
    job.run = Seconds((5 + std::floor(random.uniform() * 60)) * step.count() * (1 + 0.001 * random.uniform()));
    job.limit = job.run * (1 + 3 * random.uniform());
    job.processors = 1 + static_cast<int>(random.below(random.below(4) == 0 ? 60 : 20));
    job.account = {1 + static_cast<int>(random.below(5)), 1 + static_cast<int>(random.below(3)), 0,
                   static_cast<int>(random.below(100))};
    jobs.push_back(job);
  }
  return jobs;
}

scenario::QueueParameters parameters_of(const Discipline& discipline) {
  scenario::QueueParameters parameters;
  parameters.order = discipline.order;
  parameters.priority.partitions = {1, 3, 2};
  return parameters;
}

std::vector<double> starts_without_ranks_s(int draw, const Discipline& discipline) {
  batch::Rules rules;
  rules.nodes = nodes;
  rules.queue = find_entry(batch::queue_policies(), discipline.queue);
  rules.queue_parameters = parameters_of(discipline);
  std::vector<double> starts;
  for (const batch::JobOutcome& outcome : batch::simulate(thirty_jobs(draw), rules).outcomes)
    starts.push_back(outcome.start.count());
  return starts;
}

scenario::Scenario with_ranks(int draw, const Discipline& discipline) {
  scenario::Scenario scenario = single_cores(nodes, {discipline.queue, "wait", 0});
  scenario.manager->queue_parameters = parameters_of(discipline);
  for (const batch::Job& job : thirty_jobs(draw)) scenario.jobs.push_back(planned_job(job, step, scenario.jobs.size()));
  return scenario;
}

std::string starts_in(const results::Result& result) {
  std::string starts;
  for (const results::JobRow& job : result.jobs) starts += std::to_string(job.start.count()) + " ";
  return starts;
}

class QueueWithRanks : public testing::TestWithParam<Discipline> {};

TEST_P(QueueWithRanks, StartsEachJobWhenTheCentreWithoutDoes) {
  std::vector<scenario::Scenario> scenarios;
  for (int draw = 0; draw < draws; ++draw) scenarios.push_back(with_ranks(draw, GetParam()));
  const auto told = simulate_together(scenarios, models::dyprc::programs(), starts_in);
  for (int draw = 0; draw < draws; ++draw) {
    std::istringstream with(told[static_cast<std::size_t>(draw)]);
    int job = 0;
    for (const double without_s : starts_without_ranks_s(draw, GetParam())) {
      double with_s = 0;
      ASSERT_TRUE(with >> with_s) << with.str();
      EXPECT_NEAR(with_s, without_s, 0.1) << "job " << job << " of draw " << draw;
      ++job;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, QueueWithRanks, testing::ValuesIn(all_disciplines()), [](const auto& discipline) {
  std::string name = discipline.param.queue + discipline.param.order;
  std::replace(name.begin(), name.end(), '+', 'p');
  name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
  return name;
});

} // namespace
} // namespace daruma::run::test
