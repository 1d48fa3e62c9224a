// The stencil job whose ranks go back alone upon a failure: uncoordinated checkpoints and pessimistic sender-based
// message logging, the protocol of MPICH-V2 (Bouteiller and others, SC2003).
//
// Who sends keeps what it has sent. That a message was received is stored at the event logger, and nobody sends before
// all that it has received is stored. Checkpoints are taken by one rank after the other, with the messages that are
// kept; neighbours then forget what will not be asked for. A failed rank goes on in a spare process from its own
// checkpoint, asks its neighbours for what they had sent since and is told from which step on they need anything of it;
// nobody else goes back. Processes talk point to point in MPI_COMM_WORLD, which is neither revoked nor shrunk. Assumes
// that the event logger is reliable. A rank answers its neighbours while it communicates, not while it computes; the
// paper's daemons do both at once.
#pragma once

#include "models/spares/logic/stencil_order.hpp"

namespace daruma::models::spares {

/// What this process does of the job. Whether it had a rank at the end.
bool go_back_alone(const StencilOrder& order, const Pattern& halos);

} // namespace daruma::models::spares
