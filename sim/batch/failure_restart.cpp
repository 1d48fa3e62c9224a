#include "sim/batch/failure_policy.hpp"

namespace daruma::batch {

Answer answer_restart(const Hit&) { return {0}; }

} // namespace daruma::batch
