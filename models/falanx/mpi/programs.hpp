// The program with which the Falanx paper measures its schedulers (section 4): a bag of tasks that sleep.
#pragma once

#include "models/port/program.hpp"

#include <vector>

namespace daruma::models::falanx {

/// "falanx-sleep": `tasks` tasks that each sleep for `length`, with an input and an output in the data store, which the
/// main logic holds against what it should be. A task that is reported FAILED is submitted again with a priority one
/// higher, or dropped; one whose data are lost is submitted again with its input. Workers rest by order
/// (idle_workers.hpp). Metrics as in the paper's Table 2: setup_s (all but the main logic), main_logic_s (beyond the
/// ideal), baseline_s (the ideal, tasks x length / workers) and total_s; completed, failed (how often a task was
/// reported lost), dropped, data_losses, wrong.
void falanx_sleep();

/// Those that measure the tree store as Falanx uses it: store-operations and store-take (store_probes.cpp).
const std::vector<Program>& store_probes();

/// falanx-sleep, master-worker (master_worker.hpp) and the programs of store_probes(), under the names that scenarios
/// use.
const std::vector<Program>& programs();

} // namespace daruma::models::falanx
