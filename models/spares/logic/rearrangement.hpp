// Renumbering after failures: which ranks to move again so that fewer messages share a link (the paper's
// section 5.8 leaves open how).
//
// A rearrangement moves at most so many ranks, each once, between nodes that have not failed; the bytes
// to send are their states. Small jobs are searched exhaustively. Large ones by simulated annealing over
// moves to spares, exchanges, and runs of ranks that shift into a spare on their line, with the number of
// collisions first and the sum of all messages' hops second: exact optima are not known there.
#pragma once

#include "models/spares/logic/pattern.hpp"
#include "models/spares/logic/placement.hpp"

#include <vector>

namespace daruma::models::spares {

enum class Search { exhaustive, annealing };

struct Rearrangement {
  int collisions = 0;
  Search search = Search::exhaustive;
  std::vector<Move> moves; ///< by rank
};

/// The fewest collisions that moving at most `budget` ranks can give: what no fewer moves reach, in the order of their
/// number, beginning with no move at all.
std::vector<Rearrangement> trade_off(const Placement&, const Pattern&, int budget, std::uint64_t seed);

} // namespace daruma::models::spares
