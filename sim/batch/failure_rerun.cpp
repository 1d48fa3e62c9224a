// A job that loses a node waits again, and begins from its start, or where it was last told to write a checkpoint.
#include "sim/batch/failure_policy.hpp"

namespace daruma::batch::on_failure {

const FailurePolicy rerun{"rerun",
                          "it waits again and begins from its start, or where it was told to write a checkpoint",
                          Resumption::from_start, Need::nothing, [](const Hit&) { return Answer{0}; }};

} // namespace daruma::batch::on_failure
