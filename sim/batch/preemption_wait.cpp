// Nobody gives up anything: an urgent job is the next to start, no more.
#include "sim/batch/preemption.hpp"

namespace daruma::batch::preemption {

const PreemptionPolicy wait{"wait", "it is not, but they are the next to start",
                            [](int, const std::vector<Allocation>&) { return std::vector<ResizeDecision>(); }};

} // namespace daruma::batch::preemption
