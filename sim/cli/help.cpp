#include "sim/cli/help.hpp"

#include "sim/cli/installation.hpp"
#include "sim/core/replaced.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace daruma::cli {

namespace {

constexpr const char* what_it_is = "Daruma simulates MPI jobs that lose processes, change size, and get up again.";
constexpr const char* not_as_expected =
    "an expectation in a scenario, or a claim of a paper, does not hold; or a job ended itself (MPI_Abort, an error "
    "under MPI_ERRORS_ARE_FATAL, an exit status other than 0) or did not finish, of whose \"finished\" the scenario "
    "expects nothing";
constexpr const char* exit_statuses[] = {
    "done", not_as_expected, "the command line or a file is wrong; the message says where",
    "the simulated system deadlocked or broke; the message says who waits for whom",
    "this machine lacks something; the message says how to get it"};
constexpr const char* launchers_words[][2] = {
    {"test", "build everything and run the tests: ./daruma test [ctest words]"},
    {"package", "build the Debian packages, in build/release"}};

/// A word of two columns and what is said about it.
struct Row {
  std::string word;
  std::string text;
};

/// Its name once for each word, unless each has a name of its own.
std::string shown_argument(const Argument& argument) {
  if (argument.most == Argument::any_number) return argument.name + "...";
  std::string text = argument.name;
  const auto named = 1 + std::count(argument.name.begin(), argument.name.end(), ' ');
  for (auto i = named; i < argument.most; ++i) text += " " + argument.name;
  return text;
}

std::string usage(const Command& command) {
  std::string text = command.name;
  for (const Argument& argument : command.arguments)
    text += argument.least == 0 ? " [" + shown_argument(argument) + "]" : " " + shown_argument(argument);
  const bool has_options = std::any_of(command.options.begin(), command.options.end(),
                                       [](const Option& option) { return !option.is_hidden; });
  return text + (has_options ? " [options]" : "");
}

std::string as_sentence(std::string summary) {
  summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
  return summary + ".";
}

std::string shown_option(const Option& option) {
  return option.flag() + (option.takes_value() ? " " + option.value : "");
}

/// What the value may be and what holds without it, in brackets.
std::string limits(const Option& option) {
  std::vector<std::string> parts;
  if (!option.choices.empty()) parts.push_back(fmt::format("one of {}", fmt::join(option.choices, ", ")));
  if (option.range) parts.push_back(fmt::format("{:.15g} to {:.15g}", option.range->least, option.range->most));
  if (option.is_repeated) parts.emplace_back("may be repeated");
  const std::string without = option.standard_words.empty() ? option.standard_value : option.standard_words;
  if (!without.empty()) parts.push_back("default: " + without);
  return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, "; "));
}

std::vector<Row> rows_of(const Command& command) {
  std::vector<Row> rows;
  rows.reserve(command.arguments.size() + command.options.size());
  for (const Argument& argument : command.arguments) rows.push_back({shown_argument(argument), argument.meaning});
  for (const Option& option : command.options)
    if (!option.is_hidden) rows.push_back({shown_option(option), option.meaning + limits(option)});
  return rows;
}

/// The text in lines of that width, each after the first with that much before it.
std::string filled(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string lines;
  std::size_t column = 0;
  for (std::string word; words >> word;) {
    if (column > 0 && column + 1 + word.size() > width) {
      lines += "\n" + std::string(indent, ' ');
      column = 0;
    }
    lines += (column > 0 ? " " : "") + word;
    column += word.size() + (column > 0 ? 1 : 0);
  }
  return lines;
}

std::string in_columns(const std::vector<Row>& rows, std::size_t width) {
  constexpr std::size_t widest_word = 24;
  std::size_t words = 0;
  for (const Row& row : rows)
    if (row.word.size() <= widest_word) words = std::max(words, row.word.size());
  const std::size_t indent = words + 4;
  std::string text;
  for (const Row& row : rows) {
    const std::string gap =
        row.word.size() <= words ? std::string(words - row.word.size() + 2, ' ') : "\n" + std::string(indent, ' ');
    text += "  " + row.word + gap + filled(row.text, width - indent, indent) + "\n";
  }
  return text;
}

/// Within which people like to read.
std::size_t readable(int width) { return static_cast<std::size_t>(std::clamp(width, 40, 100)); }

/// In troff's language a dash, a backslash and a leading dot or quote mean something.
std::string in_troff(const std::string& text) {
  const bool is_order = !text.empty() && (text.front() == '.' || text.front() == '\'');
  return (is_order ? "\\&" : "") + replaced(text, {{'-', "\\-"}, {'\\', "\\e"}, {'\'', "\\(aq"}});
}

std::string troff_entry(const Row& row) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", in_troff(row.word), in_troff(row.text));
}

