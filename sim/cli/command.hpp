// The table of commands: what each is for, the words that it takes, and what it calls.
//
// Whatever is read from a command line or said about one comes from here: parsing and its complaints, --help, the
// manual (man page and Markdown) and the completion of words in shells.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace daruma::cli {

class Given;

using Words = std::vector<std::string>;

/// Something that can be named on a command line or in a scenario.
struct Name {
  std::string text;
  std::string what; ///< in one line
};

enum class Files { none, files, folders };

/// What a shell offers for a word.
struct Suggestions {
  std::vector<Name> names;
  Files files = Files::none; ///< which of the computer's files it may name besides
};

/// Given the words before it, without the program's and the command's name.
using Suggest = Suggestions (*)(const Words& before);

/// The words that a command takes by their place.
struct Argument {
  static constexpr int any_number = -1;

  std::string name; ///< such as SCENARIO
  std::string meaning;
  int least = 1;
  int most = 1;
  Suggest suggest = nullptr;
};

/// A word that begins with dashes, perhaps with a value.
class Option {
public:
  struct Range {
    double least;
    double most;
  };

  /// One that is there or not.
  Option(std::string its_name, std::string what_it_does)
      : name(std::move(its_name)), meaning(std::move(what_it_does)) {}
  /// One with a value, which texts call `its_value`.
  Option(std::string its_name, std::string its_value, std::string what_it_does)
      : name(std::move(its_name)), value(std::move(its_value)), meaning(std::move(what_it_does)) {}

  /// The value where none is given.
  Option standard(const std::string& text) const { return with(&Option::standard_value, text); }
  /// What holds where none is given, in words, if it is no value.
  Option otherwise(const std::string& words) const { return with(&Option::standard_words, words); }
  Option between(double least, double most) const { return with(&Option::range, Range{least, most}); }
  Option one_of(const std::vector<std::string>& all) const { return with(&Option::choices, all); }
  Option completed_by(Suggest how) const { return with(&Option::suggest, how); }
  Option repeated() const { return with(&Option::is_repeated, true); }
  /// For the program itself; people are not told of it.
  Option hidden() const { return with(&Option::is_hidden, true); }

  bool takes_value() const { return !value.empty(); }
  /// With its dashes: one before a letter, two before a word.
  std::string flag() const { return (name.size() == 1 ? "-" : "--") + name; }
  /// What a wrong value is said to be: "unknown MPI", "unknown fidelity".
  std::string noun() const { return name == "on" ? value : name; }

  std::string name; ///< without dashes
  std::string value;
  std::string meaning;
  std::string standard_value;
  std::string standard_words;
  std::optional<Range> range;
  std::vector<std::string> choices;
  Suggest suggest = nullptr;
  bool is_repeated = false;
  bool is_hidden = false;

private:
  template <class Value, class Given> Option with(Value Option::*member, const Given& given) const {
    Option changed = *this;
    changed.*member = given;
    return changed;
  }
};

/// Whether a command's words are read by its table, or by itself: because most of them are for a compiler, because a
/// program with its own follows, or because they are another command's.
enum class Reading { by_table, as_a_compiler, before_a_program, as_they_are };

struct Command {
  std::string name;
  std::string summary; ///< in one line, what it does
  std::string about;   ///< paragraphs, one a line; may be empty
  std::vector<Argument> arguments;
  std::vector<Option> options;
  std::vector<std::string> examples; ///< the words after the program's name
  int (*call)(const Given&);         ///< gives the exit status
  Reading reading = Reading::by_table;
};

/// Commands that belong together, with what they have in common.
struct CommandGroup {
  std::string title;
  std::vector<Command> commands;
};

/// All commands, in the order in which people are told of them.
const std::vector<CommandGroup>& command_groups();
/// What the program takes in the place of a command.
const std::vector<Option>& program_options();
/// Throws UsageError, with the nearest name.
const Command& find_command(const std::string& name);

} // namespace daruma::cli
