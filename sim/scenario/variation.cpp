#include "sim/scenario/variation.hpp"

#include "sim/scenario/wording.hpp"

#include <cstdint>
#include <optional>
#include <regex>
#include <set>

namespace daruma::scenario {

namespace {

constexpr std::size_t most_points = 100'000;

[[noreturn]] void refuse(const std::string& text, const std::string& reason) {
  throw VariationError("--vary " + text + ": " + reason);
}

/// The parts between the commas that stand outside of brackets, braces and quotes.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ',' && depth == 0 && !is_quoted) {
      parts.emplace_back();
      continue;
    }
    if (c == '"') is_quoted = !is_quoted;
    if (!is_quoted && (c == '[' || c == '{')) ++depth;
    if (!is_quoted && (c == ']' || c == '}')) --depth;
    parts.back() += c;
    if (c == '\\' && is_quoted && i + 1 < text.size()) parts.back() += text[++i];
  }
  return parts;
}

struct Range {
  std::int64_t first;
  std::int64_t last;
  std::int64_t step;
};

std::optional<Range> read_range(const std::string& part) {
  static const std::regex form(R"((-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.(-?\d{1,15}))?)");
  std::smatch found;
  if (!std::regex_match(part, found, form)) return std::nullopt;
  return Range{std::stoll(found[1]), std::stoll(found[2]), found[3].matched ? std::stoll(found[3]) : 1};
}

void append(const Range& range, const std::string& text, std::vector<std::string>& values) {
  if (range.step < 1)
    refuse(text, "the step of a range is a whole number from 1 on, got " + std::to_string(range.step));
  if (range.first > range.last)
    refuse(text, "the range from " + std::to_string(range.first) + " to " + std::to_string(range.last) + " is empty");
  if (static_cast<std::size_t>((range.last - range.first) / range.step) >= most_points)
    refuse(text, "a range has at most 100000 values");
  for (std::int64_t value = range.first; value <= range.last; value += range.step)
    values.push_back(std::to_string(value));
}

} // namespace

Variation read_variation(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || text.front() != '/')
    refuse(text, "expected /json/pointer=VALUE,VALUE... or /json/pointer=FIRST..LAST");
  Variation variation{text.substr(0, equals), {}};
  for (const std::string& part : split(text.substr(equals + 1))) {
    if (part.empty()) refuse(text, "there is an empty value; \"\" in quotes is empty text");
    if (const auto range = read_range(part))
      append(*range, text, variation.values);
    else
      variation.values.push_back(part);
  }
  std::set<std::string> seen;
  for (const std::string& value : variation.values)
    if (!seen.insert(value).second) refuse(text, in_quotes(value) + " is there twice");
  return variation;
}

std::vector<Point> combinations(const std::vector<Variation>& variations) {
  std::set<std::string> pointers;
  std::size_t count = 1;
  for (const Variation& variation : variations) {
    if (!pointers.insert(variation.pointer).second) refuse(variation.pointer, "is varied twice");
    count *= variation.values.size();
    if (count > most_points) refuse(variation.pointer, "a sweep has at most 100000 points");
  }
  std::vector<Point> points(count);
  std::size_t repeats = count;
  for (const Variation& variation : variations) {
    repeats /= variation.values.size();
    for (std::size_t i = 0; i < count; ++i)
      points[i].push_back({variation.pointer, variation.values[i / repeats % variation.values.size()]});
  }
  return points;
}

} // namespace daruma::scenario
