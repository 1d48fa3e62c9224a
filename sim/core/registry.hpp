// What is chosen by its name: policies, laws, programs. Entries of registries have a `name` and a `summary`, which
// continues "name: ".
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace daruma {

/// Entries, in the order in which people read them.
template <class Entry> using Registry = std::vector<const Entry*>;

/// None of that name: null.
template <class Entry> const Entry* find_entry(const Registry<Entry>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Entry* one) { return one->name == name; });
  return found == all.end() ? nullptr : *found;
}

/// The element of that name in a container of values; null if none has it. It points into the container.
template <class All> auto find_named(const All& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

template <class Entry> std::vector<std::string> names_of(const Registry<Entry>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Entry* one : all) names.emplace_back(one->name);
  return names;
}

} // namespace daruma
