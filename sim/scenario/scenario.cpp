#include "sim/scenario/scenario.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace daruma::scenario {

namespace {

/// Whole numbers without an exponent, as far as a double counts them one by one.
std::string shortest(double number) {
  constexpr double exact = 9007199254740992;
  std::array<char, 32> text{};
  const bool is_whole = std::trunc(number) == number && std::abs(number) <= exact;
  const auto format = is_whole ? std::chars_format::fixed : std::chars_format::general;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, format).ptr;
  return {text.data(), end};
}

struct AsText {
  std::string operator()(bool truth) const { return truth ? "true" : "false"; }
  std::string operator()(double number) const { return shortest(number); }
  std::string operator()(const std::string& text) const { return text; }
};

} // namespace

int size_of_group(const NodeGroups& groups, const Topology& topology) {
  if (groups.switch_level == 0) return groups.nodes;
  return topology.kind->switch_levels(topology.shape)[static_cast<std::size_t>(groups.switch_level) - 1].nodes;
}

std::string argument_text(const Argument& argument) { return std::visit(AsText{}, argument); }

std::map<std::string, std::string> arguments_as_text(const std::map<std::string, Argument>& arguments) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : arguments) texts[name] = argument_text(value);
  return texts;
}

} // namespace daruma::scenario