std::string troff_of(const Command& command) {
  std::string text =
      fmt::format(".SS daruma {}\n{}\n", in_troff(usage(command)), in_troff(as_sentence(command.summary)));
  if (!command.about.empty()) text += ".PP\n" + in_troff(command.about) + "\n";
  for (const Row& row : rows_of(command)) text += troff_entry(row);
  for (const std::string& example : command.examples)
    text += fmt::format(".PP\n.EX\n    daruma {}\n.EE\n", in_troff(example));
  return text;
}

} // namespace

std::string overview(int width) {
  std::string text = filled(what_it_is, readable(width), 0) + "\n\nusage: daruma COMMAND [words]\n";
  std::vector<Row> rows;
  for (const CommandGroup& group : command_groups())
    for (const Command& command : group.commands) rows.push_back({command.name, command.summary});
  std::size_t words = 0;
  for (const Row& row : rows) words = std::max(words, row.word.size());
  for (const CommandGroup& group : command_groups()) {
    text += "\n" + group.title + "\n";
    for (const Command& command : group.commands)
      text += fmt::format("  {:<{}}  {}\n", command.name, words,
                          filled(command.summary, readable(width) - words - 4, words + 4));
  }
  if (installation().is_source_tree) {
    text += "\nIn the source tree\n";
    for (const auto& [word, what] : launchers_words) text += fmt::format("  {:<{}}  {}\n", word, words, what);
  }
  return text + "\nBegin with daruma init DIR; daruma help COMMAND tells more, daruma --man all.\n";
}

std::string help_of(const Command& command, int width) {
  const std::size_t columns = readable(width);
  std::string text =
      "usage: daruma " + usage(command) + "\n\n" + filled(as_sentence(command.summary), columns, 0) + "\n";
  if (!command.about.empty()) text += "\n" + filled(command.about, columns, 0) + "\n";
  if (const auto rows = rows_of(command); !rows.empty()) text += "\n" + in_columns(rows, columns);
  for (const std::string& example : command.examples)
    text += fmt::format("{}  daruma {}\n", &example == command.examples.data() ? "\nexamples:\n" : "", example);
  return text;
}

std::string man_page() {
  std::string text = fmt::format(".TH DARUMA 1 \"\" \"daruma {}\" \"User Commands\"\n.SH NAME\n"
                                 "daruma \\- simulate MPI jobs on machines that fail\n",
                                 DARUMA_VERSION);
  text += ".SH SYNOPSIS\n.B daruma\n.I COMMAND\n[words]\n";
  text += fmt::format(".SH DESCRIPTION\n{}\n", in_troff(what_it_is));
  text += ".SH OPTIONS\n";
  for (const Option& option : program_options()) text += troff_entry({option.flag(), option.meaning});
  text += ".SH COMMANDS\n";
  for (const CommandGroup& group : command_groups())
    for (const Command& command : group.commands) text += troff_of(command);
  text += ".SH EXIT STATUS\n";
  int status = 0;
  for (const char* what : exit_statuses) text += troff_entry({std::to_string(status++), what});
  text += ".SH FILES\n";
  text +=
      troff_entry({"PREFIX/share/daruma", "machines, runtimes and devices (platforms), scenarios and their schema"});
  text += troff_entry({"PREFIX/include/daruma", "headers that daruma cc compiles programs with"});
  text += troff_entry({"PREFIX/lib/daruma", "runners, which run models and programs on a real MPI"});
  return text;
}

std::string in_cell(const std::string& text) { return replaced(text, {{'|', "\\|"}}); }

std::string markdown_of(const Command& command) {
  std::string text = as_sentence(command.summary) + "\n";
  if (!command.about.empty()) text += "\n" + command.about + "\n";
  text += fmt::format("\n```\ndaruma {}\n```\n", usage(command));
  const auto rows = rows_of(command);
  if (!rows.empty()) text += "\n| word | meaning |\n|---|---|\n";
  for (const Row& row : rows) text += fmt::format("| `{}` | {} |\n", in_cell(row.word), in_cell(row.text));
  for (const std::string& example : command.examples)
    text += fmt::format("{}daruma {}\n", &example == command.examples.data() ? "\nExamples:\n\n```\n" : "", example);
  return text + (command.examples.empty() ? "" : "```\n");
}

std::string markdown_of_program() {
  std::string text =
      "`daruma COMMAND [words]`; in the source tree `./daruma COMMAND [words]`, which builds what has changed, and "
      "besides:\n\n| word | meaning |\n|---|---|\n";
  for (const auto& [word, what] : launchers_words) text += fmt::format("| `./daruma {}` | {} |\n", word, what);
  text += "\nIn the place of a command:\n\n| word | meaning |\n|---|---|\n";
  for (const Option& option : program_options()) text += fmt::format("| `{}` | {} |\n", option.flag(), option.meaning);
  text += "\n| exit status | meaning |\n|---|---|\n";
  int status = 0;
  for (const char* what : exit_statuses) text += fmt::format("| {} | {} |\n", status++, what);
  return text;
}

} // namespace daruma::cli
