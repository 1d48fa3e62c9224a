// Machines and runtimes by name, by file, by either with changes, or in place: resolved to one full description.
// What ends in ".json" is a file, beside the scenario; anything else the name of one of the project's own.
//
// {"use": NAME, ...} starts from the named file; its other keys replace that file's, one by one inside
// braces. A group that says its own "kind" (a topology, a detector) replaces the whole group, and a
// value with its source is replaced whole, so that no source stays beside a number it does not support.
//
// In a runtime "collectives" may be the name of a table in platforms/collectives, or {"use": NAME, ...}: that table's
// rules, of which the other keys replace those of a collective each. Changes of a runtime replace its table whole.
#pragma once

#include "sim/scenario/parse.hpp"
#include "sim/scenario/readers.hpp"
#include "sim/scenario/schema.hpp"

#include <nlohmann/json.hpp>

namespace daruma::scenario {

/// A kind of description that has files of its own.
template <class Value> struct DescriptionKind {
  std::string noun;             ///< "machine", also the schema's definition
  std::filesystem::path folder; ///< of those with a name
  std::filesystem::path beside; ///< where a file that is named by its path is looked for
  Value (*read)(const Node&);
  std::filesystem::path tables; ///< of collectives, by name
};

template <class Value> struct Description {
  Value value;                                    ///< means something only where there are no problems
  nlohmann::json json = nlohmann::json::object(); ///< full, with its name, without "use"
  std::vector<Problem> problems;                  ///< of the named file
};

/// The description that `place` asks for. Mistakes in the scenario go to its report.
template <class Value> Description<Value> described(const DescriptionKind<Value>&, const Node& place, const Schema&);

/// Puts the table that the description's "collectives" name in their place. The description's own place in the document
/// is `pointer`.
void write_out_collectives(nlohmann::json& description, const std::filesystem::path& tables, const std::string& pointer,
                           Report&);

DescriptionKind<Machine> machine_kind(const Surroundings&, const std::filesystem::path& beside);
DescriptionKind<RuntimeProfile> runtime_kind(const Surroundings&, const std::filesystem::path& beside);

} // namespace daruma::scenario
