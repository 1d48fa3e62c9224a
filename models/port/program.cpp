#include "models/port/program.hpp"

#include "sim/core/number.hpp"
#include "sim/core/registry.hpp"

#include <cmath>
#include <iterator>
#include <stdexcept>

namespace daruma::models {
namespace {

std::optional<int> parse_number(std::string_view text) {
  const auto value = number_in<int>(text);
  return value && *value >= 0 ? value : std::nullopt;
}

std::optional<int> parse_count(std::string_view text) {
  const auto value = parse_number(text);
  return value && *value > 0 ? value : std::nullopt;
}

std::optional<double> parse_magnitude(std::string_view text) {
  const auto value = number_in<double>(text);
  return value && std::isfinite(*value) && *value >= 0 ? value : std::nullopt;
}

/// MPI counts bytes in int.
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

template <auto parse> bool can_be_read(std::string_view text) { return parse(text).has_value(); }

/// By ArgumentKind, but for words.
constexpr struct {
  bool (*accepts)(std::string_view);
  const char* allowed;
} of_kinds[] = {{can_be_read<parse_count>, "a whole number from 1 to 2147483647"},
                {can_be_read<parse_number>, "a whole number from 0 to 2147483647"},
                {can_be_read<parse_magnitude>, "a number of at least 0, such as 1e-6"},
                {can_be_read<parse_message_size>, "a size from 1B to 1GiB, such as \"512KiB\""},
                {can_be_read<parse_work>, "an amount of work, such as \"864Mf\""},
                {can_be_read<parse_duration>, "a time of at least 0, such as \"500us\""}};
static_assert(std::size(of_kinds) == static_cast<std::size_t>(ArgumentKind::word));

/// What stands between two words of `allowed` is in quotes as well, but has a blank.
bool is_listed(const ArgumentRule& rule, const std::string& word) {
  return word.find_first_of("\" ") == std::string::npos &&
         std::string_view(rule.allowed).find('"' + word + '"') != std::string_view::npos;
}

bool is_acceptable(const ArgumentRule& rule, const std::string& text) {
  if (rule.kind != ArgumentKind::word) return of_kinds[static_cast<std::size_t>(rule.kind)].accepts(text);
  return rule.accepts != nullptr ? rule.accepts(text) : is_listed(rule, text);
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

std::string given(const ArgumentRule& rule) {
  return port().argument(rule.name).value_or(std::string(rule.standard.value));
}

template <class Value> Value accepted(const ArgumentRule& rule, std::optional<Value> (*parse)(std::string_view)) {
  const std::string text = given(rule);
  if (const auto value = parse(text)) return *value;
  throw std::invalid_argument(refusal(rule, text));
}

} // namespace

std::vector<std::string> objections(const Program& program, const Arguments& arguments) {
  std::vector<std::string> sentences;
  for (const auto& [name, text] : arguments) {
    const ArgumentRule* const rule = find_named(program.arguments, name);
    if (rule == nullptr)
      sentences.push_back(unknown(program, name));
    else if (!is_acceptable(*rule, text))
      sentences.push_back(refusal(*rule, text));
  }
  return sentences;
}

const char* allowed_values(const ArgumentRule& rule) {
  return rule.kind == ArgumentKind::word ? rule.allowed : of_kinds[static_cast<std::size_t>(rule.kind)].allowed;
}

std::string value_of(const Arguments& arguments, const ArgumentRule& rule) {
  const auto found = arguments.find(std::string(rule.name));
  return found == arguments.end() ? std::string(rule.standard.value) : found->second;
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
Bytes message_size_argument(const ArgumentRule& rule) { return accepted(rule, parse_message_size); }
Flops work_argument(const ArgumentRule& rule) { return accepted(rule, parse_work); }
std::string word_argument(const ArgumentRule& rule) {
  std::string text = given(rule);
  if (!is_acceptable(rule, text)) throw std::invalid_argument(refusal(rule, text));
  return text;
}
Seconds duration_argument(const ArgumentRule& rule) { return accepted(rule, parse_duration); }

} // namespace daruma::models
