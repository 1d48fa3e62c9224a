// The calls of MPI that are not simulated: each says so, and what to use instead.
//
// They come without their parameters, which nobody reads; so this file does not see MPI's declarations of them.
#include "sim/mpi/api/reasons.hpp"
#include "sim/mpi/api/refuse.hpp"

namespace daruma::mpi {

// They are weak, as MPI's header declares all calls.
extern "C" {

#define OWN(call)
#define REFUSED(call, why)                                                                                             \
  [[gnu::weak]] void call() { refuse(#call, why); }                                                                    \
  [[gnu::weak]] void P##call() { refuse("P" #call, why); }
#include "sim/mpi/api/calls.def"
#undef OWN
#undef REFUSED
}

} // namespace daruma::mpi
