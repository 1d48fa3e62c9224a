#include "sim/scenario/parse.hpp"

#include "sim/scenario/consistency.hpp"
#include "sim/scenario/description.hpp"
#include "sim/scenario/json_text.hpp"
#include "sim/scenario/overrides.hpp"
#include "sim/scenario/problems.hpp"
#include "sim/scenario/provenance.hpp"
#include "sim/scenario/wording.hpp"

namespace daruma::scenario {

namespace {

using Json = nlohmann::json;

/// The schema cannot say "from 0 to 2^64-1": Valijson compares 64-bit numbers as signed ones.
std::uint64_t read_seed(const Node& node, std::uint64_t otherwise) {
  if (!node.is_given() || node.report().is_known(node.pointer())) return otherwise;
  if (!node.json().is_number_unsigned()) {
    node.remark("must not be negative, got " + shown(node.json()));
    return otherwise;
  }
  return node.json().get<std::uint64_t>();
}

/// The document as it was understood: names written out in full, nothing that only an editor needs.
Json resolved(Json document, Json machine, Json runtime) {
  document.erase("$schema");
  document["machine"] = std::move(machine);
  document["runtime"] = std::move(runtime);
  return document;
}

/// The parts that stand on their own.
Scenario read_parts(const Node& root, const std::filesystem::path& folder) {
  Scenario scenario;
  scenario.name = root["name"].text();
  scenario.seed = read_seed(root["seed"], scenario.seed);
  scenario.horizon = root["horizon"].amount(scenario.horizon, Sign::not_negative);
  scenario.jobs = read_jobs(root["jobs"], folder);
  if (root["centre"].is_given()) scenario.centre = read_centre(root["centre"], folder);
  if (root["manager"].is_given()) scenario.manager = read_manager(root["manager"]);
  scenario.events = read_events(root["events"]);
  if (root["failures"].is_given()) scenario.failures = read_failures(root["failures"]);
  scenario.breakdowns = read_breakdowns(root["breakdowns"]);
  if (root["localisation"].is_given()) scenario.localisation = read_localisation(root["localisation"]);
  if (root["background"].is_given()) scenario.background = read_background(root["background"], folder);
  if (root["tree_store"].is_given()) scenario.tree_store = read_tree_store(root["tree_store"]);
  scenario.expect = read_expectations(root["expect"]);
  return scenario;
}

std::vector<Input> inputs_of(const Node& root, const std::filesystem::path& folder) {
  const Node centre = root["centre"];
  std::vector<Node> named{centre["log"], centre["failure_log"]["file"], root["background"]["trace"]};
  for (const Node& job : root["jobs"].items()) named.push_back(job["program"]);
  std::vector<Input> inputs;
  for (const Node& file : named)
    if (file.is_given()) inputs.push_back({file.text(), folder / file.text()});
  return inputs;
}

Json read_document(const std::string& text, const std::string& file, const std::vector<Override>& overrides) {
  Report of_text;
  std::optional<Json> document = read_json(text, of_text);
  throw_problems(in_file(file, of_text));
  Report of_overrides;
  apply(overrides, *document, of_overrides);
  throw_problems(in_file(command_line, of_overrides));
  return std::move(*document);
}

Scenario read_scenario(Json document, const std::string& file, const Surroundings& around,
                       const OverriddenPlaces& set) {
  const Schema schema(around.schema);
  if (document.is_object() && !document.contains("runtime")) document["runtime"] = RuntimeProfile().name;
  Report report;
  schema.check_scenario(document, report);
  const Node root(&document, "", report);
  const auto folder = std::filesystem::path(file).parent_path();
  Scenario scenario = read_parts(root, folder);
  const Description<Machine> machine = described(machine_kind(around, folder), root["machine"], schema);
  const Description<RuntimeProfile> runtime = described(runtime_kind(around, folder), root["runtime"], schema);
  scenario.machine = machine.value;
  scenario.devices = around.machines / "devices";
  scenario.runtime = runtime.value;
  const bool is_machine_known =
      machine.problems.empty() && !report.has_within("/machine") && root["machine"].is_given();
  check_consistency(scenario, is_machine_known, around.models, root);

  std::vector<Problem> problems = in_file(file, report, set);
  problems.insert(problems.end(), machine.problems.begin(), machine.problems.end());
  problems.insert(problems.end(), runtime.problems.begin(), runtime.problems.end());
  throw_problems(std::move(problems));
  scenario.inputs = inputs_of(root, folder);
  const Json in_full = resolved(document, machine.json, runtime.json);
  scenario.parameters = parameters_in(in_full);
  scenario.resolved_json = in_full.dump(2);
  return scenario;
}

template <class Value>
Value load_description(const DescriptionKind<Value>& kind, const std::string& name, const Surroundings& around) {
  const Schema schema(around.schema);
  const Json reference = name;
  Report report;
  Description<Value> description = described(kind, Node(&reference, "", report), schema);
  std::vector<Problem> problems = in_file(kind.folder.string(), report);
  problems.insert(problems.end(), description.problems.begin(), description.problems.end());
  throw_problems(std::move(problems));
  return description.value;
}

} // namespace

Scenario parse(const std::string& json_text, const std::string& file_name, const Surroundings& around,
               const std::vector<Override>& overrides) {
  OverriddenPlaces set;
  for (const Override& change : overrides) set.push_back(change.pointer);
  return read_scenario(read_document(json_text, file_name, overrides), file_name, around, set);
}

Scenario load(const std::filesystem::path& path, const Surroundings& around, const std::vector<Override>& overrides) {
  Report report;
  const std::optional<std::string> text = read_file(path, report);
  throw_problems(in_file(path.string(), report));
  return parse(*text, path.string(), around, overrides);
}

Machine load_machine(const std::string& name, const Surroundings& around) {
  return load_description(machine_kind(around, {}), name, around);
}

RuntimeProfile load_runtime(const std::string& name, const Surroundings& around) {
  return load_description(runtime_kind(around, {}), name, around);
}

} // namespace daruma::scenario
