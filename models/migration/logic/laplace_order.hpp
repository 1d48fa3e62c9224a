// What the Laplace solver was told to do, and what its steps take: work and bytes, whoever carries them out.
#pragma once

#include "models/migration/logic/checkpoint_schedule.hpp"
#include "models/migration/logic/controller.hpp"
#include "models/migration/logic/laplace.hpp"

namespace daruma::models::migration {

struct LaplaceOrder {
  int size; ///< of the field, points in each direction
  int iterations;
  double residual; ///< at which it ends before that
  int chkpt_every; ///< iterations; 0: never
  Flops point_work;
  bool is_blank; ///< its points are not computed
  Terms terms;
};

inline CheckpointSchedule checkpoints_of(const LaplaceOrder& order) { return CheckpointSchedule(order.chkpt_every); }

/// The work of one iteration on a strip.
inline Flops work_of(const LaplaceOrder& order, const Strip& strip) {
  return order.point_work * static_cast<double>((strip.end - strip.first) * (order.size - 2));
}

/// What a strip's neighbour gets of it in an iteration: a row.
inline Bytes edge_of(const LaplaceOrder& order) { return Bytes(8.0 * order.size); }

/// What moves with a rank: the whole field, as in the paper.
inline Bytes state_of(const LaplaceOrder& order) { return Bytes(8.0 * order.size * order.size); }

} // namespace daruma::models::migration
