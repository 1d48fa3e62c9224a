#include "models/dyprc/mpi/checkpoint.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace daruma::models::dyprc {
namespace {

constexpr std::int64_t nothing_to_read = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t missing = -1;

bool is_wanted() { return port().checkpoints().every_loops() > 0; }

std::int64_t over_all(MPI_Comm world, std::int64_t value, MPI_Op operation) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, operation, world);
  return value;
}

/// The process that holds the copy of this one: half way round the ring, so that with ranks placed in
/// blocks it sits on another node.
int partner_of(MPI_Comm world) {
  constexpr int tag = 0;
  const int rank = rank_in(world);
  const int size = size_of(world);
  const int half = size > 1 ? std::max(1, size / 2) : 0;
  const int own = port().process_id();
  int partner = own;
  MPI_Sendrecv(&own, 1, MPI_INT, (rank + size - half) % size, tag, &partner, 1, MPI_INT, (rank + half) % size, tag,
               world, MPI_STATUS_IGNORE);
  return partner;
}

/// What is saved: how many owners there are in all. The position is the version's.
std::vector<std::byte> state_of(int owners) {
  std::vector<std::byte> state(sizeof owners);
  std::memcpy(state.data(), &owners, sizeof owners);
  return state;
}

int owners_in(const std::vector<std::byte>& state) {
  int owners = 0;
  if (state.size() == sizeof owners) std::memcpy(&owners, state.data(), sizeof owners);
  return owners;
}

} // namespace

std::int64_t Checkpoint::begin(MPI_Comm world) {
  std::int64_t position = 0;
  if (is_wanted() && port().begins_anew()) {
    find_earlier_run(world);
    position = restore(world);
  }
  protect(world, position);
  return position;
}

void Checkpoint::completed(MPI_Comm world, std::int64_t position) {
  if (!is_wanted() || ++loops_ < port().checkpoints().every_loops()) return;
  MPI_Barrier(world); // so that nobody is more than one version ahead: only two are kept
  port().checkpoints().save(complete_.carried, pack({complete_.generation, position}), state_of(complete_.owners),
                            partner_);
  loops_ = 0;
}

std::int64_t Checkpoint::resume(MPI_Comm world, std::int64_t position, int lost) {
  if (is_wanted() && lost > 0) {
    position = restore(world);
  } else {
    const std::int64_t lowest = over_all(world, position == unknown ? nothing_to_read : position, MPI_MIN);
    position = lowest == nothing_to_read ? 0 : lowest;
  }
  protect(world, position);
  return position;
}

/// A job that is run again knows nothing, but rank 0's last checkpoint tells how it was numbered.
void Checkpoint::find_earlier_run(MPI_Comm world) {
  const int rank = rank_in(world);
  if (rank == 0) {
    if (const auto stored = port().checkpoints().load(0, nothing_to_read))
      complete_ = {unpack(stored->version).generation, owners_in(stored->state), nobody};
  }
  learn_numbering(world);
  complete_.carried = rank < complete_.owners ? rank : nobody;
}

/// One who knows that everyone has saved is enough. Who has not saved then carries nothing: it came later.
void Checkpoint::learn_numbering(MPI_Comm world) {
  const Version known = unpack(over_all(world, pack({complete_.generation, complete_.owners}), MPI_MAX));
  if (known.generation == complete_.generation) return;
  if (known.generation == latest_.generation)
    complete_ = latest_;
  else
    complete_ = {known.generation, static_cast<int>(known.position), nobody};
}

std::int64_t Checkpoint::restore(MPI_Comm world) {
  learn_numbering(world);
  carried_by_all_.resize(size_of(world));
  MPI_Allgather(&complete_.carried, 1, MPI_INT, carried_by_all_.data(), 1, MPI_INT, world);
  to_read_ = owners_to_read(rank_in(world), carried_by_all_, complete_.owners);
  const std::int64_t newest = newest_saved(pack({complete_.generation, Version::last_position}));
  const std::int64_t common = over_all(world, newest, MPI_MIN);
  if (newest > common && newest != nothing_to_read && common != missing) newest_saved(common);
  if (common == missing && rank_in(world) == 0) port().note("checkpoint", "incomplete: back to the beginning");
  return common == missing || common == nothing_to_read ? 0 : unpack(common).position;
}

/// The lowest of the newest versions that this rank has to read, `missing` if one of them is gone.
std::int64_t Checkpoint::newest_saved(std::int64_t at_most) {
  std::int64_t lowest = nothing_to_read;
  for (const int owner : to_read_) {
    const auto stored = port().checkpoints().load(owner, at_most);
    lowest = std::min(lowest, stored ? stored->version : missing);
  }
  return lowest;
}

/// A new generation is complete for whoever gets through the barrier, as then all have saved.
void Checkpoint::protect(MPI_Comm world, std::int64_t position) {
  if (!is_wanted()) return;
  partner_ = partner_of(world);
  const Numbering next{complete_.generation + 1, size_of(world), rank_in(world)};
  port().checkpoints().save(next.carried, pack({next.generation, position}), state_of(next.owners), partner_);
  latest_ = next;
  loops_ = 0;
  MPI_Barrier(world);
  complete_ = latest_;
}

} // namespace daruma::models::dyprc
