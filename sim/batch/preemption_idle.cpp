// Some processors are kept idle beforehand; beyond these nobody gives up anything.
#include "sim/batch/preemption.hpp"

namespace daruma::batch::preemption {

const PreemptionPolicy idle{"idle", "processors are kept for them",
                            [](int, const std::vector<Allocation>&) { return std::vector<ResizeDecision>(); },
                            PreemptAction::end_at_once, Reserve::kept};

} // namespace daruma::batch::preemption
