// Reads scenarios, machines and runtime profiles from JSON.
//
// Bad input never crashes: every mistake of a file is collected and thrown as one ScenarioError.
// Two readers look at each file: the JSON Schema (schema.hpp) at its shape, the readers of this folder
// at its meaning. A machine or runtime is a name, the path of a .json file, {"use": either, changes...}, or a
// description in place.
#pragma once

#include "sim/scenario/scenario.hpp"

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace daruma::scenario {

/// One mistake: where (file, JSON pointer) and a finished sentence that says what was found and what is allowed.
struct Problem {
  std::string file;
  std::string pointer;
  std::string sentence;
};

/// All mistakes of the input. what() is "file: pointer: sentence" per line.
class ScenarioError : public std::runtime_error {
public:
  explicit ScenarioError(std::vector<Problem> problems);
  const std::vector<Problem>& problems() const { return problems_; }

private:
  std::vector<Problem> problems_;
};

class Schema;

/// What the shape of every file is held against. Throws ScenarioError if the file is missing or broken.
std::shared_ptr<const Schema> load_schema(const std::filesystem::path&);

/// Where named machines and runtimes are looked up, and what models exist. Worth keeping: it takes longer to
/// make than a scenario takes to read.
struct Surroundings {
  std::filesystem::path machines; ///< platforms/
  std::filesystem::path runtimes; ///< platforms/runtimes/
  std::filesystem::path tables() const { return machines / "collectives"; }
  std::shared_ptr<const Schema> schema; ///< of scenarios/scenario.schema.json
  std::vector<std::string> models;
};

/// One `--set /pointer=VALUE`: VALUE is JSON, or plain text where it is not. The parent of the pointer has to exist,
/// but a machine or runtime given by name can be set into.
struct Override {
  std::string pointer;
  std::string value;
};

/// Parses and checks one scenario. Throws ScenarioError; so do texts over 64 MiB, nesting over 64 levels, more than a
/// million values, and single texts over 4096 bytes.
Scenario parse(const std::string& json_text, const std::string& file_name, const Surroundings&,
               const std::vector<Override>& overrides = {});

/// Reads the file, then parse(). A missing or unreadable file is a ScenarioError with an empty pointer.
Scenario load(const std::filesystem::path&, const Surroundings&, const std::vector<Override>& overrides = {});

/// The machine or runtime profile of that name, or in that file. Throws ScenarioError with the nearest valid name.
Machine load_machine(const std::string& name, const Surroundings&);
RuntimeProfile load_runtime(const std::string& name, const Surroundings&);

} // namespace daruma::scenario
