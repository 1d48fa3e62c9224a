#include "tests/models/simulated_jobs.hpp"

#include "models/catalogue.hpp"
#include "tests/engine/rehearsal.hpp"

namespace daruma::models {

scenario::Scenario one_job(const std::string& model, int ranks, scenario::Recovery recovery) {
  scenario::Scenario scenario = engine::test::one_job(model, ranks, recovery);
  scenario.machine.name = "four";
  RuntimeProfile& runtime = scenario.runtime;
  for (CostLaw* const law : {&runtime.agreement, &runtime.revoke, &runtime.shrink, &runtime.split})
    law->fixed = Seconds(1e-3);
  runtime.spawn.fixed = Seconds(1e-3);
  return scenario;
}

void kill_at(scenario::Scenario& scenario, Seconds time, std::vector<int> ranks) {
  engine::test::at(scenario, time.count(), scenario::KillRanks{"q", std::move(ranks)});
}

void command_at(scenario::Scenario& scenario, Seconds time, const std::string& line) {
  engine::test::at(scenario, time.count(), scenario::Command{"q", line});
}

records::Result simulated(const scenario::Scenario& scenario) { return engine::simulate(scenario, catalogue(), 0); }

std::vector<std::string> printed(const records::Result& result) { return told(result, "print"); }

std::vector<std::string> told(const records::Result& result, const std::string& kind) {
  std::vector<std::string> texts;
  for (const records::Event& event : result.events)
    if (event.kind == kind) texts.push_back(event.text);
  return texts;
}

std::vector<std::string> complaints(const std::vector<scenario::Scenario>& scenarios,
                                    const std::function<std::string(const records::Result&)>& check) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < scenarios.size(); ++i)
    if (const std::string complaint = engine::test::rehearse(scenarios[i], catalogue(), check); !complaint.empty())
      all.push_back("case " + std::to_string(i) + ": " + complaint);
  return all;
}

} // namespace daruma::models
