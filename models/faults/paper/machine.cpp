#include "models/faults/paper/machine.hpp"

#include "models/faults/logic/read_fault_models.hpp"
#include "sim/core/threads.hpp"
#include "sim/scenario/provenance.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace daruma::models::faults::paper {

namespace {

std::filesystem::path folder_of_devices(const study::StudyContext& context) {
  return context.surroundings.machines / "devices";
}

} // namespace

FaultTree devices(const study::StudyContext& context) { return read_fault_models(folder_of_devices(context)); }

Parameters parameters_of_devices(const study::StudyContext& context, const std::string& key) {
  Parameters all;
  const FaultTree tree = devices(context);
  for (const FaultModel& device : tree.models()) {
    std::ifstream file(folder_of_devices(context) / (device.name + ".json"));
    const std::string place = "/devices/" + device.name;
    for (Parameter& parameter : scenario::parameters_in(nlohmann::json::parse(file), place))
      if (key.empty() || parameter.name == place + "/" + key) all.push_back(std::move(parameter));
  }
  return all;
}

BreakableMachine::BreakableMachine(const study::StudyContext& context, std::size_t pairs_of_a_case)
    : tree(devices(context)), fabric(context.load("two-level-switches").machine),
      campaign(fabric, tree, {}, pairs_of_a_case) {}

daruma::faults::Diagnosis BreakableMachine::diagnose(const daruma::faults::Cases& cases) const {
  Progress progress;
  return daruma::faults::diagnose(campaign, cases, cores_here(), progress);
}

} // namespace daruma::models::faults::paper
