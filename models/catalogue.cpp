#include "models/catalogue.hpp"

#include "models/calibration/mpi/probes.hpp"
#include "models/dyprc/mpi/dyprc.hpp"
#include "models/falanx/mpi/programs.hpp"
#include "models/falanx/mpi/store_probes.hpp"
#include "models/faults/mpi/watching.hpp"
#include "models/migration/mpi/programs.hpp"
#include "models/spares/mpi/spares.hpp"

namespace daruma::models {

const std::vector<Program>& catalogue() {
  static const std::vector<Program> all = [] {
    std::vector<Program> programs;
    for (const auto* family : {&dyprc::programs(), &spares::programs(), &migration::programs(), &falanx::programs(),
                               &falanx::store_probes(), &watching::programs(), &calibration::programs()})
      programs.insert(programs.end(), family->begin(), family->end());
    return programs;
  }();
  return all;
}

} // namespace daruma::models
