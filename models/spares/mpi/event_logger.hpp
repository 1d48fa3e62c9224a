// Who keeps the events of ranks that go back alone, and finds them new processes: MPICH-V2's event logger and
// dispatcher (Bouteiller and others, SC2003), in one process.
//
// It is the last of the spare nodes. As there, it is taken to be reliable: the job ends where it fails. It learns of
// deaths from the runtime while it waits for events.
#pragma once

#include "models/spares/logic/rank_places.hpp"
#include "models/spares/logic/stencil_order.hpp"

namespace daruma::models::spares {

/// Until all ranks have done all steps. Metrics: steps; events, messages that were received and stored as such;
/// log_bytes, the most that a rank kept of messages it had sent, of those that were there at the end.
void keep_events(const StencilOrder& order, const Pattern& halos);

} // namespace daruma::models::spares
