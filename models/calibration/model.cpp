#include "models/calibration/mpi/probes.hpp"
#include "models/descriptor/system.hpp"

namespace daruma::models::calibration {

const System& system() {
  static const System all{
      "calibration", "Measures an MPI and the machine under it, as runtime profiles and machines need it.", programs()};
  return all;
}

} // namespace daruma::models::calibration
