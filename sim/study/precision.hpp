// A mean over as many replications as it takes, on all cores.
//
// For models without ranks, of which a process makes several. Replications come in batches of fixed size, and whether
// there are enough is asked between batches: the answer is the same on any number of cores.
#pragma once

#include "sim/study/replications.hpp"

#include <functional>

namespace daruma::study {

struct Precision {
  int most = 1000;     ///< replications
  double relative = 0; ///< enough where half the 95 % interval is not above this part of the mean; 0: all are made
};

/// At least two values, and they are precise.
bool is_enough(const Estimate&, const Precision&);

/// One number of a replication; called in another process.
using Replication = std::function<double(int replication)>;

/// `workers` 0: one per core. `most` is at least 1.
Estimate estimate_until(const Precision&, const Replication&, int workers = 0);

} // namespace daruma::study
