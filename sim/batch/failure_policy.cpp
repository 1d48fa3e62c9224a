#include "sim/batch/failure_policy.hpp"

namespace daruma::batch {

const Registry<FailurePolicy>& failure_policies() {
  static const Registry<FailurePolicy> all{
#define DARUMA_ENTRY(name) &on_failure::name,
#include "sim/batch/failure_policies.def"
#undef DARUMA_ENTRY
  };
  return all;
}

} // namespace daruma::batch
