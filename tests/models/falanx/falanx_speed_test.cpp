// How fast Falanx jobs are simulated: the paper's run takes seconds.
#include "tests/models/simulated_jobs.hpp"

#include <gtest/gtest.h>

#include <ctime>

namespace daruma::models {
namespace {

TEST(FalanxSpeed, TenThousandTasksOnTwentyWorkersTakeLessThanThreeSeconds) {
  scenario::Scenario scenario = one_job("falanx-sleep", 26, scenario::Recovery::shrink);
  scenario.jobs.front().arguments = {{"tasks", 10000.0}, {"workers", 20.0}, {"data_nodes", 4.0}};
  const std::clock_t begin = std::clock();
  const auto result = simulated(scenario);
  const double processor_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_EQ(result.metrics.at("q.completed"), 10000);
  EXPECT_LT(processor_s, 3);
}

} // namespace
} // namespace daruma::models
