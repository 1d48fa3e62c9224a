#include "sim/scenario/parse.hpp"

#include "sim/core/number.hpp"
#include "sim/scenario/consistency.hpp"
#include "sim/scenario/description.hpp"
#include "sim/scenario/json_text.hpp"
#include "sim/scenario/policy_name.hpp"
#include "sim/scenario/problems.hpp"
#include "sim/scenario/provenance.hpp"
#include "sim/scenario/report.hpp"
#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

#include <optional>

namespace daruma::scenario {

namespace {

using Json = nlohmann::json;

/// Tokens of a pointer, unescaped; nothing if it is none.
std::optional<std::vector<std::string>> tokens(const std::string& pointer) {
  if (pointer.empty() || pointer.front() != '/') return std::nullopt;
  std::vector<std::string> result;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      result.emplace_back();
    } else if (pointer[i] != '~') {
      result.back() += pointer[i];
    } else {
      const char escaped = ++i < pointer.size() ? pointer[i] : '\0';
      if (escaped != '0' && escaped != '1') return std::nullopt;
      result.back() += escaped == '0' ? '~' : '/';
    }
  }
  return result;
}

bool is_utf8(const std::string& text) {
  try {
    static_cast<void>(Json(text).dump());
    return true;
  } catch (const Json::type_error&) { return false; }
}

/// The item of a list, or its size for "-"; nothing if the token names neither.
std::optional<std::size_t> index_in(const Json& list, const std::string& token) {
  if (token == "-") return list.size();
  const auto index = number_in<std::size_t>(token);
  const bool is_index = index && (token.size() == 1 || token.front() != '0') && *index <= list.size();
  return is_index ? index : std::nullopt;
}

Json* member(Json& container, const std::string& token) {
  if (container.is_object() && container.contains(token)) return &container[token];
  if (!container.is_array()) return nullptr;
  const std::optional<std::size_t> index = index_in(container, token);
  return index && *index < container.size() ? &container[*index] : nullptr;
}

/// "name" to {"use": "name"}, so that something can be set in it.
void unfold_name(Json& document, const std::string& key) {
  if (!document.is_object()) return;
  if (key == "runtime" && !document.contains(key)) document[key] = RuntimeProfile().name;
  const bool is_description = key == "machine" || key == "runtime";
  if (is_description && document.contains(key) && document[key].is_string()) document[key] = {{"use", document[key]}};
}

bool set(Json& parent, const std::string& token, Json value) {
  if (parent.is_object()) {
    parent[token] = std::move(value);
    return true;
  }
  const std::optional<std::size_t> index = parent.is_array() ? index_in(parent, token) : std::nullopt;
  if (!index) return false;
  if (*index == parent.size())
    parent.push_back(std::move(value));
  else
    parent[*index] = std::move(value);
  return true;
}

/// The value that holds the last token's; a remark where there is none.
Json* parent_of(const std::vector<std::string>& path, Json& document, const Override& change, Report& report) {
  Json* parent = &document;
  std::string reached;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    parent = member(*parent, path[i]);
    reached = below(reached, path[i]);
    if (parent == nullptr) {
      report.add(change.pointer, "there is no " + in_quotes(reached) + " to set this in");
      return nullptr;
    }
  }
  return parent;
}

/// JSON where the text is some, else the text itself.
Json as_json(const std::string& text) {
  Report not_json;
  std::optional<Json> value = read_json(text, not_json);
  return value ? std::move(*value) : Json(text);
}

void apply(const Override& change, Json& document, Report& report) {
  const auto path = tokens(change.pointer);
  if (!path || !is_utf8(change.pointer))
    return report.add("", in_quotes(change.pointer) + ": expected a JSON pointer such as \"/jobs/0/ranks\"");
  if (!is_utf8(change.value)) return report.add(change.pointer, "the value is not UTF-8 text");
  if (path->size() > 1) unfold_name(document, path->front());
  Json* const parent = parent_of(*path, document, change, report);
  if (parent != nullptr && !set(*parent, path->back(), as_json(change.value)))
    report.add(change.pointer, "what it is to be set in is neither an object nor a list with that item");
}

/// `--set /pointer=VALUE`: changes to the scenario document before anybody checks it.
/// Sets each value in turn. The parent has to exist, except that a machine or runtime given by name counts as
/// {"use": name}, so that "/machine/nodes" can be set. Item "-" of a list is the one after its last (RFC 6901).
void apply(const std::vector<Override>& overrides, Json& document, Report& report) {
  for (const Override& change : overrides) apply(change, document, report);
}

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
  scenario.network_model = root["network_model"].choice(network_models, scenario.network_model);
  scenario.seed = read_seed(root["seed"], scenario.seed);
  scenario.horizon = root["horizon"].amount(scenario.horizon, Sign::not_negative);
  scenario.jobs = read_jobs(root["jobs"], folder);
  if (root["centre"].is_given()) scenario.centre = read_centre(root["centre"], folder);
  if (root["manager"].is_given()) scenario.manager = read_manager(root["manager"], folder);
  scenario.events = read_events(root["events"]);
  if (root["failures"].is_given()) scenario.failures = read_failures(root["failures"]);
  scenario.breakdowns = read_breakdowns(root["breakdowns"]);
  if (root["localisation"].is_given()) scenario.localisation = read_localisation(root["localisation"]);
  if (root["background"].is_given()) scenario.background = read_background(root["background"], folder);
  if (root["tree_store"].is_given()) scenario.tree_store = read_tree_store(root["tree_store"]);
  if (root["trace"].is_given()) scenario.trace = read_trace(root["trace"]);
  scenario.expect = read_expectations(root["expect"]);
  if (root["explore"].is_given()) scenario.explore = read_exploration(root["explore"], folder);
  return scenario;
}

std::vector<Input> inputs_of(const Node& root, const std::filesystem::path& folder) {
  const Node centre = root["centre"];
  std::vector<Node> named{centre["log"], centre["failure_log"]["file"], root["background"]["trace"]};
  const auto add_policy = [&](const Node& node) {
    const Node policy = node.is_object() ? node["policy"] : node;
    if (policy.is_given() && is_policy_library(policy.text())) named.push_back(policy);
  };
  for (const Node& policy : {centre["queue"], centre["urgent"], centre["on_failure"]}) add_policy(policy);
  for (const char* key : {"queue", "urgent"}) add_policy(root["manager"][key]);
  for (const Node& job : root["jobs"].items()) named.push_back(job["program"]);
  for (const Node& file : root["explore"]["files"].items()) named.push_back(file);
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
  if (document.is_object() && !document.contains("runtime")) document["runtime"] = RuntimeProfile().name;
  Report report;
  if (document.is_object()) write_out_collectives(document["runtime"], around.tables(), "/runtime", report);
  around.schema->check_scenario(document, report);
  const Node root(&document, "", report);
  const auto folder = std::filesystem::path(file).parent_path();
  Scenario scenario = read_parts(root, folder);
  const Description<Machine> machine = described(machine_kind(around, folder), root["machine"], *around.schema);
  const Description<RuntimeProfile> runtime = described(runtime_kind(around, folder), root["runtime"], *around.schema);
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
  const Json reference = name;
  Report report;
  Description<Value> description = described(kind, Node(&reference, "", report), *around.schema);
  std::vector<Problem> problems = in_file(kind.folder.string(), report);
  problems.insert(problems.end(), description.problems.begin(), description.problems.end());
  throw_problems(std::move(problems));
  return description.value;
}

} // namespace

std::shared_ptr<const Schema> load_schema(const std::filesystem::path& path) {
  return std::make_shared<const Schema>(path);
}

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
