#include "sim/scenario/scenario.hpp"

#include <array>
#include <charconv>

namespace daruma::scenario {

namespace {

std::string shortest(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

struct AsText {
  std::string operator()(bool truth) const { return truth ? "true" : "false"; }
  std::string operator()(double number) const { return shortest(number); }
  std::string operator()(const std::string& text) const { return text; }
};

} // namespace

std::string argument_text(const Argument& argument) { return std::visit(AsText{}, argument); }

} // namespace daruma::scenario
