#include "tests/fuzz/grammar.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace daruma::fuzz {

using nlohmann::json;

namespace {

/// What a rule says of the keys of an object; an empty object where it says nothing of them.
const json& properties_of(const json& rule) {
  static const json none = json::object();
  return rule.contains("properties") ? rule["properties"] : none;
}

constexpr std::array amounts{0, 1, 1, 2, 3, 4, 10, 100};

json number(const json& rule, RandomStream& random) {
  const double least = rule.value("minimum", 0.0);
  const double most = rule.value("maximum", 1000.0);
  const double chosen = std::clamp<double>(any_of(amounts, random), least, most);
  if (rule["type"] == "integer") return static_cast<std::int64_t>(chosen);
  return random.below(2) == 0 ? chosen : least + random.uniform() * (std::min(most, 10.0) - least);
}

/// The type of which an example is: one of those that are allowed.
std::string type_of(const json& rule, RandomStream& random) {
  const json type = rule.value("type", json());
  if (type.is_array()) return any_of(type, random).get<std::string>();
  if (type.is_string()) return type;
  return rule.contains("properties") ? "object" : "string";
}

/// Keys without which the rule refuses an object, of one alternative where there are several.
std::set<std::string> needed(const json& rule, RandomStream& random) {
  std::set<std::string> keys = rule.value("required", std::set<std::string>());
  if (!rule.contains("oneOf")) return keys;
  for (const auto& key : any_of(rule["oneOf"], random).value("required", std::vector<std::string>())) keys.insert(key);
  return keys;
}

} // namespace

Grammar::Grammar(json schema, std::map<std::string, json> values)
    : schema_(std::move(schema)), values_(std::move(values)) {}

const json& Grammar::resolved(const json& rule) const {
  if (rule.contains("$ref")) return resolved(schema_.at(json::json_pointer(rule["$ref"].get<std::string>().substr(1))));
  if (rule.contains("else")) return resolved(rule["else"]); // a value without where it comes from
  return rule;
}

const json& Grammar::rule(const json::json_pointer& place) const {
  static const json nothing = json::object();
  if (place.empty()) return schema_;
  const json& above = rule(place.parent_pointer());
  if (above.contains("items")) return resolved(above["items"]);
  const json& properties = properties_of(above);
  if (properties.contains(place.back())) return resolved(properties[place.back()]);
  return nothing;
}

json Grammar::value_elsewhere(const std::string& key, RandomStream& random) const {
  const auto known = values_.find(key);
  return known == values_.end() ? json() : any_of(known->second, random);
}

json Grammar::example(const std::string& key, const json& unresolved, const std::vector<std::string>& names,
                      RandomStream& random) const {
  const json& rule = resolved(unresolved);
  if (values_.count(key) > 0 && random.below(2) == 0) return value_elsewhere(key, random);
  if (rule.contains("enum")) return any_of(rule["enum"], random);
  if (rule.contains("examples") && random.below(4) > 0) return any_of(rule["examples"], random);
  const std::string type = type_of(rule, random);
  if (type == "integer" || type == "number") return number(rule, random);
  if (type == "boolean") return random.below(2) == 0;
  if (type == "object") return object(rule, names, random);
  if (type != "array") return text(rule, names, random);
  json list = json::array();
  for (std::uint64_t count = 1 + random.below(3); count > 0 && rule.contains("items"); --count)
    list.push_back(example("", rule["items"], names, random));
  return list;
}

json Grammar::object(const json& rule, const std::vector<std::string>& names, RandomStream& random) const {
  const std::set<std::string> keys = needed(rule, random);
  json made = json::object();
  for (const auto& [key, each] : properties_of(rule).items())
    if (keys.count(key) > 0 || random.below(8) == 0) made[key] = example(key, each, names, random);
  return made;
}

json Grammar::text(const json& rule, const std::vector<std::string>& names, RandomStream& random) const {
  static constexpr std::array<std::string_view, 8> words{"1us", "10ms", "1s", "1h", "1B", "1MiB", "1MB/s", "1Gf/s"};
  const bool is_name = rule.value("pattern", "").find("[A-Za-z]") != std::string::npos;
  if (is_name && !names.empty()) return any_of(names, random);
  return any_of(words, random);
}

} // namespace daruma::fuzz
