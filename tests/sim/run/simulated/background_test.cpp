// Other users' load on the nodes of a simulated job: by hand, and against the node that the models without ranks use.
#include "sim/load/shared_node.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <mpi.h>

namespace daruma::run::test {
namespace {

using models::port;
using testing::ElementsAre;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::string::size_type begin = 0;
  for (auto end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin))
    all.push_back(text.substr(begin, end - begin));
  return all;
}

/// What was printed, by rank, then in order.
std::string printed_in_order(const results::Result& result) {
  std::string text;
  for (int process = 0; process < 16; ++process)
    for (const results::Event& event : result.events)
      if (event.kind == "print" && event.process == process) text += std::to_string(process) + ": " + event.text + "\n";
  return text;
}

/// A second of work, and when it was done, to the microsecond.
void work_a_second() {
  MPI_Init(nullptr, nullptr);
  port().compute(Flops(1e9));
  port().print(std::to_string(std::llround(port().now().count() * 1e6)));
  MPI_Finalize();
}

scenario::Scenario on_one_node(int cores, int ranks) {
  scenario::Scenario scenario = one_job("program", ranks);
  scenario.machine.nodes = 1;
  scenario.machine.cores = cores;
  scenario.background = Background{};
  return scenario;
}

std::vector<std::string> prints_of(const scenario::Scenario& scenario, models::Entry entry = work_a_second) {
  return lines(simulate_apart(scenario, {{"program", entry, {}}}, printed_in_order));
}

void hog(scenario::Scenario& scenario, double from_s, int count) {
  scenario.background->listed.insert(scenario.background->listed.end(), static_cast<std::size_t>(count),
                                     {Seconds(from_s), 0, never});
}

TEST(BackgroundLoad, OfNobodyChangesNothing) {
  EXPECT_THAT(prints_of(on_one_node(2, 2)), ElementsAre("0: 1000000", "1: 1000000"));
}

TEST(BackgroundLoad, AHogTakesHalfOfACore) {
  auto scenario = on_one_node(1, 1);
  hog(scenario, 0, 1);
  EXPECT_THAT(prints_of(scenario), ElementsAre("0: 2000000"));
}

/// By hand: 0 has [0, 0.4] and [0.8, 1.2] and [1.6, 1.8], the hog the rest.
TEST(BackgroundLoad, InTurnsAHogComesSecond) {
  auto scenario = on_one_node(1, 1);
  scenario.background->quantum = Seconds(0.4);
  hog(scenario, 0.1, 1);
  EXPECT_THAT(prints_of(scenario), ElementsAre("0: 1800000"));
}

/// Three on two cores, ranks 0 and 1 first: [0, 0.6] both, then the hog and rank 0 until 1 s, when rank 1 follows.
TEST(BackgroundLoad, InTurnsOnSeveralCores) {
  auto scenario = on_one_node(2, 2);
  scenario.background->quantum = Seconds(0.6);
  hog(scenario, 0.1, 1);
  EXPECT_THAT(prints_of(scenario), ElementsAre("0: 1000000", "1: 1400000"));
}

TEST(BackgroundLoad, ShortTurnsAreEqualParts) {
  auto scenario = on_one_node(2, 2);
  hog(scenario, 0.25, 2);
  const auto parts = prints_of(scenario);
  scenario.background->quantum = Seconds(1e-4);
  const auto turns = prints_of(scenario);
  for (std::size_t i = 0; i < parts.size(); ++i)
    EXPECT_NEAR(std::stod(parts[i].substr(3)), std::stod(turns[i].substr(3)), 400) << i;
}

TEST(BackgroundLoad, OneThatComesLaterTakesItsPartFromThenOn) {
  auto scenario = on_one_node(1, 1);
  hog(scenario, 0.5, 3);
  EXPECT_THAT(prints_of(scenario), ElementsAre("0: 2500000"));
}

TEST(BackgroundLoad, HogsFillANodeOfSeveralCores) {
  auto scenario = on_one_node(4, 2);
  hog(scenario, 0, 2);
  EXPECT_THAT(prints_of(scenario), ElementsAre("0: 1000000", "1: 1000000"));
  hog(scenario, 0, 2); // six on four cores
  EXPECT_THAT(prints_of(scenario), ElementsAre("0: 1500000", "1: 1500000"));
}

TEST(BackgroundLoad, LeavesOtherNodesAlone) {
  auto scenario = on_one_node(1, 2);
  scenario.machine.nodes = 2;
  hog(scenario, 0, 1);
  EXPECT_THAT(prints_of(scenario), ElementsAre("0: 2000000", "1: 1000000"));
}

TEST(BackgroundLoad, ARankThatDiesGivesItsPartBack) {
  auto scenario = on_one_node(4, 4);
  hog(scenario, 0, 4); // eight on four cores: half a core each
  scenario.runtime.detector.kind = DetectorKind::on_communication;
  at(scenario, 0.8, scenario::KillRanks{"q", {3, 2}}); // 0.4 s done; six on four cores: 0.6 s take 0.9 s more
  const auto entry = [] {
    MPI_Init(nullptr, nullptr);
    port().compute(Flops(1e9));
    port().print(std::to_string(std::llround(port().now().count() * 1e6)));
    port().die();
  };
  EXPECT_THAT(prints_of(scenario, entry), ElementsAre("0: 1700000", "1: 1700000"));
}

/// Rank by rank, the node does what the same node does without ranks.
TEST(BackgroundLoad, AtRandomIsThatOfTheFastModel) {
  for (const int cores : {1, 2}) {
    auto scenario = on_one_node(cores, 1);
    scenario.background->arrival_gap = Seconds(0.3);
    scenario.background->service = Seconds(0.2);
    scenario.seed = 11;
    const auto entry = [] {
      MPI_Init(nullptr, nullptr);
      for (int i = 0; i < 5; ++i) {
        port().compute(Flops(0.7e9));
        port().print(std::to_string(std::llround(port().now().count() * 1e6)));
        port().sleep(Seconds(0.25));
      }
      MPI_Finalize();
    };
    load::SharedNode node(load::Arrivals(*scenario.background, 0, 1, scenario.seed, 0), cores);
    std::vector<std::string> expected;
    for (int i = 0; i < 5; ++i) {
      std::vector<Seconds> work{Seconds(0.7)};
      node.run(never, work);
      expected.push_back("0: " + std::to_string(std::llround(node.now().count() * 1e6)));
      node.idle(node.now() + Seconds(0.25));
    }
    EXPECT_EQ(prints_of(scenario, entry), expected);
  }
}

} // namespace
} // namespace daruma::run::test
