// What is said of a run before it is made, against the run.
#include "tests/sim/cli/command_line.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace daruma::test {
namespace {

using testing::HasSubstr;

class DryRun : public CommandLine {
protected:
  std::string write_scenario(int ranks) const {
    const std::string name = std::to_string(ranks) + ".json";
    std::ofstream(folder_ / name) << nlohmann::json{
        {"name", "n"},
        {"machine", {{"nodes", ranks}}},
        {"jobs", {{{"name", "j"}, {"model", "dyprc-iterate"}, {"ranks", ranks}, {"arguments", {{"iterations", 2}}}}}}};
    return (folder_ / name).string();
  }
  double estimate_B(int ranks) {
    const Answer answer = call("run " + write_scenario(ranks) + " --dry-run --json");
    EXPECT_EQ(answer.status, 0) << answer.err;
    const auto json = nlohmann::json::parse(answer.out);
    EXPECT_EQ(json["processes"], ranks);
    EXPECT_GT(json["free_memory_B"], 0);
    return json["least_memory_B"];
  }
  /// Of a run by itself, the simulator's own included.
  double memory_B(int ranks) const {
    const std::string scenario = write_scenario(ranks);
    const std::string out = (folder_ / "out").string();
    const pid_t child = fork();
    if (child == 0) {
      const bool is_silent = std::freopen("/dev/null", "w", stdout) != nullptr;
      if (is_silent) execl(DARUMA_PROGRAM, DARUMA_PROGRAM, "run", scenario.c_str(), "--out", out.c_str(), nullptr);
      _exit(99);
    }
    int status = 0;
    struct rusage used {};
    wait4(child, &status, 0, &used);
    EXPECT_EQ(status, 0);
    return 1024.0 * static_cast<double>(used.ru_maxrss);
  }
};

TEST_F(DryRun, SaysWhatARunTakesAndLeavesNothingBehind) {
  const Answer answer = call("run " + scenario("thousand-ranks") + " --dry-run --out dry");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("1000 processes on 20 nodes"));
  EXPECT_THAT(answer.out, HasSubstr("nothing was run"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "dry"));
}

TEST_F(DryRun, FindsWhatARunWouldFind) {
  EXPECT_EQ(call("run " + scenario("thousand-ranks") + " --set /jobs/0/ranks=1000000 --dry-run").status, 2);
  EXPECT_EQ(call("run " + scenario("thousand-ranks") + " --on openmpi --dry-run").status, 2);
}

/// The least is what a run takes for each process or less, and not much less.
TEST_F(DryRun, ARunTakesWhatWasSaidOrUpToTwiceAsMuch) {
  const double said_B = estimate_B(5000) - estimate_B(1000);
  const double taken_B = memory_B(5000) - memory_B(1000);
  EXPECT_GE(taken_B, said_B);
#ifndef __SANITIZE_ADDRESS__ // which keeps what was freed
  EXPECT_LE(taken_B, 2 * said_B);
#endif
}

TEST_F(DryRun, SaysWhatWouldTakeForEver) {
  const Answer flood = call("run quickstart --dry-run --set '/background={\"arrival_gap\": \"50ns\"}'");
  EXPECT_EQ(flood.status, 0) << flood.err;
  EXPECT_THAT(flood.err, HasSubstr("/background: random arrivals want 6e+09 cores of each node, which has 56: "));
  EXPECT_THAT(flood.err, HasSubstr("/background/arrival_gap: 2e+07 arrivals a simulated second"));
  const Answer beats = call("run watched-steps --dry-run --set /machine/core_speed=1kf/s");
  EXPECT_EQ(beats.status, 2);
  EXPECT_THAT(beats.err, HasSubstr("/jobs/0/arguments: the steps would never end: watching takes "));
}

} // namespace
} // namespace daruma::test
