#include "tests/fuzz/mutation.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

namespace daruma::fuzz {

namespace {

using nlohmann::json;

const json& strange_values() {
  static const json all = json::parse(R"([
    null, true, false, 0, 1, 2, 3, 7, -1, 0.5, 1e-9, 1e9, 1e308, -1e308, 2147483647, 2147483648, -2147483648,
    9007199254740993, 18446744073709551615, "", "0s", "1us", "10ms", "1s", "1h", "300y", "1e-3B/s", "1B/s", "1GB", "0B",
    "1PB", "1f", "1Gf/s", "inf", "nan", "-1s", "1e400s", "%", "100%", "\u0000", "\u00e4\n\"", "a/b", "~1", "node-0",
    [], {}, [[]], [0], [0, 0], [-1], [1000000], {"": ""}])");
  return all;
}

constexpr std::array magnitudes{0.0, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 2.0, 3.0, 10.0, 1e3, 1e6, 1e12};

const json& strange_value(RandomStream& random) { return any_of(strange_values(), random); }

bool begins_with_number(const std::string& text) { return text.find_first_of("0123456789") < 2; }

/// The number at the text's begin times a magnitude; most remain in the range of a double.
std::string scaled_text(const std::string& text, RandomStream& random) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return fmt::format("{:.9g}{}", number * any_of(magnitudes, random), end);
}

/// A number or an amount of another magnitude, or a whole number near it or a multiple of it.
json scaled(const json& value, RandomStream& random) {
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    const std::array<std::int64_t, 7> others{number + 1, number - 1, 2 * number, number / 2, 10 * number, -number, 0};
    return any_of(others, random);
  }
  if (value.is_number()) return value.get<double>() * any_of(magnitudes, random);
  if (value.is_string() && begins_with_number(value.get<std::string>()))
    return scaled_text(value.get<std::string>(), random);
  return strange_value(random);
}

/// Words in the places of keys that nothing follows from.
bool is_remark(const json::json_pointer& at) {
  return at.back() == "description" || at.back() == "$schema" || at.back() == "source";
}

void list_places(const json& node, const json::json_pointer& at, std::vector<json::json_pointer>& places) {
  if (!at.empty() && !is_remark(at)) places.push_back(at);
  if (node.is_object())
    for (const auto& [key, value] : node.items()) list_places(value, at / key, places);
  if (node.is_array())
    for (std::size_t i = 0; i < node.size(); ++i) list_places(node[i], at / i, places);
}

void leave_out(json& parent, const std::string& key) {
  if (parent.is_array())
    parent.erase(static_cast<std::size_t>(std::stoul(key)));
  else
    parent.erase(key);
}

std::vector<std::string> names_in(const json& scenario) {
  std::vector<std::string> names;
  const json leaves = scenario.flatten();
  for (const auto& [at, value] : leaves.items())
    if (json::json_pointer(at).back() == "name" && value.is_string()) names.push_back(value);
  return names;
}

/// What the place of a mutation needs to know.
struct Place {
  json& scenario;
  json::json_pointer at;
  const Grammar& grammar;
  RandomStream& random;

  json& value() const { return scenario[at]; }
  json& parent() const { return scenario[at.parent_pointer()]; }
  json example(const std::string& key, const json& rule) const {
    return grammar.example(key, rule, names_in(scenario), random);
  }

  /// A key, or one more element, that the schema allows there.
  void add() const {
    const json rule = grammar.rule(at);
    if (value().is_array() && rule.contains("items")) value().push_back(example("", rule["items"]));
    if (!value().is_object() || !rule.contains("properties")) return;
    const json& properties = rule["properties"];
    const auto chosen = std::next(properties.begin(), static_cast<std::ptrdiff_t>(random.below(properties.size())));
    value()[chosen.key()] = example(chosen.key(), chosen.value());
  }

  void exchange() const {
    const json other = grammar.value_elsewhere(at.back(), random);
    value() = other.is_null() ? example(at.back(), grammar.rule(at)) : other;
  }
};

