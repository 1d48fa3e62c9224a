// The words that a command was given, read and checked by its table.
#pragma once

#include "sim/cli/command.hpp"
#include "sim/core/units.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::cli {

/// A command with its words, as one would type it.
std::string as_typed(const std::string& command, const Words&);

/// The word, if it is one of those. Throws UsageError, with the nearest one.
std::string one_of(const std::string& noun, const std::string& word, const std::vector<std::string>& all);

/// A value that was not given is the option's standard one. An option that the command's table does not have is an
/// error of the program.
class Given {
public:
  /// Throws UsageError, with what is allowed.
  Given(const Command&, const Words&);

  /// The words as they were typed.
  const Words& words() const { return words_; }
  const Words& arguments() const { return arguments_; }

  /// Whether the option was given.
  bool has(const std::string& option) const;
  std::string text(const std::string& option) const;
  Words texts(const std::string& option) const;
  /// The place of the value among those that are allowed.
  std::size_t choice(const std::string& option) const;

  /// Throw UsageError where the value is none or outside of the table's range.
  int whole(const std::string& option) const;
  std::int64_t long_whole(const std::string& option) const;
  std::uint64_t seed(const std::string& option) const;
  double number(const std::string& option) const;
  /// Throws UsageError where the value is no time above 0, such as that one.
  Seconds time(const std::string& option, std::string_view such_as) const;
  /// Throws UsageError where the value is none or outside of this range, which the table does not know.
  int whole(const std::string& option, int least, int most) const;

private:
  const Option& option(const std::string& name) const;
  template <class Number> Number read(const Option&) const;

  Words words_;
  Words arguments_;
  std::vector<Option> options_;
  std::map<std::string, Words> values_;
};

} // namespace daruma::cli
