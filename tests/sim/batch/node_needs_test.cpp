// Memory and GPUs of jobs: what they hold of whole and of shared nodes, against nodes that are filled one by one.
#include "sim/batch/node_needs.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/core/temporary_folder.hpp"
#include "tests/sim/batch/centre_run.hpp"

#include <gmock/gmock.h>

#include <fstream>

namespace daruma::batch {
namespace {

using testing::HasSubstr;

LoggedJob needy(int processors, double memory, int gpus) {
  LoggedJob job;
  job.processors = processors;
  job.memory = Bytes(memory);
  job.gpus = gpus;
  return job;
}

/// Nodes that a job takes which puts its processors on them one after the other, and then adds nodes for its GPUs.
int filled_nodes(const LoggedJob& job, const NodeStock& stock) {
  int nodes = 0;
  int free_cores = 0;
  Bytes free_memory{0};
  for (int i = 0; i < job.processors; ++i) {
    if (free_cores == 0 || (stock.memory > Bytes(0) && free_memory < job.memory)) {
      ++nodes;
      free_cores = stock.cores;
      free_memory = stock.memory;
    }
    --free_cores;
    free_memory = free_memory - job.memory;
  }
  if (stock.gpus > 0)
    while (nodes * stock.gpus < job.gpus) ++nodes;
  return nodes;
}

TEST(WholeNodes, AreThoseThatAreFilledOneByOne) {
  RandomStream random(1, 0, "needs");
  for (int i = 0; i < 2000; ++i) {
    const NodeStock stock{static_cast<int>(1 + random.below(8)), Bytes(static_cast<double>(random.below(40))),
                          static_cast<int>(random.below(5))};
    const LoggedJob job = needy(static_cast<int>(1 + random.below(60)), static_cast<double>(random.below(20)),
                                static_cast<int>(random.below(30)));
    const auto held = held_processors(job, stock, Sharing::whole_nodes);
    const bool has_room = stock.memory == Bytes(0) || job.memory <= stock.memory;
    ASSERT_EQ(held.has_value(), has_room) << i;
    ASSERT_EQ(held.value_or(0), has_room ? filled_nodes(job, stock) * stock.cores : 0) << i;
  }
}

TEST(SharedNodes, NeverGiveAwayMoreThanThereIs) {
  RandomStream random(2, 0, "needs");
  for (int i = 0; i < 500; ++i) {
    const NodeStock stock{static_cast<int>(1 + random.below(8)), Bytes(static_cast<double>(1 + random.below(40))),
                          static_cast<int>(1 + random.below(4))};
    const int nodes = static_cast<int>(1 + random.below(6));
    int room = nodes * stock.cores;
    double memory = 0;
    int gpus = 0;
    for (int tries = 0; tries < 50; ++tries) {
      const LoggedJob job = needy(static_cast<int>(1 + random.below(6)), static_cast<double>(random.below(12)),
                                  static_cast<int>(random.below(4)));
      const auto held = held_processors(job, stock, Sharing::shared_nodes);
      if (!held || *held > room) continue;
      ASSERT_GE(*held, job.processors);
      room -= *held;
      memory += job.processors * job.memory.value();
      gpus += job.gpus;
    }
    ASSERT_LE(memory, nodes * stock.memory.value() * (1 + 1e-12)) << i;
    ASSERT_LE(gpus, nodes * stock.gpus) << i;
  }
}

TEST(SharedNodes, ByHand) {
  const NodeStock stock{8, Bytes(64), 4};
  const auto held = [&](int processors, double memory, int gpus) {
    return held_processors(needy(processors, memory, gpus), stock, Sharing::shared_nodes);
  };
  EXPECT_EQ(held(3, 8, 0), 3) << "its share of memory is that of its cores";
  EXPECT_EQ(held(1, 32, 0), 4) << "half of a node's memory";
  EXPECT_EQ(held(1, 1, 3), 6) << "three of four GPUs";
  EXPECT_EQ(held_processors(needy(3, 4e9, 0), {48, Bytes(192e9), 0}, Sharing::shared_nodes), 3) << "and no rounding";
  EXPECT_EQ(held(1, 65, 0), std::nullopt) << "more than a node has";
  EXPECT_EQ(held(2, 0, 0), 2) << "nothing is known of its memory";
}

class CentreWithMemory : public testing::Test {
protected:
  /// Two nodes of four cores, 8 GiB and two GPUs each.
  CentreWithMemory() {
    scenario_.machine.nodes = 2;
    scenario_.machine.cores = 4;
    scenario_.centre.emplace().log = folder_.path() / "jobs.swf";
    scenario_.centre->node = scenario::CentreNode{Bytes(8.0 * (1 << 30)), 2};
  }

  void log(const std::string& jobs) const { std::ofstream(scenario_.centre->log) << "; GPUs: field 19\n" << jobs; }

  results::Result run() const { return test::result_of(scenario_); }

  TemporaryFolder folder_;
  scenario::Scenario scenario_;
};

TEST_F(CentreWithMemory, JobsWaitForMemoryAndGpusToo) {
  log("1 0 -1 10 1 -1 -1 1 10 8388608 1 1 1 1 1 -1 -1 -1 0\n" // all of a node's memory
      "2 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 -1 -1 -1 2\n"      // all of its GPUs
      "3 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 -1 -1 -1 0\n");    // nothing
  const results::Result result = run();
  EXPECT_EQ(result.metrics.at("makespan_s"), 20);
  EXPECT_DOUBLE_EQ(result.metrics.at("stranded_node_h"), 2 * 3 * 10 / 4.0 / 3600);
  EXPECT_DOUBLE_EQ(result.metrics.at("memory_utilisation"), 10 / (2 * 20.0));
  EXPECT_DOUBLE_EQ(result.metrics.at("gpu_utilisation"), 10 / (2 * 20.0));
}

TEST_F(CentreWithMemory, WhoFitsOnNoNodeIsLeftOutAndWhoFitsOnNoMachineRefused) {
  log("1 0 -1 10 1 -1 -1 1 10 9000000 1 1 1 1 1 -1 -1 -1 0\n"
      "2 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 -1 -1 -1 0\n");
  const results::Result result = run();
  EXPECT_EQ(result.metrics.at("jobs_left_out"), 1);
  EXPECT_EQ(result.metrics.at("jobs"), 1);
  log("1 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 -1 -1 -1 5\n");
  try {
    run();
    FAIL();
  } catch (const scenario::ScenarioError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("line 2: a job of 1 processor, which holds 10 for its memory or GPUs, never fits "
                          "on the machine's 8"));
  }
}

TEST_F(CentreWithMemory, FlexibleJobsAreRefused) {
  log("1 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 -1 -1 -1 0\n");
  scenario_.centre->flexible.malleable = 0.5;
  try {
    run();
    FAIL();
  } catch (const scenario::ScenarioError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/centre/node: what flexible"));
  }
}

} // namespace
} // namespace daruma::batch
