// Machines as pictures (SVG): nodes where their topology draws them; the links of a job with the messages that share
// them; and the state of a machine in a table.
#pragma once

#include "models/descriptor/grid_picture.hpp"
#include "sim/results/pages/markup.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace daruma::pages {

struct Occupant {
  std::size_t job; ///< its place in the result
  int process;
  bool stands_by = false; ///< a spare process when the job began
};

struct NodeState {
  std::vector<Occupant> occupants;
  std::string failure; ///< kind and time, of a node that failed
};

struct NodeMove {
  int from;
  int to;
  std::string what;
};

/// What became of a machine's nodes in a run: which jobs' processes they carried, which stood by as spares, which
/// failed, and between which nodes ranks moved.
struct MachineState {
  std::vector<NodeState> nodes;
  std::vector<NodeMove> moves;
};

/// What the job's model can draw of it; nothing if it can draw nothing.
std::optional<models::GridPicture> grid_picture(const scenario::Job&, const results::Result&);

MachineState machine_state(const results::Result&, const scenario::Scenario&);

/// Who was where, what failed, what stood by, who moved; with a legend.
Markup draw_machine(const scenario::Machine&, const MachineState&, const std::vector<results::JobRow>& jobs);

/// The loads of a job's links before its failures and after them, side by side.
Markup draw_links(const models::GridPicture&);

} // namespace daruma::pages