void change_once(json& scenario, const Grammar& grammar, RandomStream& random) {
  std::vector<json::json_pointer> places;
  list_places(scenario, json::json_pointer(), places);
  if (places.empty()) return;
  Place place{scenario, any_of(places, random), grammar, random};
  switch (random.below(20)) {
  case 0:
    return leave_out(place.parent(), place.at.back());
  case 1:
    place.value() = strange_value(random);
    return;
  case 2:
    place.value() = json(scenario[any_of(places, random)]);
    return;
  case 3:
  case 4:
    if (place.parent().is_array()) place.parent().push_back(json(place.value()));
    return;
  case 5:
  case 6:
  case 7:
  case 8:
    return place.exchange();
  case 9:
  case 10:
  case 11:
  case 12:
  case 13:
    while (!place.value().is_structured() && !place.at.empty()) place.at.pop_back();
    return place.add();
  default:
    if (!place.value().is_structured()) place.value() = scaled(place.value(), random);
  }
}

/// What stands between separators and, at odd places, the separators.
std::vector<std::string> parts_of(const std::string& text, std::string_view separators) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (separators.find(c) != std::string_view::npos) {
      parts.push_back(std::string(1, c));
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

std::string strange_field(RandomStream& random) {
  const json& value = strange_value(random);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::size_t any_place(const std::vector<std::string>& parts, RandomStream& random) {
  return 2 * static_cast<std::size_t>(random.below((parts.size() + 1) / 2));
}

/// A line with one field as another line has it, of another magnitude, or strange.
std::string changed_line(const std::string& line, const std::string& other, RandomStream& random) {
  constexpr std::string_view separators = " ,\t;";
  std::vector<std::string> fields = parts_of(line, separators);
  const std::size_t at = any_place(fields, random);
  const std::vector<std::string> others = parts_of(other, separators);
  const std::uint64_t how = random.below(10);
  if (how < 4 && at < others.size())
    fields[at] = others[at];
  else if (how < 9 && begins_with_number(fields[at]))
    fields[at] = fmt::format("{:.0f}", std::strtod(fields[at].c_str(), nullptr) * any_of(magnitudes, random));
  else
    fields[at] = strange_field(random);
  return joined(fields);
}

void change_lines(std::vector<std::string>& lines, RandomStream& random) {
  std::string& line = lines[any_place(lines, random)];
  std::string& other = lines[any_place(lines, random)];
  switch (random.below(60)) {
  case 0:
    line.clear();
    return;
  case 1:
    line += line;
    return;
  case 2:
    line = line.substr(0, static_cast<std::size_t>(random.below(line.size() + 1)));
    return;
  case 3:
  case 4:
    std::swap(line, other);
    return;
  default:
    line = changed_line(line, other, random);
  }
}

} // namespace

json mutated(json scenario, const Grammar& grammar, RandomStream& random) {
  for (std::uint64_t changes = 1 + random.below(2); changes > 0; --changes) change_once(scenario, grammar, random);
  return scenario;
}

std::string mutated_log(const std::string& log, RandomStream& random) {
  std::vector<std::string> lines = parts_of(log, "\n");
  for (std::uint64_t changes = 1 + random.below(6); changes > 0; --changes) change_lines(lines, random);
  return joined(lines);
}

std::vector<std::string> mutated_words(std::vector<std::string> words, const std::vector<std::string>& known,
                                       RandomStream& random) {
  for (std::uint64_t changes = 1 + random.below(2); changes > 0 && !words.empty(); --changes) {
    const auto at = static_cast<std::ptrdiff_t>(random.below(words.size()));
    std::string& word = words[static_cast<std::size_t>(at)];
    switch (random.below(9)) {
    case 0:
      words.erase(words.begin() + at);
      break;
    case 1:
      words.insert(words.begin() + at, std::string(word));
      break;
    case 2:
      std::swap(word, any_of(words, random));
      break;
    case 3:
      word = strange_field(random);
      break;
    case 4:
      words.insert(words.begin() + at, any_of(known, random));
      break;
    case 5:
      word = any_of(known, random);
      break;
    default:
      if (begins_with_number(word)) word = scaled_text(word, random);
    }
  }
  return words;
}

} // namespace daruma::fuzz
