// Properties of whole runs: the same scenario gives the same bytes, no failures give the closed form, and work is
// neither lost nor done twice when a job changes its size.
#include "models/dyprc/mpi/dyprc.hpp"
#include "sim/results/sinks.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <gmock/gmock.h>
#include <map>

namespace daruma::run::test {
namespace {

using scenario::RecoveryStyle;

std::string all_bytes(const results::Result& result) {
  return results::result_json(result) + results::chrome_trace(result);
}

/// Everything that draws a number or waits its turn.
scenario::Scenario eventful(std::uint64_t seed) {
  scenario::Scenario scenario = one_job("dyprc-iterate", 12, RecoveryStyle::spawn);
  scenario.seed = seed;
  scenario.runtime.detector = {DetectorKind::serial, Seconds(0.01), Seconds(0.02), Seconds(0)};
  scenario.runtime.spawn.fixed = Seconds(0.01);
  scenario.runtime.connection_setup = Seconds(1e-3);
  scenario.jobs.front().arguments = {{"iterations", 30.0}, {"work", std::string("10Mf")}};
  scenario.jobs.front().checkpoint = scenario::Checkpoint{3, Bytes(1e6), scenario::CheckpointPlace::partner_memory};
  scenario.jobs.push_back(scenario.jobs.front());
  scenario.jobs.back().name = "second";
  scenario.jobs.back().model = "dyprc-sendrecv";
  scenario.jobs.back().arguments = {{"loops", 3.0}, {"largest_message", std::string("64KiB")}};
  scenario.failures = scenario::Failures{&failure_law::weibull, 0.7, Seconds(5.0), {}};
  at(scenario, 0.05, scenario::KillRandom{"q", 2, 12});
  at(scenario, 0.1, scenario::Resize{"q", 8});
  return scenario;
}

TEST(Determinism, SameScenarioAndSeedGiveTheSameBytesUnderLoadToo) {
  const std::string alone = simulate_apart(eventful(1), models::dyprc::programs(), all_bytes);
  ASSERT_THAT(alone, testing::HasSubstr("detection"));
  const std::vector<scenario::Scenario> eight(8, eventful(1));
  for (const std::string& together : simulate_together(eight, models::dyprc::programs(), all_bytes))
    EXPECT_TRUE(together == alone);
}

TEST(Determinism, AnotherSeedGivesAnotherRun) {
  const auto models = models::dyprc::programs();
  const auto events = [](const results::Result& result) {
    results::Result seedless = result;
    seedless.seed = 0;
    return all_bytes(seedless);
  };
  EXPECT_NE(simulate_apart(eventful(1), models, events), simulate_apart(eventful(2), models, events));
}

TEST(ClosedForm, OfOneRankThatNobodyDisturbs) {
  scenario::Scenario scenario = one_job("dyprc-iterate", 1);
  scenario.jobs.front().arguments = {{"iterations", 12.0}, {"work", std::string("10Mf")}};
  scenario.jobs.front().start = Seconds(3);
  const std::string told = simulate_apart(scenario, models::dyprc::programs(), [](const results::Result& result) {
    const results::JobRow& job = result.jobs.front();
    const bool on_time = std::abs(job.start.count() - 3) < 1e-12 && std::abs(job.end.count() - 3.12) < 1e-9;
    return std::string(on_time ? "on time" : "from " + std::to_string(job.start.count()) + " to ") +
           (on_time ? "" : std::to_string(job.end.count()));
  });
  EXPECT_EQ(told, "on time");
}

/// How many ranks did each iteration: "12x8 11x8 10x4 ...".
std::string who_did_what(const results::Result& result) {
  std::map<int, int, std::greater<>> ranks_of;
  for (const results::Span& span : result.spans)
    if (span.kind == "iteration") ++ranks_of[std::stoi(span.text)];
  std::string text;
  for (const auto& [iteration, ranks] : ranks_of) text += std::to_string(iteration) + "x" + std::to_string(ranks) + " ";
  return text;
}

TEST(Conservation, EveryIterationIsDoneOnceByAllWhoAreThereThen) {
  for (const int spares : {0, 2}) {
    scenario::Scenario scenario = one_job("dyprc-iterate", 8, spares ? RecoveryStyle::spare : RecoveryStyle::shrink);
    scenario.jobs.front().arguments = {{"iterations", 12.0}, {"work", std::string("10Mf")}};
    scenario.jobs.front().spares = spares;
    at(scenario, 0.015, scenario::Resize{"q", 4});
    at(scenario, 0.045, scenario::Resize{"q", 11});
    at(scenario, 0.075, scenario::Resize{"q", 1});
    at(scenario, 0.105, scenario::Resize{"q", 2});
    EXPECT_EQ(simulate_apart(scenario, models::dyprc::programs(), who_did_what),
              "12x8 11x8 10x4 9x4 8x4 7x11 6x11 5x11 4x1 3x1 2x1 1x2 ");
  }
}

} // namespace
} // namespace daruma::run::test
