// A job that loses a node waits again, and goes on from its last checkpoint.
#include "sim/batch/failure_policy.hpp"

namespace daruma::batch::on_failure {

const FailurePolicy restart{"restart", "it waits again and goes on from its last checkpoint",
                            Resumption::from_checkpoint, Need::checkpoints, [](const Hit&) { return Answer{0}; }};

} // namespace daruma::batch::on_failure
