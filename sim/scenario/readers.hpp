// Each part of a scenario from JSON to its struct: units, signs, and what a part can know of itself.
// What takes two parts to judge (does the job fit the machine?) is in consistency.hpp.
#pragma once

#include "sim/scenario/node.hpp"
#include "sim/scenario/scenario.hpp"

namespace daruma::scenario {

/// A full description; `use` is resolved before (see description.hpp).
Machine read_machine(const Node&);
RuntimeProfile read_runtime(const Node&);
/// Written out in full, too.
CollectiveTables read_collectives(const Node&);

/// Programs are looked for from `folder` on.
std::vector<Job> read_jobs(const Node&, const std::filesystem::path& folder);
/// A log is looked for from `folder` on.
Centre read_centre(const Node&, const std::filesystem::path& folder);
Manager read_manager(const Node&, const std::filesystem::path& folder);
Trace read_trace(const Node&);
std::vector<Event> read_events(const Node&);
Failures read_failures(const Node&);
std::vector<Breakdown> read_breakdowns(const Node&);
Localisation read_localisation(const Node&);
/// A trace is looked for from `folder` on.
Background read_background(const Node&, const std::filesystem::path& folder);
TreeStore read_tree_store(const Node&);
std::vector<Expectation> read_expectations(const Node&);
/// Files are looked for from `folder` on.
Exploration read_exploration(const Node&, const std::filesystem::path& folder);

} // namespace daruma::scenario
