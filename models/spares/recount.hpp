// Collisions counted in full, link by link: what the incremental counting is held against, in tests
// and in the benchmark.
#pragma once

#include "models/spares/network.hpp"
#include "models/spares/pattern.hpp"

#include <vector>

namespace daruma::models::spares {

struct Recount {
  int collisions = 0;
  int longest_way = 0;
};

/// `nodes`: where each rank is.
Recount recount(const Network&, const Pattern&, const std::vector<int>& nodes);

} // namespace daruma::models::spares
