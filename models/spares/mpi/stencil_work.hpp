// What a rank of the stencil job does while nobody fails: it finds the step to go on from, exchanges halos, computes,
// and writes checkpoints. What follows upon a failure is not its business.
#pragma once

#include "models/spares/logic/stencil_order.hpp"
#include "models/spares/logic/stencil_steps.hpp"
#include "models/spares/mpi/halo_exchange.hpp"

#include <mpi.h>

#include <cstdint>
#include <map>

namespace daruma::models::spares {

/// A rank as it is between two failures.
struct Seat {
  MPI_Comm world; ///< of all ranks, in their order
  int rank;
  int partner;  ///< the process that keeps the copies of its checkpoints, as Port::process_id() has it
  int failures; ///< before
};

class StencilWork {
public:
  /// `order` and `halos` outlive it.
  StencilWork(const StencilOrder& order, const Pattern& halos);

  StencilSteps& steps() { return steps_; }
  /// Finds the step to go on from, the same for all ranks. False if somebody failed meanwhile.
  bool resume(const Seat&);
  /// Until all steps are done. False if somebody failed meanwhile.
  bool work(const Seat&);
  void report() const;

private:
  std::int64_t read(int rank, std::int64_t at_most) const;
  bool exchange(const Seat&);
  void linger(int rank) const;
  void save(const Seat&) const;

  const StencilOrder& order_;
  HaloExchange halos_;
  StencilSteps steps_;
  std::map<int, ExchangeTimes> times_; ///< by failures so far
};

} // namespace daruma::models::spares
