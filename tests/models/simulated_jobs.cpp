#include "tests/models/simulated_jobs.hpp"

#include "models/catalogue.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

namespace daruma::models {

scenario::Scenario one_job(const std::string& model, int ranks, scenario::RecoveryStyle recovery) {
  scenario::Scenario scenario = run::test::one_job(model, ranks, recovery);
  scenario.machine.name = "four";
  RuntimeProfile& runtime = scenario.runtime;
  for (CostLaw* const law : {&runtime.agreement, &runtime.revoke, &runtime.shrink, &runtime.split})
    law->fixed = Seconds(1e-3);
  runtime.spawn.fixed = Seconds(1e-3);
  return scenario;
}

void kill_at(scenario::Scenario& scenario, Seconds time, std::vector<int> ranks) {
  run::test::at(scenario, time.count(), scenario::KillRanks{"q", std::move(ranks)});
}

void command_at(scenario::Scenario& scenario, Seconds time, const std::string& line) {
  run::test::at(scenario, time.count(), scenario::Command{"q", line});
}

results::Result simulated(const scenario::Scenario& scenario) { return run::simulate(scenario, catalogue(), 0); }

std::vector<std::string> printed(const results::Result& result) { return told(result, "print"); }

std::vector<std::string> told(const results::Result& result, const std::string& kind) {
  std::vector<std::string> texts;
  for (const results::Event& event : result.events)
    if (event.kind == kind) texts.push_back(event.text);
  return texts;
}

std::vector<std::string> complaints(const std::vector<scenario::Scenario>& scenarios,
                                    const std::function<std::string(const results::Result&)>& check) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < scenarios.size(); ++i)
    if (const std::string complaint = run::test::simulate_apart(scenarios[i], catalogue(), check); !complaint.empty())
      all.push_back("case " + std::to_string(i) + ": " + complaint);
  return all;
}

} // namespace daruma::models
