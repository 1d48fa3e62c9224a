#include "sim/scenario/topology_schema.hpp"

#include "platforms/topology/topology.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace daruma::scenario {

namespace {

using topology::Parameter;

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

/// A key of topologies, with what it means to the kinds that take it.
struct Key {
  std::string name;
  Parameter::Form form;
  struct Meaning {
    std::string text;
    std::vector<std::string> kinds;
  };
  std::vector<Meaning> meanings;
};

std::string meaning_of(const Parameter& parameter) {
  if (parameter.standard.empty()) return parameter.meaning + ".";
  return parameter.meaning + ". Default: " + nlohmann::json(parameter.standard).dump() + ".";
}

void enter(std::vector<Key>& keys, const Parameter& parameter, const std::string& kind) {
  auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& one) { return one.name == parameter.name; });
  if (key == keys.end()) key = keys.insert(keys.end(), {parameter.name, parameter.form, {}});
  const std::string text = meaning_of(parameter);
  auto meaning = std::find_if(key->meanings.begin(), key->meanings.end(),
                              [&](const Key::Meaning& one) { return one.text == text; });
  if (meaning == key->meanings.end()) meaning = key->meanings.insert(key->meanings.end(), {text, {}});
  meaning->kinds.push_back(kind);
}

std::string described(const Key& key) {
  std::vector<std::string> sentences;
  sentences.reserve(key.meanings.size());
  for (const Key::Meaning& meaning : key.meanings)
    sentences.push_back(joined(meaning.kinds, ", ") + ": " + meaning.text);
  return joined(sentences, " ");
}

std::string definitions() {
  std::vector<std::string> names;
  std::vector<std::string> meanings;
  std::vector<Key> keys;
  for (const topology::TopologyKind* kind : topology::topologies()) {
    const std::string name(kind->name());
    names.push_back(quoted(name));
    meanings.push_back(name + ": " + kind->meaning() + ".");
    for (const Parameter& parameter : kind->parameters()) enter(keys, parameter, name);
  }
  std::string text = R"(    "topology_kind": { "title": "a kind of topology", "enum": [)" + joined(names, ", ") +
                     R"(] },
    "topology": {
      "title": "a topology in braces",
      "type": "object",
      "additionalProperties": false,
      "required": ["kind"],
      "properties": {
        "kind": { "description": )" +
                     quoted(joined(meanings, " ")) + R"(, "$ref": "#/definitions/sourced_topology_kind" })";
  for (const Key& key : keys)
    text += ",\n        " + quoted(key.name) + R"(: { "description": )" + quoted(described(key)) +
            R"(, "$ref": "#/definitions/)" +
            (key.form == Parameter::Form::list ? "sourced_count_list" : "sourced_count") + "\" }";
  return text + "\n      }\n    }";
}

} // namespace

std::string with_topologies(std::string schema) {
  constexpr std::string_view end = "\n    }";
  const std::size_t first = schema.find("    \"topology_kind\": {");
  const std::size_t second = schema.find("    \"topology\": {", first);
  if (first == std::string::npos || second == std::string::npos) return schema;
  const std::size_t last = schema.find(end, second) + end.size();
  return schema.replace(first, last - first, definitions());
}

} // namespace daruma::scenario
