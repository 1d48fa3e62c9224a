#include "sim/base/runtime_profile.hpp"

#include <cassert>

namespace daruma {

namespace {

/// ceil(log2 n) for n >= 1: rounds of a binary tree over n processes.
int stages(int processes) {
  int count = 0;
  for (unsigned reached = 1; reached < static_cast<unsigned>(processes); reached *= 2) ++count;
  return count;
}

} // namespace

Seconds cost(const CostLaw& law, int processes) {
  assert(processes >= 0);
  return law.fixed + law.per_process * processes + law.per_stage * stages(processes);
}

} // namespace daruma
