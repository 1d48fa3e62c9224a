// Parts that break under a job, and who asks about them: with ranks and without it comes to the same.
#include "models/spares/mpi/spares.hpp"
#include "sim/cli/installation.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/study/fast_world.hpp"
#include "tests/models/spares/stencil_scenario.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace daruma::study {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::IsEmpty;

/// What both fidelities have to agree on, and the makespan.
json outcome(const results::Result& result) {
  const std::string job = result.jobs.front().name;
  json told{
      {"makespan", result.metrics.at(job + ".makespan_s")}, {"verdicts", json::array()}, {"nodes", json::array()}};
  for (const char* same : {"finished", "deaths", "restarts", "steps", "verdicts", "verdicts_naming"})
    if (const auto metric = result.metrics.find(job + "." + same); metric != result.metrics.end())
      told["metrics"][same] = metric->second;
  for (const auto& event : result.events) {
    if (event.kind == "verdict") told["verdicts"].push_back(event.text);
    for (const char* kind : {"break", "throttle", "node_off", "hang", "cut_off"})
      if (event.kind == kind) told["nodes"].push_back({std::round(event.time.count() * 1e6), kind, event.text});
  }
  std::sort(told["verdicts"].begin(), told["verdicts"].end());
  return told;
}

struct Both {
  json with_ranks;
  json fast;

  double apart_s() const { return std::abs(with_ranks["makespan"].get<double>() - fast["makespan"].get<double>()); }
  bool agree(const char* on) const { return with_ranks[on] == fast[on]; }
};

std::vector<Both> at_both(const std::vector<scenario::Scenario>& scenarios) {
  const auto with_ranks = run::test::simulate_together(
      scenarios, models::spares::programs(), [](const results::Result& result) { return outcome(result).dump(); });
  std::vector<Both> all;
  for (std::size_t i = 0; i < scenarios.size(); ++i)
    all.push_back({json::parse(with_ranks[i]), outcome(run_fast(scenarios[i], 0))});
  return all;
}

scenario::Scenario asking(const char* work = "1Gf", const char* message = "4MB", double steps = 60) {
  auto scenario = test::stencil_scenario(steps, work, 5);
  scenario.devices = std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms" / "devices";
  scenario.jobs[0].arguments["message"] = std::string(message);
  scenario.jobs[0].arguments["method"] = std::string("1d");
  scenario.jobs[0].checkpoint->size = Bytes(16e6);
  scenario.localisation.emplace();
  return scenario;
}

using Breaks = std::vector<std::pair<const char*, double>>; ///< what, and when in seconds

scenario::Scenario breaking(scenario::Scenario scenario, const Breaks& breaks) {
  for (const auto& [what, at_s] : breaks) run::test::at(scenario, at_s, scenario::BreakComponent{what});
  return scenario;
}

void expect_agreement(const std::vector<scenario::Scenario>& scenarios, double share) {
  const auto all = at_both(scenarios);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const char* on : {"metrics", "nodes", "verdicts"}) EXPECT_EQ(all[i].with_ranks[on], all[i].fast[on]) << i;
    EXPECT_LE(all[i].apart_s(), share * all[i].with_ranks["makespan"].get<double>()) << i;
  }
}

/// A step takes a second, and nearly all of it is work.
TEST(BrokenParts, DoTheSameAtBothFidelitiesWhileNodesWork) {
  std::vector<scenario::Scenario> scenarios;
  for (const Breaks& breaks :
       {Breaks{{"node14.power_supply", 20.5}, {"node3.memory", 20.5}}, Breaks{{"switch9", 20.5}},
        Breaks{{"switch9.port1", 20.5}}, Breaks{{"node23.memory", 10.5}, {"node14.memory", 20.5}},
        Breaks{{"node23.memory", 10.5}}, Breaks{{"node0.power_supply", 20.5}},
        Breaks{{"node14.power_supply.input_lost", 20.5}, {"node3.memory", 22}},
        Breaks{{"node14.memory", 20.5}, {"node3.power_supply.input_lost", 20.5}},
        Breaks{{"node14.cpu.throttled", 20.5}}, Breaks{{"node2.temperature", 1}}})
    scenarios.push_back(breaking(asking("1Gf"), breaks));
  scenarios.push_back(breaking(asking("1Gf"), {{"node14.cpu.throttled", 20.5}}));
  test::switch_off(scenarios.back(), 30.2, 7);
  expect_agreement(scenarios, 2e-3);
}

/// A step takes half a second, and four fifths of it is the exchange.
TEST(BrokenParts, DoTheSameAtBothFidelitiesWhileMessagesTravel) {
  std::vector<scenario::Scenario> scenarios;
  for (const Breaks& breaks :
       {Breaks{{"node14.memory", 20}}, Breaks{{"node14.memory", 20}, {"node21.power_supply", 20}},
        Breaks{{"node0.memory", 20}}, Breaks{{"node28.memory", 20}, {"node27.memory", 20}},
        Breaks{{"node23.memory", 20}, {"node16.memory", 20.1}}, Breaks{{"node14.memory", 20}, {"node21.memory", 20.1}}})
    scenarios.push_back(breaking(asking("100Mf", "400MB"), breaks));
  expect_agreement(scenarios, 5e-4);
}

/// What was written down of a rank before may still be there when it writes it once more, and dies.
TEST(BrokenParts, DoTheSameAtBothFidelitiesWhereACheckpointIsCutShortTwice) {
  expect_agreement({breaking(asking("2Gf", "4MB", 30), {{"node24.cpu", 8.258}, {"node10.memory", 18.7285}})}, 5e-4);
}

