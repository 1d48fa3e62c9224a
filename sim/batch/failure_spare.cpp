// A job goes on at once from its last checkpoint, on a spare node; without one it waits again.
#include "sim/batch/failure_policy.hpp"

namespace daruma::batch::on_failure {

const FailurePolicy spare{"spare", "it goes on at once with a spare node; without one as restart",
                          Resumption::from_checkpoint, Need::spare_nodes, [](const Hit& hit) {
                            return hit.is_replaced ? Answer{hit.processors, hit.recovery + hit.load} : Answer{0};
                          }};

} // namespace daruma::batch::on_failure
