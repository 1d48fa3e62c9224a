#include "sim/core/dependency_list.hpp"

#include "sim/core/number.hpp"
#include "sim/core/words.hpp"

#include <vector>

namespace daruma {

namespace {

const Choices<DependencyType> dependency_types{
    {"after", DependencyType::after},         {"afterany", DependencyType::afterany},
    {"afterok", DependencyType::afterok},     {"afternotok", DependencyType::afternotok},
    {"aftercorr", DependencyType::aftercorr}, {"singleton", DependencyType::singleton}};

std::string quoted(std::string_view text) { return '"' + std::string(text.substr(0, 40)) + '"'; }

/// What stands between the separators, of which there is one more.
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

/// "17" or, of after, "17+30".
DependencyTerm read_term(DependencyType type, std::string_view text) {
  DependencyTerm term{type, std::string(text.substr(0, text.find('+')))};
  if (term.id.empty()) throw DependencyError(quoted(word_of(type)) + " must name jobs, as \"afterok:17:18\" does");
  if (term.id.size() == text.size()) return term;
  const std::string_view minutes = text.substr(term.id.size() + 1);
  const auto number = number_in<unsigned>(minutes);
  if (type != DependencyType::after)
    throw DependencyError("only \"after\" may have a time behind it, got " + quoted(text) + " of " +
                          quoted(word_of(type)));
  if (!number)
    throw DependencyError("behind \"+\" must be whole minutes, as in \"after:17+30\", got " + quoted(minutes));
  term.delay = Seconds(60.0 * *number);
  return term;
}

void read_word(std::string_view text, std::vector<DependencyTerm>& terms) {
  const std::vector<std::string_view> parts = parts_of(text, ':');
  const auto type = value_named(dependency_types, parts.front());
  if (!type)
    throw DependencyError("unknown dependency " + quoted(parts.front()) +
                          "; known: after, afterany, afterok, afternotok, aftercorr, singleton");
  if (*type == DependencyType::singleton) {
    if (parts.size() > 1) throw DependencyError("\"singleton\" names no jobs, got " + quoted(text));
    terms.push_back({*type});
    return;
  }
  if (parts.size() == 1) read_term(*type, "");
  for (std::size_t i = 1; i < parts.size(); ++i) terms.push_back(read_term(*type, parts[i]));
}

} // namespace

std::string_view word_of(DependencyType type) { return word_of(dependency_types, type); }

DependencyList read_dependencies(std::string_view text) {
  const bool is_any_enough = text.find('?') != std::string_view::npos;
  if (is_any_enough && text.find(',') != std::string_view::npos)
    throw DependencyError(
        "has \",\" and \"?\", of which there can be only one: all have to hold, or any of them, got " + quoted(text));
  DependencyList list{{}, is_any_enough};
  for (const std::string_view word : parts_of(text, is_any_enough ? '?' : ',')) read_word(word, list.terms);
  return list;
}

} // namespace daruma
