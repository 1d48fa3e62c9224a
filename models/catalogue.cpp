#include "models/catalogue.hpp"

#include "models/calibration/probes.hpp"
#include "models/dyprc/dyprc.hpp"
#include "models/falanx/programs.hpp"
#include "models/falanx/store_probes.hpp"
#include "models/migration/programs.hpp"
#include "models/spares/spares.hpp"
#include "models/watching/watching.hpp"

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
