#include "sim/mpi/rma/epochs.hpp"

#include "sim/mpi/collective/collectives.hpp"
#include "sim/mpi/process/job.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

using Lock = Peer::Lock;

/// What programs may poll with takes its time where nothing else does.
void pass_if_shared(const LocalWindow& window) {
  if (window.window->is_shared()) pass(poll_cost);
}

int complete_at(LocalWindow& window, int target) {
  const Peer& peer = window.peer(target);
  return wait_until(window, target, [&] { return peer.under_way == 0; });
}

/// A fence opens an epoch that is one only once there is an access in it.
bool has_epoch(const LocalWindow& window) {
  return window.epoch != AccessEpoch::none && (window.epoch != AccessEpoch::fence || window.has_accessed);
}

void begin(LocalWindow& window, AccessEpoch epoch) {
  window.epoch = epoch;
  window.has_accessed = false;
}

void close_all(LocalWindow& window) {
  for (auto& [rank, peer] : window.peers) LocalWindow::close_accesses(peer);
}

} // namespace

bool is_in_use(const LocalWindow& window) {
  return window.is_exposed || (window.epoch != AccessEpoch::none && window.epoch != AccessEpoch::fence);
}

int complete_all(LocalWindow& window) {
  return wait_until(window, Waiting::everybody, [&] { return window.under_way == 0; });
}

int fence(LocalWindow& window, int assertion) {
  if (is_in_use(window)) return MPI_ERR_RMA_SYNC;
  const Exchange all(take_turn(*window.comm, FaultMode::strict));
  if (const int error = complete_all(window)) return error;
  if (const int error = barrier(all)) return error;
  close_all(window);
  ++window.fences;
  begin(window, assertion & MPI_MODE_NOSUCCEED ? AccessEpoch::none : AccessEpoch::fence);
  return MPI_SUCCESS;
}

// --- Post and start

namespace {

/// The ranks of a group's members in the window; empty where one is not there, as `are_members` says.
std::vector<int> ranks_of(const LocalWindow& window, const Group& group, bool& are_members) {
  std::vector<int> ranks;
  ranks.reserve(group.size());
  for (const Process* process : group) ranks.push_back(window.comm->local().rank_of(*process));
  are_members = std::find(ranks.begin(), ranks.end(), MPI_UNDEFINED) == ranks.end();
  return ranks;
}

/// The member counts something that the caller tells it.
void tell(LocalWindow& window, int rank, int Peer::*counter) {
  LocalWindow& told = window.member(rank);
  window.window->carry(window, told, 0, [&told, counter, from = window.rank()] {
    ++(told.peer(from).*counter);
    told.wake();
  });
}

bool have_all(LocalWindow& window, const std::vector<int>& ranks, int Peer::*counter) {
  return std::all_of(ranks.begin(), ranks.end(), [&](int rank) { return window.peer(rank).*counter > 0; });
}

void take_off(LocalWindow& window, const std::vector<int>& ranks, int Peer::*counter) {
  for (const int rank : ranks) --(window.peer(rank).*counter);
}

/// The origins' accesses to the caller's memory are over.
void end_exposure(LocalWindow& window) {
  take_off(window, window.posted_to, &Peer::completions);
  for (const int origin : window.posted_to) LocalWindow::close_accesses(window.member(origin).peer(window.rank()));
  window.is_exposed = false;
}

} // namespace

int post(LocalWindow& window, const Group& origins, int assertion) {
  if (window.is_exposed) return MPI_ERR_RMA_SYNC;
  bool are_members = false;
  window.posted_to = ranks_of(window, origins, are_members);
  if (!are_members) return MPI_ERR_GROUP;
  window.is_exposed = true;
  if (!(assertion & MPI_MODE_NOCHECK))
    for (const int origin : window.posted_to) tell(window, origin, &Peer::posts);
  return MPI_SUCCESS;
}

int start(LocalWindow& window, const Group& targets, int assertion) {
  if (has_epoch(window)) return MPI_ERR_RMA_SYNC;
  bool are_members = false;
  window.started = ranks_of(window, targets, are_members);
  if (!are_members) return MPI_ERR_GROUP;
  if (!(assertion & MPI_MODE_NOCHECK)) {
    const int peer = window.started.size() == 1 ? window.started.front() : Waiting::everybody;
    const int error = wait_until(window, peer, [&] { return have_all(window, window.started, &Peer::posts); });
    if (error != MPI_SUCCESS) return error;
    take_off(window, window.started, &Peer::posts);
  }
  begin(window, AccessEpoch::started);
  return MPI_SUCCESS;
}

int end_access_epoch(LocalWindow& window) {
  if (window.epoch != AccessEpoch::started) return MPI_ERR_RMA_SYNC;
  if (const int error = complete_all(window)) return error;
  for (const int target : window.started) tell(window, target, &Peer::completions);
  begin(window, AccessEpoch::none);
  return MPI_SUCCESS;
}

int wait_for_origins(LocalWindow& window) {
  if (!window.is_exposed) return MPI_ERR_RMA_SYNC;
  const int peer = window.posted_to.size() == 1 ? window.posted_to.front() : Waiting::everybody;
  const int error = wait_until(window, peer, [&] { return have_all(window, window.posted_to, &Peer::completions); });
  if (error == MPI_SUCCESS) end_exposure(window);
  return error;
}

