// Process migration, Fig. 9: one process a node.
#include "models/migration/paper/cases.hpp"

namespace daruma::models::migration::paper {

study::Reproduction fig9(const study::StudyContext& context) {
  return granularity_figure("Fig. 9: run time by granularity of the load; one process a node", 1, context);
}

} // namespace daruma::models::migration::paper
