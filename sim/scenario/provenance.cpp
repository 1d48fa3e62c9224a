#include "sim/scenario/provenance.hpp"

#include "sim/scenario/report.hpp"
#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

namespace daruma::scenario {

namespace {

using Json = nlohmann::json;

bool says_where_from(const Json& json) {
  return json.is_object() && json.contains("value") && (json.contains("kind") || json.contains("source"));
}

std::string as_given(const Json& value) {
  constexpr std::size_t longest = 60;
  if (value.is_string()) return value.get<std::string>();
  const std::string text = value.dump();
  return text.size() <= longest ? text : shown(value);
}

std::vector<std::string> names_in(const Json& one_or_several) {
  if (one_or_several.is_string()) return {one_or_several.get<std::string>()};
  return one_or_several.get<std::vector<std::string>>();
}

daruma::Parameter read_parameter(const Json& json, const std::string& place) {
  const auto kind = source_kind_named(json.value("kind", ""));
  daruma::Parameter parameter{place, as_given(json["value"]), kind.value_or(SourceKind::assumed),
                              json.value("source", "")};
  if (json.contains("fitted_on")) parameter.fitted_on = names_in(json["fitted_on"]);
  return parameter;
}

void collect(const Json& json, const std::string& place, Parameters& found) {
  if (says_where_from(json)) found.push_back(read_parameter(json, place));
  if (!json.is_structured()) return;
  for (const auto& member : json.items()) collect(member.value(), below(place, member.key()), found);
}

} // namespace

Parameters parameters_in(const nlohmann::json& document, const std::string& place) {
  Parameters found;
  collect(document, place, found);
  return found;
}

} // namespace daruma::scenario
