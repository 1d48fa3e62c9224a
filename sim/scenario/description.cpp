#include "sim/scenario/description.hpp"

#include "sim/scenario/json_text.hpp"
#include "sim/scenario/problems.hpp"
#include "sim/scenario/wording.hpp"

#include <algorithm>

namespace daruma::scenario {

namespace {

using Json = nlohmann::json;

/// Names of the descriptions in a folder, sorted. Schemas lie there too and are none.
std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::filesystem::path file = entry.path().filename();
    if (file.extension() == ".json" && file.stem().extension() != ".schema") names.push_back(file.stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_file(const std::string& name) { return std::filesystem::path(name).extension() == ".json"; }

template <class Value> std::filesystem::path file_of(const DescriptionKind<Value>& kind, const std::string& name) {
  return is_file(name) ? kind.beside / name : kind.folder / (name + ".json");
}

/// What is wrong with the name itself, if anything.
std::string name_complaint(const std::string& noun, const std::filesystem::path& folder, const std::string& name) {
  if (is_file(name)) return "";
  const std::vector<std::string> known = names_in(folder);
  return std::find(known.begin(), known.end(), name) != known.end() ? "" : unknown(noun, name, known);
}

/// Neither a value with its source nor a rule for a collective.
bool is_group(const Json& value) {
  return value.is_object() && !value.contains("value") && !value.contains("algorithm");
}

void change(Json& base, const Json& changes) {
  for (const auto& member : changes.items()) {
    const Json& wanted = member.value();
    const bool goes_inside = is_group(wanted) && !wanted.contains("kind") && member.key() != "collectives" &&
                             base.contains(member.key()) && is_group(base[member.key()]);
    if (goes_inside)
      change(base[member.key()], wanted);
    else
      base[member.key()] = wanted;
  }
}

Json changed(Json base, const Json& changes) {
  // The old number of nodes belongs to the old topology.
  if (changes.contains("topology")) base.erase("nodes");
  change(base, changes);
  base.erase("use");
  return base;
}

/// The pointer, or its nearest ancestor that exists in the document.
std::string existing(const Json& document, std::string pointer) {
  while (!document.contains(Json::json_pointer(pointer))) pointer.resize(pointer.rfind('/'));
  return pointer;
}

/// Remarks on a changed description belong to the scenario where it said something, or where the file alone
/// was in order. What the file alone already has wrong is reported with the file.
void attribute(const Report& of_changed, bool is_base_good, const Node& place) {
  for (const Remark& remark : of_changed.remarks()) {
    const std::string pointer = existing(place.json(), remark.pointer);
    if (pointer != remark.pointer && !is_base_good) continue;
    const std::string full = place.pointer() + pointer;
    if (!place.report().is_known(full)) place.report().add(full, remark.sentence);
  }
}

/// "The first so many nodes of that machine" cannot be more than it has.
void check_nodes(const Machine& base, const Machine& wanted, const Node& place) {
  if (wanted.nodes <= base.nodes || place["topology"].is_given()) return;
  place["nodes"].remark("machine " + in_quotes(base.name) + " has " + counted(base.nodes, "node") + ", got " +
                        std::to_string(wanted.nodes));
}

void check_nodes(const RuntimeProfile&, const RuntimeProfile&, const Node&) {}

template <class Value>
Description<Value> changed_description(const DescriptionKind<Value>& kind, Description<Value> base, const Node& place) {
  const bool is_base_good = base.problems.empty();
  Description<Value> result{{}, changed(base.json, place.json()), std::move(base.problems)};
  Report report = place.report().within(place.pointer());
  result.value = kind.read(Node(&result.json, "", report));
  attribute(report, is_base_good, place);
  if (is_base_good) check_nodes(base.value, result.value, place);
  return result;
}

/// The description of that name, or in that file.
template <class Value>
Description<Value> named_description(const DescriptionKind<Value>& kind, const std::string& name,
                                     const Schema& schema) {
  Description<Value> result;
  const std::filesystem::path file = file_of(kind, name);
  Report report;
  const std::optional<std::string> text = read_file(file, report);
  std::optional<Json> json = text ? read_json(*text, report) : std::nullopt;
  if (json && json->is_object()) {
    if (!json->contains("name")) (*json)["name"] = file.stem().string();
    write_out_collectives(*json, kind.tables, "", report);
    schema.check_definition(kind.noun, *json, report);
    const Node root(&*json, "", report);
    if (root["use"].is_given()) root["use"].remark("a file describes its " + kind.noun + " in full, without \"use\"");
    result.value = kind.read(root);
    result.json = std::move(*json);
    result.json.erase("$schema");
  } else if (json) {
    report.add("", "expected a description in braces, got " + shown(*json));
  }
  result.problems = in_file(file.string(), report);
  return result;
}

} // namespace

template <class Value>
Description<Value> described(const DescriptionKind<Value>& kind, const Node& place, const Schema& schema) {
  const Node use = place.is_object() ? place["use"] : place;
  const bool is_readable =
      place.is_given() && !place.report().is_known(place.pointer()) && !place.report().is_known(use.pointer());
  if (!is_readable) return {};
  if (!use.is_given()) return {kind.read(place), place.json(), {}};
  if (const std::string complaint = name_complaint(kind.noun, kind.folder, use.text()); !complaint.empty()) {
    use.remark(complaint);
    return {};
  }
  Description<Value> base = named_description(kind, use.text(), schema);
  return place.is_object() ? changed_description(kind, std::move(base), place) : base;
}

void write_out_collectives(Json& description, const std::filesystem::path& tables, const std::string& pointer,
                           Report& report) {
  if (!description.is_object() || !description.contains("collectives")) return;
  Json& place = description["collectives"];
  const bool is_changed = place.is_object() && place.contains("use");
  const Json name = is_changed ? place["use"] : place;
  if (!name.is_string()) return; // the schema looks at what else it is
  const std::vector<std::string> known = names_in(tables);
  if (std::find(known.begin(), known.end(), name.get<std::string>()) == known.end()) {
    const std::string at = pointer + "/collectives" + (is_changed ? "/use" : "");
    return report.add(at, unknown("table of collectives", name.get<std::string>(), known));
  }
  const std::optional<std::string> text = read_file(tables / (name.get<std::string>() + ".json"), report);
  std::optional<Json> table = text ? read_json(*text, report) : std::nullopt;
  if (!table) return;
  table->erase("$schema");
  if (is_changed) {
    for (const char* of_the_unchanged : {"name", "description", "source"}) table->erase(of_the_unchanged);
    for (const auto& rules : place.items())
      if (rules.key() != "use") (*table)[rules.key()] = rules.value();
  }
  place = std::move(*table);
}

DescriptionKind<Machine> machine_kind(const Surroundings& around, const std::filesystem::path& beside) {
  return {"machine", around.machines, beside, read_machine, {}};
}

DescriptionKind<RuntimeProfile> runtime_kind(const Surroundings& around, const std::filesystem::path& beside) {
  return {"runtime", around.runtimes, beside, read_runtime, around.tables()};
}

template Description<Machine> described(const DescriptionKind<Machine>&, const Node&, const Schema&);
template Description<RuntimeProfile> described(const DescriptionKind<RuntimeProfile>&, const Node&, const Schema&);

} // namespace daruma::scenario
