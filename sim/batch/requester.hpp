// Whose job it is, as far as that decides where it may be and what it may have at once.
#pragma once

namespace daruma::batch {

/// The partition of jobs that are in none, and may be on every node.
constexpr int no_partition = -1;

struct Requester {
  int user = 0;                 ///< 0: not known
  int partition = no_partition; ///< by its place among the centre's
};

} // namespace daruma::batch
