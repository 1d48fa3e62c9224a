// What the highly available scheduler's requests are on the network, by the names and paths of its nodes: one size for
// each kind of request, that of a task with few digits.
#pragma once

#include "models/falanx/logic/ha_request.hpp"
#include "sim/core/units.hpp"

namespace daruma::fast::ha_sizes {

/// In a list.
Bytes task_name();
Bytes bucket_name();
Bytes ticket_name();
/// Of a list, of an entry in one or of what a task consists of.
Bytes path();
/// Of one that writes.
Bytes of(const models::falanx::HaRequest& request);

} // namespace daruma::fast::ha_sizes
