#include "sim/scenario/provenance.hpp"

#include "sim/scenario/report.hpp"
#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

namespace daruma::scenario {

namespace {

template <class Json> bool says_where_from(const Json& json) {
  return json.is_object() && json.contains("value") && (json.contains("kind") || json.contains("source"));
}

template <class Json> std::string as_given(const Json& value) {
  constexpr std::size_t longest = 60;
  if (value.is_string()) return value.template get<std::string>();
  const std::string text = value.dump();
  return text.size() <= longest ? text : shown(value);
}

template <class Json> std::vector<std::string> names_in(const Json& one_or_several) {
  if (one_or_several.is_string()) return {one_or_several.template get<std::string>()};
  return one_or_several.template get<std::vector<std::string>>();
}

template <class Json> daruma::Parameter read_parameter(const Json& json, const std::string& place) {
  const auto kind = value_named(source_kinds, json.value("kind", ""));
  daruma::Parameter parameter{place, as_given(json["value"]), kind.value_or(SourceKind::assumed),
                              json.value("source", "")};
  if (json.contains("fitted_on")) parameter.fitted_on = names_in(json["fitted_on"]);
  return parameter;
}

template <class Json> void collect(const Json& json, const std::string& place, Parameters& found) {
  if (says_where_from(json)) found.push_back(read_parameter(json, place));
  if (!json.is_structured()) return;
  for (const auto& member : json.items()) collect(member.value(), below(place, member.key()), found);
}

} // namespace

template <class Json> Parameters parameters_in(const Json& document, const std::string& place) {
  Parameters found;
  collect(document, place, found);
  return found;
}

template Parameters parameters_in(const nlohmann::json&, const std::string&);
template Parameters parameters_in(const nlohmann::ordered_json&, const std::string&);

} // namespace daruma::scenario
