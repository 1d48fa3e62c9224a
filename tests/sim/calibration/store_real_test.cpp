// The tree store for real: what its single operations take predicts, within wide bounds, what Starters lose who all
// want the first task. Three servers of ZooKeeper are there (tests/sim/treestore/with_zookeeper.sh).
#include "sim/calibration/calibrate.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/core/threads.hpp"
#include "sim/run/real/perform.hpp"

#include <gmock/gmock.h>

namespace daruma::calibration {
namespace {

std::optional<study::Metrics> simulated(const scenario::Scenario& scenario) {
  return study::replicate(scenario, cli::models(), 1, [](const results::Result& r) { return r.metrics; }).front();
}

/// The machine of a test is busy, and Java is cold: a factor of three either way.
TEST(RealStore, TheRaceForTheFirstTaskIsPredictedByWhatOperationsTake) {
  const auto tell = [](const std::string& what) { std::puts(what.c_str()); };
  const real::Installation mpi = real::find_installation(DARUMA_RUNNER);
  const World real = [&mpi](const scenario::Scenario& scenario) {
    return std::optional(real::perform(scenario, mpi, Seconds(60), 0).metrics);
  };
  const Trial take = store_take(400, "50ms", 1);
  const Origin origin{"ZooKeeper", cores_here(), 3};
  auto runs = measure({take, store_operations(busy_clients(origin.cores))}, 1, real, cli::surroundings(), tell);
  const auto rows = hold_against({{take, "beyond_ideal_s", false}, {take, "lost_races_per_task", false}}, runs,
                                 describe(runs, origin), simulated, cli::surroundings(), tell);
  ASSERT_EQ(rows.size(), 2U);
  for (const Row& row : rows) {
    std::printf("%s: measured %g, simulated %g\n", row.name.c_str(), row.measured.median, row.simulated);
    EXPECT_GT(row.simulated, row.measured.median / 3) << row.name;
    EXPECT_LT(row.simulated, row.measured.median * 3) << row.name;
  }
}

} // namespace
} // namespace daruma::calibration
