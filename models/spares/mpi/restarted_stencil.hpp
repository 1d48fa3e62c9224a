// The stencil job that its launcher restarts in place upon a failure, as a program with Reinit is (Laguna and others,
// IJHPCA 30(3), 2016; Georgakoudis and others, "Reinit++", ISC 2020): it knows nothing of failures but that it may
// begin with a checkpoint.
#pragma once

#include "models/spares/logic/stencil_order.hpp"

namespace daruma::models::spares {

/// What this process, which has a rank, does of the job.
void restart_in_place(const StencilOrder& order, const Pattern& halos);

} // namespace daruma::models::spares
