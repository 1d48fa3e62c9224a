// Machines as pictures (SVG): nodes where their topology draws them; and the links of a job with the messages that
// share them.
#pragma once

#include "models/descriptor/grid_picture.hpp"
#include "sim/results/pages/machine_state.hpp"
#include "sim/results/pages/markup.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <vector>

namespace daruma::pages {

/// Who was where, what failed, what stood by, who moved; with a legend.
Markup draw_machine(const scenario::Machine&, const MachineState&, const std::vector<results::JobRow>& jobs);

/// The loads of a job's links before its failures and after them, side by side.
Markup draw_links(const models::GridPicture&);

} // namespace daruma::pages
