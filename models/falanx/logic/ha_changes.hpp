// What the requests of the highly available scheduler write to the tree store (paper, Fig. 7). Pure.
#pragma once

#include "models/falanx/logic/ha_request.hpp"
#include "models/falanx/logic/ha_terms.hpp"
#include "sim/core/tree_change.hpp"

#include <string>
#include <vector>

namespace daruma::models::falanx {

/// The entry of a task that waits.
std::string entry_path(Cure cure, const TaskId& task);

/// Of a request that writes, by rank `me`: one commit.
std::vector<Change> changes_of(const HaRequest& request, Cure cure, int me);

} // namespace daruma::models::falanx
