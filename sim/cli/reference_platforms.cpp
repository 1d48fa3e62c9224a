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

/// A page for each description in the folder: what it is, and its numbers with their sources.
ReferencePages pages_of(const std::vector<Name>& descriptions, const std::filesystem::path& folder,
                        const std::string& subject) {
  ReferencePages pages;
  for (const Name& described : descriptions) {
    std::string text =
        beginning_of_page(described.text) +
        fmt::format("\n{0}\n\n[Scenarios](../scenario/{1}.md) has what each field means, and what holds where none is "
                    "given here; [sourced](../scenario.md#sourced) has what the kinds are.\n\n"
                    "| Field | Value | Kind | Source |\n|---|---|---|---|\n",
                    described.what, subject);
    const auto json = nlohmann::ordered_json::parse(installed_text(folder / (described.text + ".json")));
    for (const Parameter& parameter : scenario::parameters_in(json))
      text += fmt::format("| {} | {} | {} | {} |\n", code(dotted(parameter.name)), in_cell(parameter.value),
                          name_of(parameter.kind), in_cell(whole_source(parameter)));
    pages.push_back({fmt::format("{}s/{}.md", subject, described.text), text});
  }
  return pages;
}

/// The machines side by side, with what follows from their topologies.
std::string sizes_of_machines() {
  std::string text = "| Machine | Nodes | Cores of a node | Topology |\n|---|---|---|---|\n";
  for (const Name& name : machine_names()) {
    const scenario::Machine machine = scenario::load_machine(name.text, surroundings());
    text += fmt::format("| [{0}](machines/{0}.md) | {1} | {2} | {3} |\n", name.text, machine.nodes, machine.cores,
                        machine.topology.kind->text(machine.topology.shape));
  }
  return text;
}

} // namespace

ReferencePages machine_pages() {
  ReferencePages pages = pages_of(machine_names(), installation().machines, "machine");
  pages.push_back({"machines.md", beginning_of_page("Machines") + R"(
What a scenario can name as its `machine`: the files of `platforms/`. `{"use": "laptop", "nodes": 4}` changes what it
names; [scenarios](scenario/machine.md) say all that can be changed.

)" + sizes_of_machines()});
  return pages;
}

ReferencePages runtime_pages() {
  ReferencePages pages = pages_of(runtime_names(), installation().machines / "runtimes", "runtime");
  std::string index = beginning_of_page("Runtimes") + R"(
What a scenario can name as its `runtime`: the files of `platforms/runtimes/`, which say what an MPI does about failures
and what it costs. [calibrate](../howto/calibrate-a-runtime.md) measures one.

| Runtime | What it is |
|---|---|
)";
  for (const Name& name : runtime_names()) index += row_of_index(name.text, "runtimes/" + name.text + ".md", name.what);
  index += R"(
What a runtime can name as its `collectives`: the files of `platforms/collectives/`, whose rules say
[which algorithm carries out a collective operation](../explanation/collectives.md).

| Table | Whose choices |
|---|---|
)";
  for (const Name& name : collective_table_names())
    index += row_of_index(name.text, "../../platforms/collectives/" + name.text + ".json", name.what);
  pages.push_back({"runtimes.md", index});
  return pages;
}

} // namespace daruma::cli
