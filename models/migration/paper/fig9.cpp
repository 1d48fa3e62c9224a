// Process migration, Fig. 9: one process a node.
#include "models/migration/paper/cases.hpp"

namespace daruma::models::migration::paper {

study::Artefact fig9() {
  return {"migr-fig9", "migration: run time by granularity of the load, one process a node",
          [](const study::StudyContext& context) {
            return granularity_figure("migr-fig9", "Fig. 9: run time by granularity of the load; one process a node", 1,
                                      context);
          }};
}

} // namespace daruma::models::migration::paper
