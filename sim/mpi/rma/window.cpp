#include "sim/mpi/rma/window.hpp"

#include "sim/mpi/collective/collectives.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/rma/epochs.hpp"
#include "sim/mpi/ulfm/rendezvous.hpp"
#include "sim/mpi/ulfm/runtime_messages.hpp"

#include <algorithm>
#include <cstdlib>

namespace daruma::mpi {

void LockQueue::request(int origin, bool is_exclusive, const Granted& granted) {
  waiting_.push_back({origin, is_exclusive});
  grant(granted);
}

void LockQueue::release(int origin, const Granted& granted) {
  const auto held =
      std::find_if(holders_.begin(), holders_.end(), [=](const Claim& claim) { return claim.origin == origin; });
  if (held != holders_.end()) holders_.erase(held);
  grant(granted);
}

/// Those who come first, as far as they go together with those who hold it.
void LockQueue::grant(const Granted& granted) {
  while (!waiting_.empty() && (holders_.empty() || !(waiting_.front().is_exclusive || holders_.front().is_exclusive))) {
    holders_.splice(holders_.end(), waiting_, waiting_.begin());
    granted(holders_.back().origin);
  }
}

Exposure& LocalWindow::exposure() const { return window->exposures[static_cast<std::size_t>(comm->rank)]; }

LocalWindow& LocalWindow::member(int rank) const { return window->members[static_cast<std::size_t>(rank)]; }

bool LocalWindow::shares_memory_with(int other) const {
  if (window->is_shared() || other == rank()) return true;
  return window->flavor == MPI_WIN_FLAVOR_ALLOCATE && member(other).comm->owner->host == comm->owner->host;
}

void LocalWindow::wake() const {
  if (waiting > 0) comm->owner->ring_threads();
}

void OpenAccess::close() const {
  for (const OpenAccesses::Ticket& stretch : stretches) OpenAccesses::close(stretch);
}

void LocalWindow::close_accesses(Peer& peer) {
  for (const OpenAccess& access : peer.open) access.close();
  peer.open.clear();
}

void LocalWindow::close_fetches(Peer& peer) {
  peer.open.remove_if([](const OpenAccess& access) {
    if (access.fetches) access.close();
    return access.fetches;
  });
}

void Window::carry(const LocalWindow& from, const LocalWindow& to, std::size_t bytes,
                   std::function<void()> arrived) const {
  if (is_shared()) {
    arrived();
    return;
  }
  Process& sender = *from.comm->owner;
  Process& receiver = *to.comm->owner;
  in_kernel([&, arrived = std::move(arrived)]() mutable {
    World& world = *sender.job->world;
    const auto leave = [&world, &sender, &receiver, bytes, arrived = std::move(arrived)] {
      if (sender.crashed) return;
      const auto ended = [arrived](bool has_arrived) {
        if (has_arrived) arrived();
      };
      world.raw_transfers().carry(*sender.host, *receiver.host, Bytes(static_cast<double>(bytes)), ended, &sender);
    };
    act_at(world.connections().ready(sender, receiver, now()), leave);
  });
}

std::shared_ptr<std::byte> allocate_memory(MPI_Aint size) {
  const auto room = static_cast<std::size_t>(std::max<MPI_Aint>(size, 1));
  return {static_cast<std::byte*>(std::calloc(room, 1)), [](std::byte* memory) { std::free(memory); }};
}

namespace {

bool are_on_one_node(const Group& group) {
  return std::all_of(group.begin(), group.end(), [&](const Process* member) { return member->host == group[0]->host; });
}

/// One piece of memory for all of them.
void lay_out(std::vector<Exposure>& exposures, Layout layout) {
  constexpr MPI_Aint line = 64; // bytes of a cache line
  std::vector<MPI_Aint> offsets;
  MPI_Aint end = 0;
  for (const Exposure& exposure : exposures) {
    if (layout == Layout::aligned) end = (end + line - 1) / line * line;
    offsets.push_back(end);
    end += exposure.size;
  }
  const auto memory = allocate_memory(end);
  for (std::size_t i = 0; i < exposures.size(); ++i) {
    exposures[i].memory = memory;
    exposures[i].base = exposures[i].size > 0 ? memory.get() + offsets[i] : nullptr;
  }
}

std::shared_ptr<Window> window_on(const std::shared_ptr<Communicator>& communicator, int flavor,
                                  std::vector<Exposure> exposures) {
  auto window = std::make_shared<Window>();
  window->communicator = communicator.get();
  window->flavor = flavor;
  window->number = communicator->job().windows++;
  window->exposures = std::move(exposures);
  window->members = std::vector<LocalWindow>(window->exposures.size());
  for (std::size_t rank = 0; rank < window->members.size(); ++rank) {
    window->members[rank].window = window.get();
    window->members[rank].comm = &communicator->handles[0][rank];
  }
  return window;
}

/// Decides what becomes of what the members of `all` bring.
void make_together(Rendezvous& all, int flavor, Layout layout) {
  Communicator& original = all.communicator();
  if (flavor == MPI_WIN_FLAVOR_SHARED && !are_on_one_node(*original.groups[0])) {
    all.outcome.error = MPI_ERR_RMA_SHARED;
    return;
  }
  std::vector<Exposure> exposures;
  exposures.reserve(static_cast<std::size_t>(original.size()));
  for (int i = 0; i < original.size(); ++i) exposures.push_back(all.of(i).exposure);
  if (flavor == MPI_WIN_FLAVOR_SHARED) lay_out(exposures, layout);
  const auto communicator = make_communicator(original.groups[0]);
  communicator->window = window_on(communicator, flavor, std::move(exposures));
  original.revoked_with_it.push_back(communicator.get());
  all.hand_out(*communicator);
}

} // namespace

int make_window(LocalCommunicator& comm, int flavor, const Exposure& own, Layout layout, LocalWindow*& made) {
  Contribution contribution;
  contribution.exposure = own;
  const auto outcome = meet(take_turn(comm, FaultMode::strict), contribution, [&comm, flavor, layout](Rendezvous& all) {
    make_together(all, flavor, layout);
    return Course{cost(comm.owner->job->profile().split, comm.communicator->size())};
  });
  if (outcome->error != MPI_SUCCESS) return outcome->error;
  const LocalCommunicator& own_comm = *outcome->made[static_cast<std::size_t>(comm.index())];
  made = &own_comm.communicator->window->members[static_cast<std::size_t>(own_comm.rank)];
  return MPI_SUCCESS;
}

int free_window(LocalWindow& window) {
  if (is_in_use(window) && !obstacle(window)) return MPI_ERR_RMA_SYNC;
  if (window.comm->annotations) {
    auto& attributes = window.comm->annotations->attributes;
    if (const int error = remove_attributes(window.comm->owner->key_values, to_mpi(&window), attributes)) return error;
  }
  const Exchange all(take_turn(*window.comm, FaultMode::strict));
  const int error = complete_all(window);
  const int outcome = error ? error : barrier(all);
  window.is_freed = true;
  window.exposure().memory.reset();
  for (auto& [rank, peer] : window.peers) LocalWindow::close_accesses(peer);
  window.peers.clear();
  window.attached.clear();
  return outcome;
}

int obstacle(const LocalWindow& window) {
  if (window.comm->revoked) return MPIX_ERR_REVOKED;
  return window.comm->owner->known_failures && window.comm->has_failed() ? +MPIX_ERR_PROC_FAILED : +MPI_SUCCESS;
}

void wake_members(const Window& window) {
  for (const LocalWindow& member : window.members) member.wake();
}

void contact_members(const LocalWindow& window) {
  Process& process = *window.comm->owner;
  for (Process* dead : window.comm->communicator->dead) process.job->detector->on_contact(process, *dead);
}

int wait_until(LocalWindow& window, int peer, const std::function<bool()>& is_there) {
  Fiber& waiter = fiber();
  waiter.waiting.handle = window.comm;
  waiter.waiting.peer = peer;
  waiter.waiting.tag = MPI_ANY_TAG;
  while (true) {
    if (const int error = obstacle(window)) return error;
    if (is_there()) return MPI_SUCCESS;
    contact_members(window);
    ++window.waiting;
    waiter.sleep_until_rung();
    --window.waiting;
  }
}

LocalWindow* resolve(MPI_Win window) { return reinterpret_cast<LocalWindow*>(window); }

MPI_Win to_mpi(LocalWindow* window) { return reinterpret_cast<MPI_Win>(window); }

int attach(LocalWindow& window, std::byte* base, MPI_Aint size) {
  if (!window.window->is_dynamic()) return MPI_ERR_RMA_FLAVOR;
  if (size < 0) return MPI_ERR_SIZE;
  const auto next = window.attached.lower_bound(base);
  const bool meets_next = next != window.attached.end() && next->first < base + std::max<MPI_Aint>(size, 1);
  const bool meets_last = next != window.attached.begin() && std::prev(next)->first + std::prev(next)->second > base;
  if (meets_next || meets_last) return MPI_ERR_RMA_ATTACH;
  window.attached.emplace(base, size);
  return MPI_SUCCESS;
}

int detach(LocalWindow& window, std::byte* base) {
  if (!window.window->is_dynamic()) return MPI_ERR_RMA_FLAVOR;
  return window.attached.erase(base) == 1 ? +MPI_SUCCESS : +MPI_ERR_RMA_ATTACH;
}

} // namespace daruma::mpi
