#include "sim/cli/help.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/names.hpp"
#include "sim/cli/reference.hpp"
#include "sim/scenario/provenance.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace daruma::cli {

namespace {

/// "/link/latency" as "link.latency".
std::string dotted(const std::string& pointer) {
  std::string place = pointer.substr(1);
  std::replace(place.begin(), place.end(), '/', '.');
  return place;
}

std::string whole_source(const Parameter& parameter) {
  std::string text = parameter.source;
  for (const std::string& published : parameter.fitted_on)
    text += (&published == parameter.fitted_on.data() ? "; set from " : ", ") + published;
  return text;
}

/// A section of each description in the folder: what it is, and its numbers with their sources.
std::string sourced_numbers(const std::vector<Name>& descriptions, const std::filesystem::path& folder) {
  std::string text;
  for (const Name& described : descriptions) {
    text += fmt::format("\n## {}\n\n{}\n\n| Field | Value | Kind | Source |\n|---|---|---|---|\n", described.text,
                        described.what);
    const auto json = nlohmann::ordered_json::parse(installed_text(folder / (described.text + ".json")));
    for (const Parameter& parameter : scenario::parameters_in(json))
      text += fmt::format("| {} | {} | {} | {} |\n", code(dotted(parameter.name)), in_cell(parameter.value),
                          name_of(parameter.kind), in_cell(whole_source(parameter)));
  }
  return text;
}

/// What the kinds of sources are, for both pages.
constexpr const char* kinds_of_sources = R"(
| Kind | The value is |
|---|---|
| cited | from a paper, a data sheet, a standard, or computed from such numbers |
| measured | measured by ourselves, on the thing itself |
| fitted | set so that a result comes out; what it was set from is named as artefact and row |
| assumed | none of these |
)";

/// The machines side by side, with what follows from their topologies.
std::string sizes_of_machines() {
  std::string text = "\n| Machine | Nodes | Cores of a node | Topology |\n|---|---|---|---|\n";
  for (const Name& name : machine_names()) {
    const scenario::Machine machine = scenario::load_machine(name.text, surroundings());
    text += fmt::format("| [{0}](#{0}) | {1} | {2} | {3} |\n", name.text, machine.nodes, machine.cores,
                        machine.topology.kind->text(machine.topology.shape));
  }
  return text;
}

} // namespace

std::string machines_page() {
  return beginning_of_page("Machines") + R"(
What a scenario can name as its `machine`: the files of `platforms/`. `{"use": "laptop", "nodes": 4}` changes what it
names. [Scenarios](scenario.md#machine) says what each field means, and what holds where a file does not give it.
)" + sizes_of_machines() +
         kinds_of_sources + sourced_numbers(machine_names(), installation().machines);
}

std::string runtimes_page() {
  return beginning_of_page("Runtimes") + R"(
What a scenario can name as its `runtime`: the files of `platforms/runtimes/`, which say what an MPI does about failures
and what it costs. [Scenarios](scenario.md#runtime) says what each field means, and what holds where a file does not give
it; [calibrate](../howto/calibrate-a-runtime.md) measures one.
)" + kinds_of_sources +
         sourced_numbers(runtime_names(), installation().machines / "runtimes");
}

} // namespace daruma::cli
