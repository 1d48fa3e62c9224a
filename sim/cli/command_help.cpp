// `daruma help`, and what shells need to complete words.
#include "sim/cli/command_line.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/help.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/suggestions.hpp"

#include <fmt/format.h>

namespace daruma::cli {

namespace {

int help(const Given& given) {
  const Words& words = given.arguments();
  fmt::print("{}", words.empty() ? overview(columns()) : help_of(find_command(words.front()), columns()));
  return done;
}

Suggestions shells(const Words&) { return {{{"bash", ""}, {"zsh", ""}, {"fish", ""}}, Files::none}; }

int print_completion(const Given& given) {
  const std::string& shell = given.arguments().front();
  std::vector<std::string> known;
  for (const Name& name : shells({}).names) known.push_back(name.text);
  const std::filesystem::path file = installation().completions / ("daruma." + one_of("shell", shell, known));
  fmt::print("{}", installed_text(file));
  return done;
}

/// A candidate and what it is on each line; a line that begins with a colon says which files fit besides.
int complete(const Given& given) {
  const Suggestions all = suggestions(given.words());
  const std::string& word = given.words().empty() ? std::string() : given.words().back();
  for (const Name& name : all.names)
    if (name.text.rfind(word, 0) == 0) fmt::print("{}\t{}\n", name.text, name.what);
  if (all.files != Files::none) fmt::print(":{}\n", all.files == Files::folders ? "folders" : "files");
  return done;
}

} // namespace

Command help_command() {
  return {"help", "show the commands, or what one of them takes",
          "",     {{"COMMAND", "one of the commands", 0, 1, commands}},
          {},     {"help run"},
          help};
}

Command completion_command() {
  return {
      "completion",
      "print the script that completes words in bash, zsh or fish",
      "The packages install all three. Without them: eval \"$(daruma completion bash)\" in ~/.bashrc, the same with "
      "zsh in ~/.zshrc after compinit, and daruma completion fish | source in ~/.config/fish/config.fish.",
      {{"SHELL", "bash, zsh or fish", 1, 1, shells}},
      {},
      {"completion bash"},
      print_completion};
}

Command complete_command() {
  return {"complete", "what fits in the place of the last word, for the scripts of shells",
          "",         {{"WORD", "the words so far", 0, Argument::any_number}},
          {},         {},
          complete,   Reading::as_they_are};
}

} // namespace daruma::cli
