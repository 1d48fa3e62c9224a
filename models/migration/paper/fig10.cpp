// Process migration, Fig. 10: up to two processes a node.
#include "models/migration/paper/cases.hpp"

namespace daruma::models::migration::paper {

study::Reproduction fig10(const study::StudyContext& context) {
  return granularity_figure("Fig. 10: run time by granularity of the load; up to two processes a node", 2, context);
}

} // namespace daruma::models::migration::paper
