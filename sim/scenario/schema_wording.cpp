// Explains in people's words what Valijson found, by looking at the one value and the one piece of
// schema that disagree. Knows exactly the keywords that scenario.schema.json uses.
#include "sim/scenario/schema.hpp"
#include "sim/scenario/wording.hpp"

#include <algorithm>
#include <regex>

namespace daruma::scenario {

namespace {

using Json = nlohmann::json;
using Schemas = std::vector<const Json*>;

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  return false;
}

bool has_type_of(const Json& value, const Json& type) {
  if (type.is_string()) return has_type(value, type.get<std::string>());
  return std::any_of(type.begin(), type.end(),
                     [&](const Json& one) { return has_type(value, one.get<std::string>()); });
}

/// The schemas that all have to hold for the value: $ref, allOf and if/then/else followed to their ends.
void collect(const Json& root, const Json& schema, const Json& value, Schemas& found) {
  if (schema.contains("$ref")) {
    const std::string pointer = schema["$ref"].get<std::string>().substr(1);
    collect(root, root.at(Json::json_pointer(pointer)), value, found);
    return;
  }
  found.push_back(&schema);
  if (schema.contains("allOf"))
    for (const Json& part : schema["allOf"]) collect(root, part, value, found);
  if (schema.contains("if"))
    collect(root, schema[has_type_of(value, schema["if"]["type"]) ? "then" : "else"], value, found);
}

/// What the schema says of a member or item, if anything.
const Json* schema_below(const Json& schema, const Json& value, const std::string& token) {
  if (value.is_array()) return schema.contains("items") ? &schema["items"] : nullptr;
  if (schema.contains("properties") && schema["properties"].contains(token)) return &schema["properties"][token];
  const bool has_rest = schema.contains("additionalProperties") && schema["additionalProperties"].is_object();
  return has_rest ? &schema["additionalProperties"] : nullptr;
}

const Json& value_below(const Json& value, const std::string& token) {
  return value.is_array() ? value.at(std::stoul(token)) : value.at(token);
}

std::vector<std::string> names(const Json& list) { return list.get<std::vector<std::string>>(); }

/// The keys of which a oneOf of "required" lists wants exactly one.
std::vector<std::string> alternatives(const Json& one_of) {
  std::vector<std::string> keys;
  for (const Json& branch : one_of) keys.push_back(branch.at("required").front().get<std::string>());
  return keys;
}

/// Compares one value with one schema (no combinators) and remarks on what does not fit.
class Explanation {
public:
  Explanation(const Json& value, std::string pointer, Report& report)
      : value_(value), pointer_(std::move(pointer)), report_(report) {}

  void against(const Json& schema) {
    if (schema.contains("type") && !has_type_of(value_, schema["type"])) return expected(schema);
    if (schema.contains("pattern") && breaks_pattern(schema["pattern"])) return expected(schema);
    if (schema.contains("minLength") && value_.is_string() && value_.get_ref<const std::string&>().empty())
      return expected(schema);
    if (schema.contains("enum")) choice(schema["enum"]);
    if (value_.is_number()) range(schema);
    if (value_.is_array()) length(schema);
    if (value_.is_object()) members(schema);
  }

private:
  void say(std::string sentence) { report_.add(pointer_, std::move(sentence)); }

  void expected(const Json& schema) {
    say("expected " + schema.value("title", "another type of value") + ", got " + shown(value_));
  }

  bool breaks_pattern(const Json& pattern) const {
    return value_.is_string() &&
           !std::regex_search(value_.get_ref<const std::string&>(), std::regex(pattern.get<std::string>()));
  }

  void choice(const Json& allowed) {
    if (std::find(allowed.begin(), allowed.end(), value_) != allowed.end()) return;
    std::string sentence = "expected one of " + listed(names(allowed)) + ", got " + shown(value_);
    const std::string meant = value_.is_string() ? nearest(value_.get_ref<const std::string&>(), names(allowed)) : "";
    say(meant.empty() ? sentence : sentence + "; did you mean " + in_quotes(meant) + "?");
  }

  void range(const Json& schema) {
    if (schema.contains("minimum") && value_ < schema["minimum"])
      say("must be at least " + schema["minimum"].dump() + ", got " + shown(value_));
    if (schema.contains("maximum") && value_ > schema["maximum"])
      say("must be at most " + schema["maximum"].dump() + ", got " + shown(value_));
  }

  void length(const Json& schema) {
    if (schema.contains("minItems") && value_.size() < schema["minItems"]) say("must not be empty");
    if (schema.contains("maxItems") && value_.size() > schema["maxItems"])
      say("must have at most " + schema["maxItems"].dump() + " items, got " + std::to_string(value_.size()));
  }

  void members(const Json& schema) {
    if (schema.contains("additionalProperties") && schema["additionalProperties"] == false)
      unknown_keys(schema["properties"]);
    if (schema.contains("required")) {
      for (const std::string& key : names(schema["required"]))
        if (!value_.contains(key)) say(in_quotes(key) + " is missing");
    }
    if (schema.contains("oneOf")) exactly_one_of(alternatives(schema["oneOf"]));
    if (schema.contains("dependencies")) dependencies(schema["dependencies"]);
  }

  void unknown_keys(const Json& properties) {
    std::vector<std::string> known;
    for (const auto& property : properties.items()) known.push_back(property.key());
    for (const auto& member : value_.items()) {
      if (report_.is_full()) return;
      if (!properties.contains(member.key()))
        report_.add(below(pointer_, member.key()), unknown("key", member.key(), known));
    }
  }

  /// Of the object, or of one of its members, which needs it beside it.
  void exactly_one_of(const std::vector<std::string>& keys, const std::string& member = "") {
    std::vector<std::string> given;
    for (const std::string& key : keys)
      if (value_.contains(key)) given.push_back(key);
    if (given.size() == 1) return;
    const std::string needs = member.empty() ? "needs" : in_quotes(member) + " needs";
    say(needs + " exactly one of " + listed(keys) + (member.empty() ? "" : " beside it") + ", has " +
        (given.empty() ? "none" : listed(given)));
  }

  void dependencies(const Json& rules) {
    for (const auto& rule : rules.items()) {
      if (!value_.contains(rule.key())) continue;
      const bool is_schema = rule.value().is_object();
      const Json needed = is_schema ? rule.value().value("required", Json::array()) : rule.value();
      for (const std::string& key : names(needed))
        if (!value_.contains(key)) say(in_quotes(rule.key()) + " needs " + in_quotes(key) + " beside it");
      if (is_schema) exactly_one_of(alternatives(rule.value()["oneOf"]), rule.key());
    }
  }

  const Json& value_;
  std::string pointer_;
  Report& report_;
};

} // namespace

void explain(const Json& schema, const Json& document, const std::vector<std::string>& path, Report& report) {
  const Json* value = &document;
  std::string pointer;
  Schemas schemas;
  collect(schema, schema, *value, schemas);
  for (const std::string& token : path) {
    const Json& inner = value_below(*value, token);
    Schemas inner_schemas;
    for (const Json* one : schemas)
      if (const Json* next = schema_below(*one, *value, token)) collect(schema, *next, inner, inner_schemas);
    value = &inner;
    schemas = std::move(inner_schemas);
    pointer = below(pointer, token);
  }
  Explanation explanation(*value, pointer, report);
  for (const Json* one : schemas) explanation.against(*one);
}

} // namespace daruma::scenario
