#include "sim/scenario/overrides.hpp"

#include "sim/scenario/json_text.hpp"
#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
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
  std::size_t index = 0;
  const char* const end = token.data() + token.size();
  const auto [rest, error] = std::from_chars(token.data(), end, index);
  const bool is_number = error == std::errc() && rest == end && (token.size() == 1 || token.front() != '0');
  return is_number && index <= list.size() ? std::optional(index) : std::nullopt;
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
Json value_of(const std::string& text) {
  Report not_json;
  std::optional<Json> value = read_json(text, not_json);
  return value ? std::move(*value) : Json(text);
}

void apply(const Override& change, Json& document, Report& report) {
  const auto path = tokens(change.pointer);
  if (!path || !is_utf8(change.pointer)) {
    return report.add("", in_quotes(change.pointer) + ": expected a JSON pointer such as \"/jobs/0/ranks\"");
  }
  if (!is_utf8(change.value)) return report.add(change.pointer, "the value is not UTF-8 text");
  if (path->size() > 1) unfold_name(document, path->front());
  Json* const parent = parent_of(*path, document, change, report);
  if (parent != nullptr && !set(*parent, path->back(), value_of(change.value))) {
    report.add(change.pointer, "what it is to be set in is neither an object nor a list with that item");
  }
}

} // namespace

void apply(const std::vector<Override>& overrides, Json& document, Report& report) {
  for (const Override& change : overrides) apply(change, document, report);
}

} // namespace daruma::scenario
