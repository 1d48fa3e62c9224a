// What became of a machine's nodes in a run: which jobs' processes they carried, which stood by as spares, which
// failed, and between which nodes ranks moved.
#pragma once

#include "models/descriptor/grid_picture.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace daruma::pages {

struct Tenant {
  std::size_t job; ///< its place in the result
  int process;
  bool stands_by = false; ///< a spare process when the job began
};

struct NodeState {
  std::vector<Tenant> tenants;
  std::string failure; ///< kind and time, of a node that failed
};

struct NodeMove {
  int from;
  int to;
  std::string what;
};

struct MachineState {
  std::vector<NodeState> nodes;
  std::vector<NodeMove> moves;
};

/// What the job's model can draw of it; nothing if it can draw nothing.
std::optional<models::GridPicture> grid_picture(const scenario::Job&, const results::Result&);

MachineState machine_state(const results::Result&, const scenario::Scenario&);

} // namespace daruma::pages
