// A stencil job with spares, as the artefacts of the spare-node paper count it.
#pragma once

#include "models/spares/logic/campaign.hpp"
#include "models/spares/logic/rearrangement.hpp"
#include "sim/study/reproduction.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::study {

struct SparesJob {
  std::vector<int> extents;
  std::string faces;  ///< as in `./daruma collisions --spares`
  std::string method; ///< as in `--method`
  Wrap network = Wrap::none;
  Wrap boundary = Wrap::none;
  models::spares::DirectionRule rule = models::spares::DirectionRule::keep;
};

/// All ordered sequences of that many failures, on all cores.
models::spares::Tally count_all(const SparesJob&, int failures);
/// So many random ones.
models::spares::Tally count_sample(const SparesJob&, int failures, std::int64_t cases);

/// What moving at most `budget` ranks again does about the worst case of so many failures.
std::vector<models::spares::Rearrangement> rearrange_worst(const SparesJob&, int failures, int budget);

/// "21, 16, 15"
std::string joined(const std::vector<int>& nodes);

} // namespace daruma::study
