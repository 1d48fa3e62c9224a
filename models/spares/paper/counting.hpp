// A stencil job with spares, as the artefacts of the spare-node paper (Yoshinaga, Hori, Ishikawa) count it.
#pragma once

#include "models/spares/logic/campaign.hpp"
#include "models/spares/logic/rearrangement.hpp"
#include "models/spares/logic/substitution.hpp"
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
/// Counts `cases` random sequences of failures.
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

/// Chains of failures on 6 x 6 ranks, as Figs. 6 and 8 of the spare-node paper show them.
///
/// Fails the nodes on which these ranks began, one after the other; the answers, up to the first that there is none to.
std::vector<Substitution> chain(const char* faces, const Policy&, const std::vector<int>& ranks);

} // namespace daruma::models::spares::paper
