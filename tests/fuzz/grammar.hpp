// What scenarios/scenario.schema.json lets stand in a place of a scenario, and examples of it.
#pragma once

#include "sim/core/random_stream.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace daruma::fuzz {

template <class List> auto& any_of(List& list, RandomStream& random) {
  return list[static_cast<std::size_t>(random.below(list.size()))];
}

class Grammar {
public:
  /// `values` are those that scenarios give each key, a list each.
  Grammar(nlohmann::json schema, std::map<std::string, nlohmann::json> values);

  /// What the schema says of a place; an empty object where it says nothing.
  const nlohmann::json& rule(const nlohmann::json::json_pointer& place) const;

  /// Something that the rule of a key's value allows, mostly; whom it names is one of `names`, mostly.
  nlohmann::json example(const std::string& key, const nlohmann::json& rule, const std::vector<std::string>& names,
                         RandomStream&) const;

  /// A value that a scenario gives to the key somewhere; null where none does.
  nlohmann::json value_elsewhere(const std::string& key, RandomStream&) const;

private:
  const nlohmann::json& resolved(const nlohmann::json& rule) const;
  nlohmann::json object(const nlohmann::json& rule, const std::vector<std::string>& names, RandomStream&) const;
  nlohmann::json text(const nlohmann::json& rule, const std::vector<std::string>& names, RandomStream&) const;

  nlohmann::json schema_;
  std::map<std::string, nlohmann::json> values_;
};

} // namespace daruma::fuzz
