// A rank's halos: one message to each partner of the pattern and one from each, all at once.
#pragma once

#include "models/spares/logic/pattern.hpp"
#include "sim/core/units.hpp"

#include <mpi.h>

#include <cstddef>
#include <memory>
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
  int message_;
  std::vector<MPI_Request> requests_;
  std::unique_ptr<std::byte[]> halo_; ///< never looked at, so never filled
  std::vector<std::unique_ptr<std::byte[]>> received_;
};

} // namespace daruma::models::spares
