#include "models/descriptor/system.hpp"
#include "models/faults/mpi/watching.hpp"

namespace daruma::models::faults {

const System& system() {
  static const System all{"faults", "Who finds out that something failed, which part it was, and what watching costs.",
                          programs()};
  return all;
}

} // namespace daruma::models::faults
