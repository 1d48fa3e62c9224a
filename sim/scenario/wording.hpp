// The turns of phrase that messages share: values shortened, names quoted, the nearest valid name.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace daruma::scenario {

/// `text` in quotes, shortened where it is long.
std::string in_quotes(std::string_view text);

/// The value as JSON, shortened where it is long; lists and objects only by their brackets.
std::string shown(const nlohmann::json& value);

/// "a", "b" and "c", each in quotes.
std::string listed(const std::vector<std::string>& names);

/// "1 node", "2 nodes", "3 processes".
std::string counted(long long count, std::string_view noun);

/// The candidate that differs by the fewest edits (insert, delete, replace, swap of neighbours); empty where none is
/// near enough to be what was meant.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

/// `unknown <noun> "name"; did you mean "nearest"?`, or with all known names where none is near.
std::string unknown(std::string_view noun, std::string_view name, const std::vector<std::string>& known);

} // namespace daruma::scenario
