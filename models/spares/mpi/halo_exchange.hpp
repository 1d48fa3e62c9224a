// A rank's halos: one message to each partner of the pattern and one from each, all at once.
#pragma once

#include "models/spares/logic/pattern.hpp"
#include "sim/core/units.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace daruma::models::spares {

class HaloExchange {
public:
  HaloExchange(const Pattern& pattern, Bytes message);

  /// Returns MPI's code. After an error nothing of the exchange is left under way, and the world is revoked.
  int perform(MPI_Comm world, int rank);

private:
  void post(MPI_Comm world, int rank);

  const Pattern& pattern_;
  Bytes size_; ///< of each message
  std::vector<MPI_Request> requests_;
  std::byte* sent_;
  std::vector<std::byte*> received_;
};

} // namespace daruma::models::spares
