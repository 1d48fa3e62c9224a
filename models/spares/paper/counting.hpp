// A stencil job with spares, as the artefacts of the spare-node paper (Yoshinaga, Hori, Ishikawa) count it.
#pragma once

#include "models/spares/logic/campaign.hpp"
#include "models/spares/logic/rearrangement.hpp"
#include "sim/study/reproduction.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::models::spares::paper {

inline constexpr const char* paper_name = "spare nodes (Yoshinaga, Hori, Ishikawa)";

struct SparesJob {
  std::vector<int> extents;
  std::string faces;  ///< as in `./daruma collisions --spares`
  std::string method; ///< as in `--method`
  Wrap network = Wrap::none;
  Wrap boundary = Wrap::none;
  DirectionRule rule = DirectionRule::keep;
};

/// All ordered sequences of that many failures, on all cores.
Tally count_all(const SparesJob&, int failures);
/// So many random ones.
Tally count_sample(const SparesJob&, int failures, std::int64_t cases);

/// What is survived whatever it hits, and the first sequence that is one failure too many.
struct Guarantee {
  int failures;
  std::vector<int> one_too_many;
};
Guarantee guaranteed(const SparesJob&);
/// A row of it; the sequence as its note.
study::Row row_of(const std::string& label, double published, const Guarantee&);

/// What moving at most `budget` ranks again does about the worst case of so many failures.
std::vector<Rearrangement> rearrange_worst(const SparesJob&, int failures, int budget);

} // namespace daruma::models::spares::paper
