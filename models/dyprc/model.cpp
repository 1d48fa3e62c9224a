#include "models/descriptor/system.hpp"
#include "models/dyprc/mpi/dyprc.hpp"

namespace daruma::models::dyprc {

const System& system() {
  static const System all{"dyprc", "Jobs that lose ranks or change their number, and go on: DyProReconf.", programs()};
  return all;
}

} // namespace daruma::models::dyprc