/// Between 30 and 600 s of work, some devices of each kind break as they are drawn, in a third of the cases under
/// others' load.
scenario::Scenario drawn(std::uint64_t number, const std::vector<const char*>& devices) {
  RandomStream random(1, number, "broken parts");
  const auto one_of = [&random](const std::vector<const char*>& choices) {
    return choices[static_cast<std::size_t>(random.below(choices.size()))];
  };
  auto scenario = asking(one_of({"100Mf", "1Gf", "2Gf"}), one_of({"4MB", "100MB"}),
                         30.0 * static_cast<double>(1 + random.below(3)));
  scenario.seed = number;
  scenario.jobs[0].arguments["method"] = std::string(one_of({"0d", "1d", "hybrid"}));
  scenario.localisation->recourse = number % 2 == 0 ? Recourse::informed : Recourse::none;
  for (const char* device : devices)
    if (random.below(2) == 0) scenario.breakdowns.push_back({device, &failure_law::weibull, 0.7, Seconds(6000)});
  if (number % 3 == 0) {
    scenario.background.emplace();
    scenario.background->arrival_gap = Seconds(10);
    scenario.background->gap_of = GapOf::node;
    scenario.background->service = Seconds(2);
  }
  return scenario;
}

const std::vector<const char*> parts_of_nodes{"cpu", "disk", "memory", "nic", "power_supply", "temperature", "cpu_fan"};
const std::vector<const char*> all_parts{"cpu",         "disk",    "memory", "nic", "power_supply",
                                         "temperature", "cpu_fan", "switch", "port"};

std::vector<Both> drawn_at_both(const std::vector<const char*>& devices) {
  std::vector<scenario::Scenario> scenarios;
  for (std::uint64_t number = 0; number < 60; ++number) scenarios.push_back(drawn(number, devices));
  return at_both(scenarios);
}

std::ptrdiff_t agreeing(const std::vector<Both>& all, const char* on) {
  return std::count_if(all.begin(), all.end(), [on](const Both& both) { return both.agree(on); });
}

/// But for what breaks while one of them has ended and the other is about to.
TEST(BrokenParts, OfNodesDoTheSameAtBothFidelitiesWheneverTheyBreak) {
  const auto all = drawn_at_both(parts_of_nodes);
  for (const Both& both : all) EXPECT_LE(both.apart_s(), 0.05 * both.with_ranks["makespan"].get<double>());
  for (const char* on : {"metrics", "nodes", "verdicts"}) EXPECT_GE(agreeing(all, on), 59) << on;
}

/// Where the network is cut, what a verdict says depends on who asks: one that still reaches a node which is given up
/// finds nothing wrong on its way, another waits for a silent switch. With ranks that is a matter of microseconds.
TEST(BrokenParts, OfTheNetworkEndTheSameNodesAtBothFidelitiesAndAreNearlyAlwaysToldAlike) {
  constexpr double two_silent_switches_s = 15;
  const auto all = drawn_at_both(all_parts);
  for (const Both& both : all) EXPECT_LE(both.apart_s(), two_silent_switches_s);
  const auto near = [](const Both& both) { return both.apart_s() <= 1; };
  EXPECT_GE(std::count_if(all.begin(), all.end(), near), 57);
  EXPECT_GE(agreeing(all, "nodes"), 58);
  EXPECT_GE(agreeing(all, "verdicts"), 48);
}

std::vector<std::filesystem::path> scenario_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(DARUMA_SOURCE_DIR "/scenarios"))
    if (entry.path().extension() == ".json" && entry.path().stem().extension() != ".schema")
      files.push_back(entry.path());
  return files;
}

TEST(BrokenParts, OfTheProjectsScenariosDoTheSameAtBothFidelities) {
  std::vector<scenario::Scenario> scenarios;
  std::vector<std::string> names;
  for (const auto& file : scenario_files()) {
    auto scenario = scenario::load(file, cli::surroundings(), {});
    const bool breaks = std::any_of(scenario.events.begin(), scenario.events.end(), [](const auto& event) {
      return std::holds_alternative<scenario::BreakComponent>(event.action);
    });
    const bool asks = breaks || !scenario.breakdowns.empty() || scenario.localisation;
    if (!asks || scenario.centre || scenario.jobs.empty() || !objections_to_fast(scenario, file).empty()) continue;
    names.push_back(file.stem());
    scenarios.push_back(std::move(scenario));
  }
  EXPECT_THAT(names, Contains("which-spare"));
  expect_agreement(scenarios, 1e-3);
}

std::vector<std::string> pointers_of_objections(scenario::Scenario scenario) {
  std::vector<std::string> pointers;
  for (const auto& problem : objections_to_fast(scenario, "file.json")) pointers.push_back(problem.pointer);
  return pointers;
}

TEST(BrokenParts, NeedRanksWhereTheModelOutlivesNoNodes) {
  auto scenario = breaking(asking(), {{"node1.cpu_fan", 1}});
  scenario.breakdowns = {{"memory", &failure_law::exponential, 1, Seconds(400)}};
  EXPECT_THAT(pointers_of_objections(scenario), IsEmpty());
  auto& job = scenario.jobs[0];
  job = scenario::Job{};
  job.name = "bag";
  job.model = "falanx-sleep";
  job.ranks = 12;
  job.arguments = {{"tasks", 20.0}};
  for (const char* pointer : {"/events", "/breakdowns", "/localisation"})
    EXPECT_THAT(pointers_of_objections(scenario), Contains(pointer));
}

} // namespace
} // namespace daruma::study
