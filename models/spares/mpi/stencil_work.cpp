#include "models/spares/mpi/stencil_work.hpp"

#include "models/port/port.hpp"
#include "sim/core/random_stream.hpp"

#include <limits>
#include <string>

namespace daruma::models::spares {

namespace {

constexpr std::int64_t newest = std::numeric_limits<std::int64_t>::max();

} // namespace

StencilWork::StencilWork(const StencilOrder& order, const Pattern& halos)
    : order_(order), halos_(halos, order.message), steps_(order.steps, port().checkpoints().every_loops()) {}

bool StencilWork::resume(const Seat& seat) {
  if (steps_.has_to_read()) steps_.found(read(seat.rank, newest));
  std::int64_t lowest = steps_.position();
  if (MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT64_T, MPI_MIN, seat.world) != MPI_SUCCESS) return false;
  if (const auto version = steps_.agree(lowest)) read(seat.rank, *version);
  return true;
}

/// Reads the rank's newest checkpoint not above `at_most`; the step that it is of.
std::int64_t StencilWork::read(int rank, std::int64_t at_most) const {
  const auto stored = port().checkpoints().load(rank, at_most);
  return stored ? stored->version : StencilSteps::unknown;
}

bool StencilWork::work(const Seat& seat) {
  while (!steps_.is_done()) {
    if (!exchange(seat)) return false;
    port().compute(order_.work);
    const bool saves = steps_.saves_within(1) > 0;
    steps_.advance();
    if (saves) save(seat);
  }
  return true;
}

bool StencilWork::exchange(const Seat& seat) {
  const bool together = order_.start == Start::together;
  if (together && MPI_Barrier(seat.world) != MPI_SUCCESS) return false;
  const Seconds begin = port().now();
  linger(seat.rank);
  if (halos_.perform(seat.world, seat.rank) != MPI_SUCCESS) return false;
  port().span("exchange", begin, std::to_string(steps_.position()));
  double spent = (port().now() - begin).count();
  if (together && MPI_Allreduce(MPI_IN_PLACE, &spent, 1, MPI_DOUBLE, MPI_MAX, seat.world) != MPI_SUCCESS) return false;
  ExchangeTimes& times = times_[seat.failures];
  times.sum += Seconds(spent);
  times.count += 1;
  times.mean = times.sum / times.count;
  return true;
}

/// Waits until this rank's messages of this step leave; the time depends on the rank, not on who carries it.
void StencilWork::linger(int rank) const {
  if (order_.stagger <= Seconds(0)) return;
  RandomStream random(port().seed(), static_cast<std::uint64_t>(steps_.position()),
                      "spares/stagger/rank-" + std::to_string(rank));
  port().sleep(random.uniform() * order_.stagger);
}

void StencilWork::save(const Seat& seat) const {
  const std::int64_t version = steps_.position();
  port().checkpoints().save(seat.rank, version, std::vector<std::byte>(sizeof version), seat.partner);
}

void StencilWork::report() const {
  for (const auto& [name, value] : exchange_metrics(times_)) port().metric(name, value);
  port().metric("steps", static_cast<double>(steps_.position()));
}

} // namespace daruma::models::spares
