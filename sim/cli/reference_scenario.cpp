#include "sim/cli/help.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/reference.hpp"
#include "sim/scenario/topology_schema.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <vector>

namespace daruma::cli {

namespace {

/// The name by which links lead to a heading on GitHub.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char letter : heading) {
    if (letter == ' ')
      anchor += '-';
    else if (std::isalnum(static_cast<unsigned char>(letter)) || letter == '-' || letter == '_')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return anchor;
}

/// The schema's braces, a table each, in the order in which a reader of a scenario meets them.
///
/// Knows exactly the keywords that scenario.schema.json uses: "if" is there for fields that may stand with their
/// source, or be a list, and "else" then says what they are otherwise.
class FieldTables {
public:
  using Json = nlohmann::ordered_json;

  explicit FieldTables(const Json& schema) : definitions_(schema.at("definitions")) {
    enter(schema, "");
    enter(definitions_.at("sourced"), "sourced");
  }

  /// What can stand in several places.
  std::string values() const {
    std::string text = "\n## Values\n\n| Value | What it is | Least | Most |\n|---|---|---|---|\n";
    for (const auto& definition : definitions_.items())
      if (is_plain(definition.value())) text += row_of_value(definition.key(), definition.value());
    return text;
  }

  /// The index has the outermost braces, each of its keys that has braces a page, and what is in braces there another
  /// one if it has braces in it.
  ReferencePages pages(const std::string& beginning_of_index) const {
    ReferencePages pages{{index, beginning_of_index}};
    for (const Json* braces : sections_) {
      const std::string file = file_of(*braces);
      const auto page = std::find_if(pages.begin(), pages.end(), [&](const auto& one) { return one.file == file; });
      if (page != pages.end())
        page->text += fmt::format("\n## {}\n\n", heading_of(*braces)) + text_of(*braces);
      else
        pages.push_back({file, beginning_of_page(heading_of(*braces)) + "\n" + text_of(*braces)});
    }
    return pages;
  }

private:
  static constexpr const char* index = "scenario.md";

  static bool is_plain(const Json& definition) {
    return !definition.contains("properties") && !definition.contains("if") && !definition.contains("enum");
  }

  static std::string in_words(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
  }

  std::string heading_of(const Json& braces) const {
    const std::string& place = places_.at(&braces).front();
    return place.empty() ? "A scenario" : place;
  }

  std::string file_of(const Json& braces) const {
    const std::string& place = places_.at(&braces).front();
    if (place.empty() || place == "sourced") return index;
    const std::string outer = place.substr(0, place.find_first_of(".["));
    const auto dot = place.find('.');
    if (dot == std::string::npos) return "scenario/" + outer + ".md";
    const std::string inner = place.substr(0, place.find('.', dot + 1));
    if (!has_braces_in_it(inner)) return "scenario/" + outer + ".md";
    const std::string key = inner.substr(dot + 1);
    return "scenario/" + outer + "/" + key.substr(0, key.find('[')) + ".md";
  }

  bool has_braces_in_it(const std::string& place) const {
    return std::any_of(sections_.begin(), sections_.end(),
                       [&](const Json* braces) { return places_.at(braces).front().rfind(place + ".", 0) == 0; });
  }

  std::string link_to(const Json& braces, const Json& from) const {
    const std::string heading = heading_of(braces);
    return fmt::format("[{}]({}#{})", code(heading), path_between(file_of(from), file_of(braces)), anchor_of(heading));
  }

  /// The relative path that a link needs; empty where it leads to its own page.
  static std::string path_between(const std::string& from, const std::string& to) {
    if (from == to) return "";
    return std::filesystem::path(to).lexically_relative(std::filesystem::path(from).parent_path());
  }

  static std::string name_in(const Json& reference) {
    const auto pointer = reference.at("$ref").get<std::string>();
    return pointer.substr(pointer.rfind('/') + 1);
  }

  /// The keys that the place has to have, of which there is one choice each.
  static std::string need_of(const Json& braces, const std::string& key) {
    const Json required = braces.value("required", Json::array());
    if (std::find(required.begin(), required.end(), key) != required.end()) return "yes";
    Json rules = braces.value("allOf", Json::array());
    rules.push_back(braces);
    for (const Json& rule : rules) {
      std::string keys;
      bool has_key = false;
      for (const Json& choice : rule.value("oneOf", Json::array())) {
        const auto name = choice.at("required").front().get<std::string>();
        keys += (keys.empty() ? "" : " or ") + code(name);
        has_key = has_key || name == key;
      }
      if (has_key) return keys;
    }
    return "";
  }

