#include "sim/core/failure_law.hpp"

namespace daruma {

const Registry<FailureLaw>& failure_laws() {
  static const Registry<FailureLaw> all{
#define DARUMA_ENTRY(name) &failure_law::name,
#include "sim/core/failure_laws.def"
#undef DARUMA_ENTRY
  };
  return all;
}

} // namespace daruma
