// What MPI_Reduce_local does, without SMPI's looking at this computer's clocks before and after.
#pragma once

#include <smpi/smpi.h>

namespace daruma::simgrid_api {

/// Combines `count` elements of both into those of `result`; the operation and the datatype suit each other.
void reduce(const void* operand, void* result, int count, MPI_Datatype, MPI_Op);

} // namespace daruma::simgrid_api
