// The JSON Schema as first reader: the shape of a document, before anybody asks what it means.
//
// Valijson decides whether and where a document departs from the schema; schema_wording.cpp says why,
// in the words that the schema itself holds (titles, enums, bounds, property names).
#pragma once

#include "sim/scenario/report.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace daruma::scenario {

class Schema {
public:
  /// Reads the schema file; what it says of topologies comes from their descriptors. Throws ScenarioError if it is
  /// missing or broken.
  explicit Schema(const std::filesystem::path&);

  /// Holds the document against the whole schema, or against one of its definitions ("machine", "runtime").
  void check_scenario(const nlohmann::json& document, Report&) const;
  void check_definition(const std::string& name, const nlohmann::json& document, Report&) const;

private:
  class Compiled;

  std::shared_ptr<const Compiled> whole_;
  std::map<std::string, std::shared_ptr<const Compiled>> definitions_;
};

/// Why `document` departs from `schema` at the pointer, as remarks; none where the schema has nothing against
/// this value itself. `$ref`s are looked up in `schema`.
void explain(const nlohmann::json& schema, const nlohmann::json& document, const std::vector<std::string>& path,
             Report&);

} // namespace daruma::scenario
