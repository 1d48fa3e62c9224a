// Falanx for real: the paper's program and the sleeping tasks on the MPI of this machine, without failures.
#include "tests/sim/hosting/falanx_sample.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace daruma::hosting::test {
namespace {

using testing::ElementsAre;

const std::string for_real = " --on openmpi --runner '" DARUMA_RUNNER "'";

TEST(RealFalanx, RunsThePapersProgram) {
  const Workbench bench;
  put_falanx(bench, falanx_sample("60"), "", for_real);
  EXPECT_THAT(output_of(bench, for_real), ElementsAre("120 results, 0 wrong"));
}

/// Groups of two with a spare, two WatchDogs, values that do not fit into one message.
TEST(RealFalanx, RunsTheBagOfSleepingTasksInBothWorlds) {
  const Workbench bench;
  bench.write("p.json", R"({"name": "p", "machine": "aist-super-cloud", "jobs": [{"name": "p", "model": "falanx-sleep",
    "ranks": 12, "arguments": {"tasks": 20, "length": "50ms", "workers": 2, "group_size": 2, "group_spares": 1,
    "watchdogs": 2, "input": "1MiB", "output": "100KiB"}}]})");
  for (const std::string& world : {std::string(), for_real}) {
    const Answer answer = bench.call("run p.json --json" + world);
    ASSERT_EQ(answer.status, 0) << answer.err;
    const auto metrics = nlohmann::json::parse(answer.out).at("metrics");
    EXPECT_EQ(metrics.at("p.completed"), 20);
    EXPECT_EQ(metrics.at("p.wrong"), 0);
    EXPECT_EQ(metrics.at("p.data_losses"), 0);
    EXPECT_GE(metrics.at("p.main_logic_s"), 0);
    EXPECT_DOUBLE_EQ(metrics.at("p.baseline_s").get<double>(), 0.5);
  }
}

} // namespace
} // namespace daruma::hosting::test