  static std::string row_of_value(const std::string& name, const Json& definition) {
    const auto limit = [&](const char* which) {
      return definition.contains(which) ? definition.at(which).dump() : std::string();
    };
    return fmt::format("| {} | {} | {} | {} |\n", in_words(name), in_cell(definition.at("title").get<std::string>()),
                       limit("minimum"), limit("maximum"));
  }

  void enter(const Json& braces, const std::string& place) {
    auto& places = places_[&braces];
    places.push_back(place);
    if (places.size() > 1) return;
    sections_.push_back(&braces);
    for (const auto& field : braces.at("properties").items())
      look_into(field.value(), place.empty() ? field.key() : place + "." + field.key());
  }

  /// Enters what is in braces there.
  void look_into(const Json& field, const std::string& place) {
    if (field.contains("$ref")) return look_into(definitions_.at(name_in(field)), place);
    if (field.contains("items")) return look_into(field.at("items"), place + "[]");
    if (field.contains("else")) return look_into(field.at("else"), place);
    if (field.contains("properties")) enter(field, place);
  }

  std::string choices_of(const Json& field) const {
    std::string choices;
    for (const Json& choice : field.at("enum"))
      choices += (choices.empty() ? "" : ", ") + code(choice.get<std::string>());
    return choices;
  }

  /// What can stand in a field of the braces `from`, in a cell.
  std::string value_of(const Json& field, const Json& from) const {
    if (places_.count(&field) != 0) return link_to(field, from);
    if (field.contains("$ref")) return value_of_definition(name_in(field), from);
    if (field.contains("enum")) return choices_of(field);
    if (field.contains("items")) return "list: " + value_of(field.at("items"), from);
    if (field.contains("else")) return value_of(field.at("else"), from);
    if (field.contains("title")) return in_cell(field.at("title").get<std::string>());
    return field.value("type", "") == "string" ? "text" : field.value("type", "");
  }

  std::string value_of_definition(const std::string& name, const Json& from) const {
    const Json& definition = definitions_.at(name);
    if (name.rfind("sourced_", 0) == 0)
      return value_of(definition, from) + fmt::format(", [sourced]({}#sourced)", path_between(file_of(from), index));
    return is_plain(definition) ? in_words(name) : value_of(definition, from);
  }

  /// What stands below the heading.
  std::string text_of(const Json& braces) const {
    std::string text;
    const auto& places = places_.at(&braces);
    for (std::size_t i = 1; i < places.size(); ++i) text += (i == 1 ? "Also " : ", ") + code(places[i]);
    if (places.size() > 1) text += ".\n\n";
    if (braces.contains("description")) text += braces.at("description").get<std::string>() + "\n\n";
    text += "| Key | Needed | Value | Meaning |\n|---|---|---|---|\n";
    for (const auto& field : braces.at("properties").items())
      text += fmt::format("| {} | {} | {} | {} |\n", code(field.key()), need_of(braces, field.key()),
                          value_of(field.value(), braces), in_cell(field.value().value("description", "")));
    return text;
  }

  const Json& definitions_;
  std::vector<const Json*> sections_;
  /// Where the braces stand, as "jobs[].checkpoint". Looked up by address, never gone through.
  std::map<const Json*, std::vector<std::string>> places_;
};

} // namespace

ReferencePages scenario_pages() {
  const auto schema = FieldTables::Json::parse(scenario::with_topologies(installed_text(installation().schema())));
  const FieldTables tables(schema);
  return tables.pages(beginning_of_page("Scenarios") + R"(
A scenario is one JSON file. `./daruma run FILE` holds it against the
[schema](../../scenarios/scenario.schema.json) that this page is made from, refuses unknown keys, and reports every
mistake at once. `--set /json/pointer=VALUE` changes a value for one run. Editors that know JSON Schema complete keys and
show these descriptions; [scenarios](../../scenarios/README.md) has examples.

A value that is *sourced* may stand alone or with where it comes from, as
`{"value": "12.5GB/s", "kind": "cited", "source": "data sheet"}`.
)" + tables.values());
}

} // namespace daruma::cli
