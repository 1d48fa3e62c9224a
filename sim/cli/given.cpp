#include "sim/cli/given.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/core/number.hpp"
#include "sim/core/registry.hpp"
#include "sim/core/replaced.hpp"
#include "sim/scenario/wording.hpp"

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <type_traits>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

constexpr const char* by_place = "word by its place";

options::options_description as_boost_wants(const std::vector<Option>& all) {
  options::options_description known;
  for (const Option& option : all) {
    const std::string name = option.name.size() == 1 ? option.name + "," + option.name : option.name;
    if (option.takes_value())
      known.add_options()(name.c_str(), options::value<Words>());
    else
      known.add_options()(name.c_str(), "");
  }
  known.add_options()(by_place, options::value<Words>());
  return known;
}

std::vector<std::string> flags_of(const std::vector<Option>& all) {
  std::vector<std::string> flags;
  for (const Option& option : all)
    if (!option.is_hidden) flags.push_back(option.flag());
  return flags;
}

[[noreturn]] void refuse(const Command& command, const std::string& sentence) {
  throw UsageError(fmt::format("{}; daruma help {} tells what there is", sentence, command.name));
}

/// What is wrong with the words, without the library's phrases.
[[noreturn]] void explain(const Command& command, const options::error_with_option_name& problem) {
  const std::string flag = problem.get_option_name();
  if (dynamic_cast<const options::unknown_option*>(&problem) != nullptr) {
    if (command.options.empty()) refuse(command, command.name + " takes no options, got " + flag);
    refuse(command, command.name + ": " + scenario::unknown("option", flag, flags_of(command.options)));
  }
  const auto known = std::find_if(command.options.begin(), command.options.end(),
                                  [&flag](const Option& option) { return "--" + option.name == flag; });
  if (known == command.options.end()) refuse(command, problem.what());
  const std::string name = known->flag();
  if (known->takes_value()) refuse(command, fmt::format("{} needs a value: {} {}", name, name, known->value));
  refuse(command, name + " takes no value");
}

options::variables_map parse(const Command& command, const Words& words) {
  const auto known = as_boost_wants(command.options);
  options::positional_options_description positions;
  positions.add(by_place, -1);
  options::variables_map values;
  try {
    const auto style = options::command_line_style::unix_style & ~options::command_line_style::allow_guessing;
    options::store(options::command_line_parser(words).options(known).positional(positions).style(style).run(), values);
  } catch (const options::error_with_option_name& problem) {
    explain(command, problem);
  } catch (const options::error& problem) { refuse(command, problem.what()); }
  return values;
}

std::string how_many(const Argument& argument) {
  if (argument.most == 1) return "one " + argument.name;
  if (argument.least == argument.most) return fmt::format("{} {}", argument.least, argument.name);
  return fmt::format("at most {} {}", argument.most, argument.name);
}

void check_count(const Command& command, const Words& arguments) {
  const int given = static_cast<int>(arguments.size());
  if (command.arguments.empty()) {
    if (given > 0) refuse(command, fmt::format("{} takes options only, got \"{}\"", command.name, arguments.front()));
    return;
  }
  const Argument& wanted = command.arguments.front();
  if (given < wanted.least) refuse(command, fmt::format("{} needs {}: {}", command.name, wanted.name, wanted.meaning));
  if (wanted.most != Argument::any_number && given > wanted.most)
    refuse(command, fmt::format("{} takes {}, got {}", command.name, how_many(wanted), scenario::listed(arguments)));
}

void check_value(const Option& option, const std::string& value) {
  if (option.takes_value() && value.empty())
    throw UsageError(fmt::format("{} needs a value: {} {}, got \"\"", option.flag(), option.flag(), option.value));
  const auto& all = option.choices;
  if (!all.empty() && std::find(all.begin(), all.end(), value) == all.end())
    throw UsageError(fmt::format("{}: {}", option.flag(), scenario::unknown(option.noun(), value, all)));
}

std::string in_words(const std::optional<Option::Range>& range, const char* kind) {
  if (!range) return kind;
  return fmt::format("{} from {} to {}", kind, fmt::format("{:.15g}", range->least),
                     fmt::format("{:.15g}", range->most));
}

} // namespace

std::string as_typed(const std::string& command, const Words& words) {
  std::string text = command;
  for (const std::string& word : words) text += " " + as_word(word);
  return text;
}

std::string one_of(const std::string& noun, const std::string& word, const std::vector<std::string>& all) {
  if (std::find(all.begin(), all.end(), word) == all.end()) throw UsageError(scenario::unknown(noun, word, all));
  return word;
}

Given::Given(const Command& command, const Words& words) : words_(words), options_(command.options) {
  if (command.reading != Reading::by_table) return;
  const auto found = parse(command, words);
  if (found.count(by_place) != 0) arguments_ = found[by_place].as<Words>();
  check_count(command, arguments_);
  for (const Option& option : options_) {
    if (found.count(option.name) == 0) continue;
    Words& values = values_[option.name];
    if (option.takes_value()) values = found[option.name].as<Words>();
    if (values.size() > 1 && !option.is_repeated) refuse(command, option.flag() + " is given twice");
    for (const std::string& value : values) check_value(option, value);
  }
}

const Option& Given::option(const std::string& name) const {
  if (const Option* const found = find_named(options_, name)) return *found;
  throw std::logic_error("no option is called " + name);
}

bool Given::has(const std::string& name) const { return values_.count(option(name).name) != 0; }

std::string Given::text(const std::string& name) const {
  const Option& asked = option(name);
  const auto given = values_.find(name);
  return given == values_.end() ? asked.standard_value : given->second.front();
}

Words Given::texts(const std::string& name) const {
  const Option& asked = option(name);
  const auto given = values_.find(asked.name);
  return given == values_.end() ? Words{} : given->second;
}

std::size_t Given::choice(const std::string& name) const {
  const auto& all = option(name).choices;
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), text(name)) - all.begin());
}

template <class Number> Number Given::read(const Option& asked) const {
  const std::string given = text(asked.name);
  const auto number = number_in<Number>(given);
  const auto in_range = [&] {
    return !asked.range ||
           (static_cast<double>(*number) >= asked.range->least && static_cast<double>(*number) <= asked.range->most);
  };
  if (number && in_range()) return *number;
  const char* const kind = std::is_integral_v<Number> ? "a whole number" : "a number";
  throw UsageError(fmt::format("{} takes {}, got {}", asked.flag(), in_words(asked.range, kind), given));
}

int Given::whole(const std::string& name) const { return read<int>(option(name)); }
std::int64_t Given::long_whole(const std::string& name) const { return read<std::int64_t>(option(name)); }
std::uint64_t Given::seed(const std::string& name) const { return read<std::uint64_t>(option(name)); }
double Given::number(const std::string& name) const { return read<double>(option(name)); }
Seconds Given::time(const std::string& name, std::string_view such_as) const {
  const auto time = parse_seconds(text(name));
  if (!time || *time <= Seconds(0))
    throw UsageError(fmt::format("--{} takes a time above 0, such as {}, got \"{}\"", name, such_as, text(name)));
  return *time;
}
int Given::whole(const std::string& name, int least, int most) const {
  return read<int>(option(name).between(least, most));
}

} // namespace daruma::cli
