// The costs of a centre's jobs are those of jobs with ranks.
#include "models/spares/fast/stencil.hpp"
#include "sim/batch/costs.hpp"
#include "sim/batch/scenario_costs.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace daruma::batch {
namespace {

constexpr StorageRates rates{BytesPerSecond(4e9), BytesPerSecond(1e9), BytesPerSecond(5e9)};

TEST(Costs, OfCheckpointsOnTheFileSystemAreThoseOfAStencilJobsRanks) {
  const Bytes size(2e9);
  StorageRates slow = rates;
  slow.file_system_latency = Seconds(0.02);
  const fast::CheckpointTransfer transfer{size / slow.file_system, size / slow.link, slow.file_system_latency};
  for (const std::size_t ranks : {1, 3, 5, 6, 100}) {
    const Seconds together = copy_together(CheckpointPlace::file_system, size, static_cast<int>(ranks), 1, slow);
    EXPECT_DOUBLE_EQ(together.count(), fast::last_end(transfer, std::vector<Seconds>(ranks, Seconds(0))).count());
  }
}

TEST(Costs, OfCheckpointsInMemoryCrossTheLinkThatANodesProcessesShare) {
  EXPECT_DOUBLE_EQ(copy_together(CheckpointPlace::local_memory, Bytes(1e9), 100, 8, rates).count(), 0.25);
  EXPECT_DOUBLE_EQ(copy_together(CheckpointPlace::partner_memory, Bytes(1e9), 100, 8, rates).count(), 8 + 0.25);
  EXPECT_DOUBLE_EQ(copy_together(CheckpointPlace::partner_memory, Bytes(1e9), 3, 8, rates).count(), 3 + 0.25);
  EXPECT_DOUBLE_EQ(copy_together(CheckpointPlace::file_system, Bytes(1e9), 8, 8, rates).count(), 8)
      << "no node gets more than its link lets through";
}

TEST(Costs, OfAFailureAreDetectionWordOfItAndShrinking) {
  RuntimeProfile runtime;
  runtime.detector = {DetectorKind::serial, Seconds(2), Seconds(6), Seconds(0)};
  runtime.propagation.per_process = Seconds(0.1);
  runtime.revoke.fixed = Seconds(0.5);
  runtime.shrink.per_stage = Seconds(1);
  EXPECT_DOUBLE_EQ(recovery_by_shrink(runtime, 16, 4).count(), 3 + 0.5 + 4) << "revoked before the detector told";
  runtime.revoke.fixed = Seconds(5);
  EXPECT_DOUBLE_EQ(recovery_by_shrink(runtime, 16, 4).count(), 3 + 1.5 + 4);
  EXPECT_DOUBLE_EQ(mean_detection(runtime.detector, 1).count(), 1);
  EXPECT_EQ(mean_detection({}, 4), Seconds(0));
  EXPECT_EQ(mean_detection({DetectorKind::on_communication, Seconds(0), Seconds(0), Seconds(9)}, 4), Seconds(9));
  EXPECT_EQ(mean_detection({DetectorKind::heartbeat_ring, Seconds(4), Seconds(0), Seconds(9)}, 4), Seconds(7));
}

TEST(Costs, OfResizingAreTheRuntimesAndMovingState) {
  Costs costs;
  costs.runtime.split.fixed = Seconds(1);
  costs.runtime.spawn = {Seconds(2), Seconds(0.5), Seconds(3)};
  costs.rates = rates;
  costs.state = Bytes(1e9);
  costs.cores = 4;
  EXPECT_DOUBLE_EQ(resize_time(costs, 16, 14).count(), 1 + 2);
  EXPECT_DOUBLE_EQ(resize_time(costs, 16, 4).count(), 1 + 4) << "each node has a link of its own";
  EXPECT_DOUBLE_EQ(resize_time(costs, 8, 13).count(), 1 + 2 + 2.5 + 6 + 4);
  costs.runtime.split.per_process = Seconds(0.1);
  EXPECT_DOUBLE_EQ(resize_time(costs, 8, 13).count(), 1 + 1.3 + 2 + 2.5 + 6 + 4) << "all are merged before they part";
}

TEST(OptimalPeriods, AreThoseOfOneNodeAndOfAll) {
  scenario::Scenario scenario;
  scenario.machine.nodes = 8;
  scenario.machine.link.bandwidth = BytesPerSecond(1);
  scenario.machine.file_system = BytesPerSecond(2);
  scenario.centre.emplace();
  scenario.centre->on_failure = "restart";
  scenario.centre->checkpoint = scenario::CentreCheckpoint{Bytes(1), CheckpointPlace::file_system};
  EXPECT_TRUE(optimal_periods(scenario).empty()) << "nothing fails";
  scenario.failures.emplace();
  scenario.failures->law = &failure_law::exponential;
  scenario.failures->node_mtbf = Seconds(800);
  const std::vector<OptimalPeriod> all = optimal_periods(scenario);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].name, "Young, 1 node");
  EXPECT_DOUBLE_EQ(all[0].period.count(), 40) << "sqrt(2 * 1 s * 800 s)";
  EXPECT_EQ(all[2].name, "Young, 8 nodes");
  EXPECT_DOUBLE_EQ(all[2].period.count(), std::sqrt(2 * 4 * 100.0)) << "twice as fast together, and eight nodes fail";
  EXPECT_EQ(all[3].name, "Daly, 8 nodes");
  EXPECT_LT(all[3].period, all[2].period);
}

} // namespace
} // namespace daruma::batch
