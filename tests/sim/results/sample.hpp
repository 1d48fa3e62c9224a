// Results as a run would leave them, small enough to check by eye or large enough to fold.
#pragma once

#include "sim/results/records.hpp"

namespace daruma::results {

/// Four ranks; one is killed and the others shrink. A second job does not finish.
Result small_result();

/// `ranks` ranks with that many kills ten seconds apart, each noticed and survived by everybody who is left.
Result large_result(int ranks, int kills);

} // namespace daruma::results