int test_for_origins(LocalWindow& window, bool& are_done) {
  are_done = false;
  if (!window.is_exposed) return MPI_ERR_RMA_SYNC;
  contact_members(window);
  are_done = have_all(window, window.posted_to, &Peer::completions);
  if (are_done)
    end_exposure(window);
  else
    pass(poll_cost);
  return MPI_SUCCESS;
}

// --- Locks

namespace {

/// Tells an origin that it has the lock of the target's memory.
LockQueue::Granted grant_of(LocalWindow& target) {
  return [&target](int rank) {
    LocalWindow& origin = target.member(rank);
    target.window->carry(target, origin, 0, [&origin, from = target.rank()] {
      origin.peer(from).lock = Lock::held;
      origin.wake();
    });
  };
}

int acquire(LocalWindow& window, int rank, bool is_exclusive) {
  LocalWindow& target = window.member(rank);
  Peer& peer = window.peer(rank);
  peer.lock = Lock::requested;
  window.window->carry(window, target, 0, [&target, is_exclusive, origin = window.rank()] {
    if (target.is_reachable()) target.locks.request(origin, is_exclusive, grant_of(target));
  });
  return wait_until(window, rank, [&] { return peer.lock == Lock::held; });
}

/// Once the accesses are complete; for the lock's way back nobody waits.
void release(LocalWindow& window, int rank) {
  Peer& peer = window.peer(rank);
  LocalWindow::close_accesses(peer);
  if (std::exchange(peer.lock, Lock::none) != Lock::held) return;
  LocalWindow& target = window.member(rank);
  window.window->carry(window, target, 0, [&target, origin = window.rank()] {
    if (target.is_reachable()) target.locks.release(origin, grant_of(target));
  });
}

} // namespace

int lock(LocalWindow& window, int type, int target, int assertion) {
  const bool is_locked_too = window.epoch == AccessEpoch::locked && window.peer(target).lock == Lock::none;
  if (has_epoch(window) && !is_locked_too) return MPI_ERR_RMA_SYNC;
  if (assertion & MPI_MODE_NOCHECK)
    window.peer(target).lock = Lock::unchecked;
  else if (const int error = acquire(window, target, type == MPI_LOCK_EXCLUSIVE))
    return error;
  if (!is_locked_too) begin(window, AccessEpoch::locked);
  ++window.locked;
  return MPI_SUCCESS;
}

int unlock(LocalWindow& window, int target) {
  if (window.epoch != AccessEpoch::locked || window.peer(target).lock == Lock::none) return MPI_ERR_RMA_SYNC;
  if (const int error = complete_at(window, target)) return error;
  release(window, target);
  if (--window.locked == 0) begin(window, AccessEpoch::none);
  pass_if_shared(window);
  return MPI_SUCCESS;
}

int lock_all(LocalWindow& window, int assertion) {
  if (has_epoch(window)) return MPI_ERR_RMA_SYNC;
  begin(window, AccessEpoch::locked_all);
  window.is_unchecked = assertion & MPI_MODE_NOCHECK;
  return MPI_SUCCESS;
}

int unlock_all(LocalWindow& window) {
  if (window.epoch != AccessEpoch::locked_all) return MPI_ERR_RMA_SYNC;
  if (const int error = complete_all(window)) return error;
  for (const auto& [rank, peer] : window.peers)
    if (peer.lock != Lock::none) release(window, rank);
  begin(window, AccessEpoch::none);
  pass_if_shared(window);
  return MPI_SUCCESS;
}

int flush(LocalWindow& window, int target, Flush how) {
  Peer& peer = window.peer(target);
  const bool is_locked = window.epoch == AccessEpoch::locked && peer.lock != Lock::none;
  if (!is_locked && window.epoch != AccessEpoch::locked_all) return MPI_ERR_RMA_SYNC;
  const int& open = how == Flush::complete ? peer.under_way : peer.needs_buffer;
  if (const int error = wait_until(window, target, [&] { return open == 0; })) return error;
  how == Flush::complete ? LocalWindow::close_accesses(peer) : LocalWindow::close_fetches(peer);
  pass_if_shared(window);
  return MPI_SUCCESS;
}

int flush_all(LocalWindow& window, Flush how) {
  if (window.epoch != AccessEpoch::locked && window.epoch != AccessEpoch::locked_all) return MPI_ERR_RMA_SYNC;
  const int& open = how == Flush::complete ? window.under_way : window.needs_buffer;
  if (const int error = wait_until(window, Waiting::everybody, [&] { return open == 0; })) return error;
  for (auto& [rank, peer] : window.peers)
    how == Flush::complete ? LocalWindow::close_accesses(peer) : LocalWindow::close_fetches(peer);
  pass_if_shared(window);
  return MPI_SUCCESS;
}

int admit(LocalWindow& window, int target) {
  switch (window.epoch) {
  case AccessEpoch::none:
    return MPI_ERR_RMA_SYNC;
  case AccessEpoch::fence:
    break;
  case AccessEpoch::started: {
    const auto& started = window.started;
    if (std::find(started.begin(), started.end(), target) == started.end()) return MPI_ERR_RMA_SYNC;
    break;
  }
  case AccessEpoch::locked:
    if (window.peer(target).lock == Lock::none) return MPI_ERR_RMA_SYNC;
    break;
  case AccessEpoch::locked_all:
    if (!window.is_unchecked && window.peer(target).lock == Lock::none)
      if (const int error = acquire(window, target, false)) return error;
  }
  window.has_accessed = true;
  return MPI_SUCCESS;
}

} // namespace daruma::mpi
