#include "sim/cli/models.hpp"

#include "models/dyprc/dyprc.hpp"
#include "sim/scenario/parse.hpp"

#include <algorithm>

namespace daruma::cli {

const engine::Models& models() {
  static const engine::Models all = daruma::models::dyprc::programs();
  return all;
}

void check_arguments(const scenario::Scenario& scenario, const std::string& file) {
  std::vector<scenario::Problem> problems;
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
    const auto& job = scenario.jobs[i];
    const auto model = std::find_if(models().begin(), models().end(),
                                    [&job](const auto& offered) { return offered.name == job.model; });
    std::map<std::string, std::string> arguments;
    for (const auto& [name, value] : job.arguments) arguments[name] = scenario::argument_text(value);
    for (const std::string& sentence : daruma::models::objections(*model, arguments))
      problems.push_back({file, "/jobs/" + std::to_string(i) + "/arguments", sentence});
  }
  if (!problems.empty()) throw scenario::ScenarioError(problems);
}

} // namespace daruma::cli
