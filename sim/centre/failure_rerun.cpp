#include "sim/centre/failure_policy.hpp"

namespace daruma::centre {

Answer answer_rerun(const Hit&) { return {0}; }

} // namespace daruma::centre
