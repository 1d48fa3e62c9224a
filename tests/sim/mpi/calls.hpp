// Every blocking call of sim/mpi as a small program that all ranks of a communicator run, so that a test can
// let somebody die in it.
#pragma once

#include <functional>
#include <mpi.h>
#include <vector>

namespace daruma::mpi::test {

struct Ranks {
  int rank;
  int size;
  MPI_Comm comm;
  int right() const { return (rank + 1) % size; }
  int left() const { return (rank + size - 1) % size; }
};

using Call = std::function<int(const Ranks&)>;

struct NamedCall {
  const char* name;
  Call call;                ///< returns an error class
  bool is_revocable = true; ///< whether revoking the communicator interrupts it
  double between_looks = 0; ///< s, if it looks again and again whether something has happened
};

/// Messages are of 80 kB unless the name says small: rendezvous, and 0.8 ms on slow links.
const std::vector<NamedCall>& calls();

/// Spawns two and merges with them; they run `be_child`.
int spawn_and_merge(const Ranks&);
void be_child();

} // namespace daruma::mpi::test
