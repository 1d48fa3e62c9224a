// What it costs a running job to go on with more or fewer processors by order.
//
// Studies of malleable jobs often take it for nothing; beside each other the two show what is left of a gain.
#pragma once

namespace daruma {

enum class Reconfiguration {
  priced, ///< what the MPI runtime and the checkpoint store say for its size
  free    ///< nothing
};

} // namespace daruma
