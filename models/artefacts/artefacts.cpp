#include "models/dyprc/paper/dyprc_artefacts.hpp"
#include "models/falanx/paper/falanx_artefacts.hpp"
#include "models/faults/paper/faults_artefacts.hpp"
#include "models/migration/paper/migration_artefacts.hpp"
#include "models/migration/paper/migration_solver_artefacts.hpp"
#include "models/spares/paper/spares_artefacts.hpp"
#include "sim/study/reproduction.hpp"

namespace daruma::study {

const std::vector<Artefact>& artefacts() {
  static const std::vector<Artefact> all = [] {
    std::vector<Artefact> artefacts;
    for (const auto& paper : {dyprc_artefacts(), falanx_artefacts(), falanx_studies(), spares_artefacts(),
                              spares_studies(), spares_operation(), spares_drift(), migration_solver_artefacts(),
                              migration_artefacts(), migration_studies(), faults_artefacts()})
      artefacts.insert(artefacts.end(), paper.begin(), paper.end());
    return artefacts;
  }();
  return all;
}

} // namespace daruma::study
