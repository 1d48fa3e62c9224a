#include "sim/cli/suggestions.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/names.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace daruma::cli {

namespace {

using Json = nlohmann::json;

/// Values of lists and objects, but none beyond the first few elements of a list.
void add_leaves(const Json& value, const std::string& pointer, std::vector<Name>& names) {
  constexpr std::size_t most_elements = 16;
  if (!value.is_structured()) return names.push_back({pointer + "=", value.dump()});
  std::size_t number = 0;
  for (const auto& member : value.items()) {
    if (value.is_array() && number++ == most_elements) return;
    add_leaves(member.value(), pointer + "/" + member.key(), names);
  }
}

const Option* find_option(const Command& command, const std::string& flag) {
  for (const Option& option : command.options)
    if (!option.is_hidden && option.flag() == flag) return &option;
  return nullptr;
}

Suggestions values_of(const Option& option, const Words& before) {
  if (option.suggest != nullptr) return option.suggest(before);
  Suggestions all;
  for (const std::string& choice : option.choices) all.names.push_back({choice, ""});
  return all;
}

Suggestions flags_of(const std::vector<Option>& options, const Words& before) {
  Suggestions all;
  for (const Option& option : options) {
    const bool is_there = std::find(before.begin(), before.end(), option.flag()) != before.end();
    if (!option.is_hidden && (!is_there || option.is_repeated)) all.names.push_back({option.flag(), option.meaning});
  }
  return all;
}

/// The value in --flag=value, each candidate with the flag before it.
Suggestions joined_values(const Command& command, const std::string& word, const Words& before) {
  const std::string flag = word.substr(0, word.find('='));
  const Option* option = find_option(command, flag);
  if (option == nullptr || !option->takes_value()) return {};
  Suggestions all = values_of(*option, before);
  for (Name& name : all.names) name.text = flag + "=" + name.text;
  return all;
}

Suggestions in_command(const Command& command, const Words& before, const std::string& word) {
  const Option* last = before.empty() ? nullptr : find_option(command, before.back());
  if (last != nullptr && last->takes_value()) return values_of(*last, before);
  if (word.rfind("--", 0) == 0 && word.find('=') != std::string::npos) return joined_values(command, word, before);
  if (word.rfind('-', 0) == 0) return flags_of(command.options, before);
  const Suggest suggest = command.arguments.empty() ? nullptr : command.arguments.front().suggest;
  return suggest == nullptr ? flags_of(command.options, before) : suggest(before);
}

} // namespace

Suggestions files(const Words&) { return {{}, Files::files}; }
Suggestions folders(const Words&) { return {{}, Files::folders}; }
Suggestions scenarios(const Words&) { return {scenario_names(), Files::files}; }

Suggestions figures(const Words&) {
  Suggestions all{figure_names(), Files::none};
  all.names.push_back({"all", "all of them"});
  return all;
}

Suggestions kinds_of_names(const Words&) {
  Suggestions all;
  for (const NameKind& kind : name_kinds()) all.names.push_back({kind.plural, kind.what});
  return all;
}

Suggestions commands(const Words&) {
  Suggestions all;
  for (const CommandGroup& group : command_groups())
    for (const Command& command : group.commands) all.names.push_back({command.name, command.summary});
  return all;
}

Suggestions pointers_of_the_scenario(const Words& before) {
  Suggestions all;
  for (const std::string& word : before) {
    if (word.rfind('-', 0) == 0) continue;
    try {
      std::ifstream file(scenario_file(word));
      const Json scenario = Json::parse(file, nullptr, false);
      if (scenario.is_object()) add_leaves(scenario, "", all.names);
    } catch (const UsageError&) {} // a word that names none, such as another option's value
    if (!all.names.empty()) break;
  }
  return all;
}

Suggestions suggestions(const Words& words) {
  if (words.size() <= 1) {
    const std::string word = words.empty() ? "" : words.front();
    return word.rfind('-', 0) == 0 ? flags_of(program_options(), {}) : commands({});
  }
  const Words before(words.begin() + 1, words.end() - 1);
  try {
    return in_command(find_command(words.front()), before, words.back());
  } catch (const UsageError&) { return {}; }
}

} // namespace daruma::cli
