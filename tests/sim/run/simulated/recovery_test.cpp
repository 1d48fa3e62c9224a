// Whatever a scenario does to a job of either program, under any recovery style: it finishes or says why not, with
// the number of ranks that the style promises.
#include "models/dyprc/mpi/dyprc.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <tuple>

namespace daruma::run::test {
namespace {

using scenario::KillRanks;
using scenario::NodeOff;
using scenario::RecoveryStyle;
using scenario::Resize;
using scenario::Scenario;

struct Trouble {
  const char* name;
  std::function<void(Scenario&)> happens;
  int deaths;       ///< of the processes that the job began with
  int by_shrink;    ///< ranks at the end where nobody is replaced
  int by_replacing; ///< and where the dead are
};

constexpr double soon = 0.035;

const std::vector<Trouble>& troubles() {
  static const std::vector<Trouble> all{
      {"None", [](Scenario&) {}, 0, 8, 8},
      {"OneDeath",
       [](Scenario& s) {
         at(s, soon, KillRanks{"q", {3}});
       },
       1, 7, 8},
      {"RootDies",
       [](Scenario& s) {
         at(s, soon, KillRanks{"q", {0}});
       },
       1, 7, 8},
      {"TwoAtOnce",
       [](Scenario& s) {
         at(s, soon, KillRanks{"q", {0, 5}});
       },
       2, 6, 8},
      {"DeathInRecovery",
       [](Scenario& s) {
         at(s, soon, KillRanks{"q", {3}});
         at(s, soon + 2.5e-3, KillRanks{"q", {5}});
       },
       2, 6, 8},
      {"KillOfNobody",
       [](Scenario& s) {
         at(s, soon, KillRanks{"q", {99}});
       },
       0, 8, 8},
      {"ToTheSameSize",
       [](Scenario& s) {
         at(s, soon, Resize{"q", 8});
       },
       0, 8, 8},
      {"ToOne",
       [](Scenario& s) {
         at(s, soon, Resize{"q", 1});
       },
       0, 1, 1},
      {"ToMoreThanThereAreCores",
       [](Scenario& s) {
         at(s, soon, Resize{"q", 99});
       },
       0, 8, 8},
      {"AfterTheEnd",
       [](Scenario& s) {
         at(s, 1000, Resize{"q", 4});
         at(s, 1000, KillRanks{"q", {0}});
         at(s, 1000, NodeOff{0});
       },
       0, 8, 8},
  };
  return all;
}

Scenario job_of(const std::string& model, RecoveryStyle recovery) {
  Scenario scenario = one_job(model, 8, recovery);
  for (CostLaw* law :
       {&scenario.runtime.agreement, &scenario.runtime.revoke, &scenario.runtime.shrink, &scenario.runtime.split})
    law->fixed = Seconds(1e-3);
  scenario.runtime.spawn.fixed = Seconds(1e-3);
  scenario::Job& job = scenario.jobs.front();
  job.spares = recovery == RecoveryStyle::spare ? 2 : 0;
  job.checkpoint = scenario::Checkpoint{2, Bytes(1e4), scenario::CheckpointPlace::file_system};
  if (model == "dyprc-iterate")
    job.arguments = {{"iterations", 12.0}, {"work", std::string("10Mf")}};
  else
    job.arguments = {{"loops", 40.0}, {"largest_message", std::string("1KiB")}};
  return scenario;
}

std::string ending(const results::Result& result) {
  const results::JobRow& job = result.jobs.front();
  return (job.finished ? "finished with " + std::to_string(job.ranks_at_end) : "did not finish: " + job.reason) +
         ", deaths " + std::to_string(job.deaths) + ", reruns " + std::to_string(job.reruns);
}

using Case = std::tuple<const char*, RecoveryStyle, std::size_t>;

class Recovers : public testing::TestWithParam<Case> {};

TEST_P(Recovers, FromWhatHappens) {
  const auto& [model, recovery, index] = GetParam();
  const Trouble& trouble = troubles()[index];
  Scenario scenario = job_of(model, recovery);
  trouble.happens(scenario);
  const bool replaces = recovery != RecoveryStyle::shrink;
  const bool reruns = recovery == RecoveryStyle::rerun && trouble.deaths > 0;
  const int ranks = replaces ? trouble.by_replacing : trouble.by_shrink;
  const std::string told = simulate_apart(scenario, models::dyprc::programs(), ending);
  if (!reruns) {
    EXPECT_EQ(told,
              "finished with " + std::to_string(ranks) + ", deaths " + std::to_string(trouble.deaths) + ", reruns 0");
  } else {
    EXPECT_THAT(told, testing::StartsWith("finished with 8, deaths "));
    EXPECT_THAT(told, testing::Not(testing::EndsWith("reruns 0")));
  }
}

/// What is wrong with what the result tells of its recoveries; empty if nothing is.
std::string misfit(const results::Result& result) {
  const auto metric = [&result](const std::string& name) {
    const auto found = result.metrics.find("q.recovery." + name);
    return found == result.metrics.end() ? -1 : found->second;
  };
  if (result.jobs.front().deaths == 0) return metric("count") < 0 ? "" : "it tells of recoveries without deaths";
  double sum_s = 0;
  for (const char* const part : {"detection", "propagation", "revoke", "agreement", "shrink", "spawn", "rebuild",
                                 "relaunch", "reload", "other", "lost_work"}) {
    if (metric(part + std::string("_s")) < 0) return std::string("it does not tell of ") + part;
    sum_s += metric(part + std::string("_s"));
  }
  if (std::abs(sum_s - metric("whole_s")) > 1e-9) return "the parts do not sum up to the whole";
  if (metric("count") < 1) return "it has not recovered";
  if (metric("whole_s") > result.metrics.at("q.makespan_s")) return "it recovered all the time";
  if ((metric("relaunch_s") > 0) != (result.jobs.front().reruns > 0)) return "it tells of other starts than there were";
  return metric("reload_s") > 0 ? "" : "it has read nothing";
}

TEST_P(Recovers, InPartsThatSumUpToTheWhole) {
  const auto& [model, recovery, index] = GetParam();
  Scenario scenario = job_of(model, recovery);
  troubles()[index].happens(scenario);
  EXPECT_EQ(simulate_apart(scenario, models::dyprc::programs(), misfit), "");
}

std::string title(const char* model, RecoveryStyle recovery) {
  static const char* styles[] = {"Shrink", "Spare", "Spawn", "Rerun"};
  return std::string(model).substr(6) + "_" + styles[static_cast<int>(recovery)];
}

INSTANTIATE_TEST_SUITE_P(Jobs, Recovers,
                         testing::Combine(testing::Values("dyprc-iterate", "dyprc-sendrecv"),
                                          testing::Values(RecoveryStyle::shrink, RecoveryStyle::spare,
                                                          RecoveryStyle::spawn, RecoveryStyle::rerun),
                                          testing::Range(std::size_t{0}, troubles().size())),
                         [](const auto& tested) {
                           const std::string job = title(std::get<0>(tested.param), std::get<1>(tested.param));
                           return job + "_" + troubles()[std::get<2>(tested.param)].name;
                         });

class Style : public testing::TestWithParam<std::tuple<const char*, RecoveryStyle>> {};

TEST_P(Style, GetsOverANodeThatGoesOff) {
  const auto& [model, recovery] = GetParam();
  Scenario scenario = job_of(model, recovery);
  scenario.jobs.front().placement = scenario::Placement::round_robin; // two ranks on each node
  at(scenario, soon, NodeOff{2});
  const std::string told = simulate_apart(scenario, models::dyprc::programs(), ending);
  EXPECT_THAT(told, testing::StartsWith(recovery == RecoveryStyle::shrink ? "finished with 6" : "finished with 8"));
}

TEST_P(Style, GetsOverAnOrderAndADeathAtTheSameTime) {
  const auto& [model, recovery] = GetParam();
  for (const int size : {4, 8, 12})
    for (const bool kill_first : {true, false})
      for (const double later : {0.0, 1e-3, 5e-3}) {
        Scenario scenario = job_of(model, recovery);
        if (kill_first) at(scenario, soon, KillRanks{"q", {1}});
        at(scenario, soon, Resize{"q", size});
        if (!kill_first) at(scenario, soon + later, KillRanks{"q", {1}});
        const std::string told = simulate_apart(scenario, models::dyprc::programs(), ending);
        EXPECT_THAT(told, testing::StartsWith("finished with "))
            << size << (kill_first ? " kill first " : " ") << later;
      }
}

INSTANTIATE_TEST_SUITE_P(Jobs, Style,
                         testing::Combine(testing::Values("dyprc-iterate", "dyprc-sendrecv"),
                                          testing::Values(RecoveryStyle::shrink, RecoveryStyle::spare,
                                                          RecoveryStyle::spawn, RecoveryStyle::rerun)),
                         [](const auto& tested) {
                           return title(std::get<0>(tested.param), std::get<1>(tested.param));
                         });

} // namespace
} // namespace daruma::run::test
