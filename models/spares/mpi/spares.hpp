// The stencil job that outlives its nodes, as an MPI program (the spare-node paper's section 4.2).
//
// Every process of the job is a node of the network: process p runs on node p of a machine with one
// core per node, whose mesh or torus is the job's grid with a layer more at each face of spares. The
// ranks exchange halos with their neighbours; when one fails, everybody leaves the dead behind, decides
// alike who replaces whom (substitution.hpp), and the ranks go on in a new communicator, in place, from
// their checkpoints. Assumes that failed nodes still forward, and that processes are their node's only ones.
// With recovery "spawn" only nodes with ranks have processes at first, and others are started on the spare nodes:
// rebuilt_team.hpp, restarted_stencil.hpp.
#pragma once

#include "models/port/program.hpp"

namespace daruma::models::spares {

/// `steps` times an exchange of `message` with each neighbour, then `work`. Metrics: exchange_ms[failures=k], the mean
/// over the exchanges after so many failures of the time until the last rank has all halos, or rank 0 where the ranks
/// do not begin together; slowdown[failures=k], that over the one of k = 0; slowdown, the same of all exchanges;
/// moved[failures=k], ranks that changed nodes.
void stencil_main();

/// It, under the name that scenarios use: "spares-stencil".
const std::vector<Program>& programs();

} // namespace daruma::models::spares
