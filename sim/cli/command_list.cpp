#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/names.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/results/json_writer.hpp"
#include "sim/scenario/topology_schema.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::cli {

namespace {

std::vector<Name> names_of(const std::string& plural) {
  std::vector<std::string> known;
  for (const NameKind& kind : name_kinds()) {
    if (kind.plural == plural) return kind.names();
    known.push_back(kind.plural);
  }
  throw UsageError(scenario::unknown("kind of things to list", plural, known));
}

std::string to_json(const std::vector<Name>& names) {
  results::JsonWriter json(1);
  json.begin_list();
  for (const Name& name : names) json.begin_object().member("name", name.text).member("what", name.what).end_object();
  return json.end_list().take() + "\n";
}

std::string to_text(const std::vector<Name>& names) {
  std::size_t width = 0;
  for (const Name& name : names) width = std::max(width, name.text.size());
  std::string text;
  for (const Name& name : names) text += fmt::format("{:<{}}  {}\n", name.text, width, name.what);
  return text;
}

int list(const Given& given) {
  const auto names = names_of(given.arguments().front());
  fmt::print("{}", given.has("json") ? to_json(names) : to_text(names));
  return done;
}

int print_schema(const Given&) {
  fmt::print("{}", scenario::with_topologies(installed_text(installation().schema())));
  return done;
}

} // namespace

Command list_command() {
  std::string kinds;
  for (const NameKind& kind : name_kinds()) kinds += (kinds.empty() ? "" : ", ") + kind.plural;
  return {"list",
          "list what there is to name: models, machines, scenarios, figures",
          "",
          {{"KIND", "one of " + kinds, 1, 1, kinds_of_names}},
          {json_option()},
          {"list machines", "list models --json"},
          list};
}

Command schema_command() { return {"schema", "print the JSON Schema of scenarios", "", {}, {}, {}, print_schema}; }

} // namespace daruma::cli
