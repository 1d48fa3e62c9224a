// Values that have words, for files and for people: a table for each kind of value.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma {

template <class Value> using Choices = std::vector<std::pair<std::string_view, Value>>;

/// Nothing if no value has that word.
template <class Value> std::optional<Value> value_named(const Choices<Value>& choices, std::string_view word) {
  const auto found = std::find_if(choices.begin(), choices.end(), [=](const auto& one) { return one.first == word; });
  return found == choices.end() ? std::nullopt : std::optional(found->second);
}

/// The word of a value that is among the choices.
template <class Value> std::string_view word_of(const Choices<Value>& choices, Value value) {
  const auto found = std::find_if(choices.begin(), choices.end(), [=](const auto& one) { return one.second == value; });
  if (found == choices.end()) throw std::logic_error("a value has no word");
  return found->first;
}

} // namespace daruma
