// Process migration, Fig. 10: up to two processes a node.
#include "models/migration/paper/cases.hpp"

namespace daruma::models::migration::paper {

study::Artefact fig10() {
  return {"migr-fig10", "migration: run time by granularity of the load, up to two processes a node",
          [](const study::StudyContext& context) {
            return granularity_figure(
                "migr-fig10", "Fig. 10: run time by granularity of the load; up to two processes a node", 2, context);
          }};
}

} // namespace daruma::models::migration::paper
