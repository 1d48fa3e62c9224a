#include "models/calibration/paper/recoveries.hpp"

#include <algorithm>

namespace daruma::models::calibration::paper {

namespace {

const std::vector<std::string> only_of_formulas{"propagation/", "revoke/", "agreement/", "shrink/", "spawn/"};
const std::vector<std::string> only_of_messages{"overheads/", "daemons/"};

} // namespace

scenario::Scenario recovery_by(const std::string& operations, const study::StudyContext& context,
                               std::vector<scenario::Override> changes) {
  changes.push_back({"/runtime/operations", operations});
  scenario::Scenario scenario = context.load("recovery-parts", changes);
  const auto& unused = operations == "messages" ? only_of_formulas : only_of_messages;
  const auto is_unused = [&unused](const Parameter& parameter) {
    return std::any_of(unused.begin(), unused.end(),
                       [&](const std::string& part) { return parameter.name.rfind("/runtime/" + part, 0) == 0; });
  };
  auto& parameters = scenario.parameters;
  parameters.erase(std::remove_if(parameters.begin(), parameters.end(), is_unused), parameters.end());
  return scenario;
}

} // namespace daruma::models::calibration::paper
