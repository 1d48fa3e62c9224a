// MPI's profiling interface (MPI 3.1, section 14.2): sim/mpi's functions are PMPI_X, and MPI_X is another name of each
// that a profiling library may take over.
//
// Whoever defines or calls one of them includes this header, so that the code carries the name PMPI_X;
// profiling.cpp adds the other name. SMPI's functions of the same names are replaced by that.
#pragma once

#include <mpi-ext.h>
#include <mpi.h>

namespace daruma::mpi {
extern "C" {
// NOLINTNEXTLINE(bugprone-macro-parentheses): it is a name
#define OWN(call) decltype(P##call) call asm("P" #call);
#define REFUSED(call, why)
#include "sim/mpi/api/calls.def"
#undef OWN
#undef REFUSED
int MPI_Init(int*, char***) asm("PMPI_Init"); // not on the list: SimGrid 4 has two of that name
}
} // namespace daruma::mpi
