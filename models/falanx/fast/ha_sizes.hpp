// What the highly available scheduler's requests are on the network, by the names and paths of its nodes: one size for
// each kind of request, that of a task with few digits.
#pragma once

#include "models/falanx/logic/ha_request.hpp"
#include "sim/core/tree_store.hpp"
#include "sim/core/units.hpp"

namespace daruma::fast::ha_sizes {

/// The size of a task's name in a list.
Bytes task_name();
Bytes bucket_name();
Bytes ticket_name();
/// So many names of a list, each of that size.
Found names(Bytes each, std::size_t count);
/// The size of a path: that of a list, of an entry in one, or of a part of a task.
Bytes path();
/// The size of a request that writes.
Bytes of(const models::falanx::HaRequest& request);

} // namespace daruma::fast::ha_sizes
