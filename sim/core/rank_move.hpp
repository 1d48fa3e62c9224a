// A rank that goes on in another process, and how a time line tells of several of them.
#pragma once

#include <string>
#include <vector>

namespace daruma {

struct RankMove {
  int rank;
  int from; ///< process
  int to;   ///< process

  bool operator==(const RankMove& other) const { return rank == other.rank && from == other.from && to == other.to; }
};

/// "rank 3: process 1 -> 2, rank 0: process 0 -> 4".
std::string to_text(const std::vector<RankMove>&);
/// All that a text of that form tells of.
std::vector<RankMove> rank_moves_in(const std::string& text);

} // namespace daruma
