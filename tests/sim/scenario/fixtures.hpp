// What the scenario tests share: machines and runtimes of their own, a good scenario that uses every
// key once, and ways to break it.
#pragma once

#include "sim/scenario/parse.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::scenario {

/// The real schema; machines, runtimes and models made for these tests.
const Surroundings& surroundings();

/// That of the project, which these surroundings have.
std::filesystem::path schema_file();

/// A scenario in order: machine "pair" (2 nodes of 4 cores), runtime "slow", jobs "quake" and "flood".
const nlohmann::json& good_scenario();
/// It, read with values set from outside.
Scenario good_with(const std::vector<Override>&);

/// One value of the good scenario replaced, added, or (value empty) removed.
struct Change {
  std::string pointer;
  std::string json;
};
nlohmann::json changed_scenario(const std::vector<Change>&);

/// "pointer: sentence" of every problem that parsing gives, in order; empty for a good scenario.
std::vector<std::string> problems_of_text(const std::string& text);
std::vector<std::string> problems_of(const nlohmann::json& scenario);

} // namespace daruma::scenario
