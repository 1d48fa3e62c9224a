#include "sim/batch/slurm_command.hpp"

#include <algorithm>
#include <vector>

namespace daruma::batch {

namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = text.find_first_not_of(' '); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(' ', end);
  }
  return words;
}

} // namespace

/// The script, behind which its own arguments stand, is the first word that is no option and no value of one. Which
/// options take values is not known: a word behind one that has no "=" is taken for its value.
std::string option_of_command(std::string_view command, char letter, std::string_view word) {
  constexpr std::size_t fewest_letters = 3; // by which getopt_long knows --dependency and --array
  const std::vector<std::string_view> words = words_of(command);
  bool may_be_value = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view one = words[i];
    const bool is_long = one.substr(0, 2) == "--";
    const std::string_view next = i + 1 < words.size() ? words[i + 1] : std::string_view();
    if (one.front() != '-') {
      if (!may_be_value) return "";
      may_be_value = false;
      continue;
    }
    const std::size_t equals = is_long ? one.find('=') : std::string_view::npos;
    may_be_value = equals == std::string_view::npos && (is_long || one.size() == 2);
    if (is_long) {
      const std::string_view name = one.substr(2, equals == std::string_view::npos ? equals : equals - 2);
      if (name.size() < fewest_letters || word.substr(0, name.size()) != name) continue;
      return std::string(equals == std::string_view::npos ? next : one.substr(equals + 1));
    }
    if (one.size() > 1 && one[1] == letter) return std::string(one.size() > 2 ? one.substr(2) : next);
  }
  return "";
}

} // namespace daruma::batch
