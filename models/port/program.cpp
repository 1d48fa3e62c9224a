#include "models/port/program.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace daruma::models {
namespace {

std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<int> parse_count(std::string_view text) {
  const auto value = parse_number(text);
  return value && *value > 0 ? value : std::nullopt;
}

std::optional<double> parse_magnitude(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_good = error == std::errc{} && end == text.data() + text.size() && std::isfinite(value) && value >= 0;
  return is_good ? std::optional(value) : std::nullopt;
}

/// MPI counts in int.
constexpr Bytes largest_message{1 << 30};

std::optional<Bytes> parse_message_size(std::string_view text) {
  const auto size = parse_bytes(text);
  return size && *size >= Bytes(1) && *size <= largest_message ? size : std::nullopt;
}

std::optional<Flops> parse_work(std::string_view text) {
  const auto work = parse_flops(text);
  return work && *work >= Flops(0) ? work : std::nullopt;
}

std::optional<Seconds> parse_duration(std::string_view text) {
  const auto duration = parse_seconds(text);
  return duration && *duration >= Seconds(0) ? duration : std::nullopt;
}

bool is_acceptable(const ArgumentRule& rule, std::string_view text) {
  switch (rule.kind) {
  case ArgumentKind::count:
    return parse_count(text).has_value();
  case ArgumentKind::number:
    return parse_number(text).has_value();
  case ArgumentKind::magnitude:
    return parse_magnitude(text).has_value();
  case ArgumentKind::message_size:
    return parse_message_size(text).has_value();
  case ArgumentKind::work:
    return parse_work(text).has_value();
  case ArgumentKind::duration:
    return parse_duration(text).has_value();
  case ArgumentKind::word:
    return rule.accepts(text);
  }
  return false;
}

std::string refusal(const ArgumentRule& rule, std::string_view text) {
  return "argument \"" + std::string(rule.name) + "\" must be " + allowed_values(rule) + ", got \"" +
         std::string(text) + "\"";
}

std::string unknown(const Program& program, std::string_view name) {
  std::string sentence = "\"" + std::string(program.name) + "\" has no argument \"" + std::string(name) + "\"; it has";
  for (const ArgumentRule& rule : program.arguments) sentence += " \"" + std::string(rule.name) + "\"";
  return sentence;
}

std::string given(const ArgumentRule& rule) { return port().argument(rule.name).value_or(std::string(rule.standard)); }

template <class Value> Value accepted(const ArgumentRule& rule, std::optional<Value> (*parse)(std::string_view)) {
  const std::string text = given(rule);
  if (const auto value = parse(text)) return *value;
  throw std::invalid_argument(refusal(rule, text));
}

} // namespace

std::vector<std::string> objections(const Program& program, const Arguments& arguments) {
  std::vector<std::string> sentences;
  for (const auto& [name, text] : arguments) {
    const auto rule = std::find_if(program.arguments.begin(), program.arguments.end(),
                                   [&wanted = name](const ArgumentRule& known) { return known.name == wanted; });
    if (rule == program.arguments.end())
      sentences.push_back(unknown(program, name));
    else if (!is_acceptable(*rule, text))
      sentences.push_back(refusal(*rule, text));
  }
  return sentences;
}

const char* allowed_values(const ArgumentRule& rule) {
  switch (rule.kind) {
  case ArgumentKind::count:
    return "a whole number from 1 to 2147483647";
  case ArgumentKind::number:
    return "a whole number from 0 to 2147483647";
  case ArgumentKind::magnitude:
    return "a number of at least 0, such as 1e-6";
  case ArgumentKind::message_size:
    return "a size from 1B to 1GiB, such as \"512KiB\"";
  case ArgumentKind::work:
    return "an amount of work, such as \"864Mf\"";
  case ArgumentKind::duration:
    return "a time of at least 0, such as \"500us\"";
  case ArgumentKind::word:
    return rule.allowed;
  }
  return "";
}

std::string value_of(const Arguments& arguments, const ArgumentRule& rule) {
  const auto found = arguments.find(std::string(rule.name));
  return found == arguments.end() ? std::string(rule.standard) : found->second;
}

Arguments given_arguments(const Program& program) {
  Arguments arguments;
  for (const ArgumentRule& rule : program.arguments)
    if (const auto text = port().argument(rule.name)) arguments[std::string(rule.name)] = *text;
  if (const auto sentences = objections(program, arguments); !sentences.empty())
    throw std::invalid_argument(sentences.front());
  return arguments;
}

int count_argument(const ArgumentRule& rule) { return accepted(rule, parse_count); }
int number_argument(const ArgumentRule& rule) { return accepted(rule, parse_number); }
double magnitude_argument(const ArgumentRule& rule) { return accepted(rule, parse_magnitude); }
Bytes message_size_argument(const ArgumentRule& rule) { return accepted(rule, parse_message_size); }
Flops work_argument(const ArgumentRule& rule) { return accepted(rule, parse_work); }
std::string word_argument(const ArgumentRule& rule) {
  std::string text = given(rule);
  if (!rule.accepts(text)) throw std::invalid_argument(refusal(rule, text));
  return text;
}
Seconds duration_argument(const ArgumentRule& rule) { return accepted(rule, parse_duration); }

} // namespace daruma::models
