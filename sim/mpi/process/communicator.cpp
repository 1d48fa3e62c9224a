#include "sim/mpi/process/communicator.hpp"

#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"

#include <cstdint>

namespace daruma::mpi {

const Group& LocalCommunicator::local() const { return *communicator->groups[side]; }

const Group& LocalCommunicator::peers() const {
  return *communicator->groups[communicator->is_inter ? 1 - side : static_cast<int>(side)];
}

int LocalCommunicator::index() const {
  return side == 0 ? rank : static_cast<int>(communicator->groups[0]->size()) + rank;
}

std::string LocalCommunicator::name() const {
  if (annotations && annotations->name) return *annotations->name;
  if (this == owner->world) return "MPI_COMM_WORLD";
  if (this == owner->self) return "MPI_COMM_SELF";
  return this == owner->parent ? "MPI_COMM_PARENT" : "";
}

const Attributes& LocalCommunicator::attributes() const {
  static const Attributes none;
  return annotations ? annotations->attributes : none;
}

Annotations& LocalCommunicator::annotate() {
  if (!annotations) annotations = std::make_unique<Annotations>();
  return *annotations;
}

Partners Topology::partners_of(int rank) const {
  if (grid) return partners_on(*grid, rank);
  if (graph) return partners_among(graph->neighbours_of(rank), graph->neighbours_of(rank));
  const Neighbourhood& own = distributed->by_rank[static_cast<std::size_t>(rank)];
  return partners_among(own.sources.ranks, own.destinations.ranks);
}

Job& Communicator::job() const { return *participant(0).job; }

Process& Communicator::participant(int index) const {
  const auto first = groups[0]->size();
  const auto i = static_cast<std::size_t>(index);
  return i < first ? *(*groups[0])[i] : *(*groups[1])[i - first];
}

int Communicator::index_of(const Process& process) const {
  const int rank = groups[0]->rank_of(process);
  if (rank != MPI_UNDEFINED || groups[1]->empty()) return rank;
  const int remote = groups[1]->rank_of(process);
  return remote == MPI_UNDEFINED ? remote : static_cast<int>(groups[0]->size()) + remote;
}

void LocalCommunicator::refresh() {
  for (const FailureHistory* news = owner->known_failures; news != looked_at; news = news->before)
    if (communicator->contains(*news->latest)) ++failed;
  looked_at = owner->known_failures;
}

Members LocalCommunicator::failed_members() const {
  return failed_in(owner->known_failures, [this](const Process& process) { return communicator->contains(process); });
}

bool LocalCommunicator::has_failed() {
  refresh();
  return failed > 0;
}

bool LocalCommunicator::has_unacknowledged() {
  refresh();
  return acknowledged < failed;
}

namespace {

/// What happened to members before the communicator was made.
void count_failures(Communicator& communicator) {
  bool someone_died = false;
  for (const GroupPtr& group : communicator.groups)
    for (const Process* member : *group) {
      communicator.suspected += member->suspected;
      someone_died = someone_died || member->crashed;
    }
  if (!someone_died) return;
  for (Process* dead : communicator.job().dead)
    if (communicator.contains(*dead)) communicator.dead.push_back(dead);
}

std::shared_ptr<Communicator> make(const GroupPtr& group, const GroupPtr& remote, bool is_inter) {
  auto communicator = std::make_shared<Communicator>();
  communicator->is_inter = is_inter;
  communicator->groups[0] = group;
  communicator->groups[1] = remote;
  communicator->context = communicator->job().world->next_context();
  count_failures(*communicator);
  for (std::int8_t side = 0; side < 2; ++side) {
    const Group& members = *communicator->groups[side];
    communicator->handles[side] = std::vector<LocalCommunicator>(members.size());
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
      LocalCommunicator& handle = communicator->handles[side][rank];
      handle.communicator = communicator.get();
      handle.owner = members[rank];
      handle.side = side;
      handle.rank = static_cast<int>(rank);
      if (communicator->suspected == 0) handle.looked_at = members[rank]->known_failures;
      members[rank]->communicators.push_back(communicator);
    }
  }
  return communicator;
}

} // namespace

std::shared_ptr<Communicator> make_communicator(const GroupPtr& group) { return make(group, empty_group(), false); }

std::shared_ptr<Communicator> make_intercommunicator(const GroupPtr& group, const GroupPtr& remote) {
  return make(group, remote, true);
}

LocalCommunicator* handle_of(Communicator& communicator, const Process& process) {
  const auto index = static_cast<std::size_t>(communicator.index_of(process));
  const auto first = communicator.groups[0]->size();
  return index < first ? &communicator.handles[0][index] : &communicator.handles[1][index - first];
}

void mark_revoked(LocalCommunicator& handle) {
  handle.revoked = true;
  for (Communicator* other : handle.communicator->revoked_with_it) {
    other->revocation_spreads = true;
    mark_revoked(*handle_of(*other, *handle.owner));
  }
}

int remove_attributes(LocalCommunicator& handle) {
  if (!handle.annotations) return MPI_SUCCESS;
  return remove_attributes(handle.owner->key_values, to_mpi(&handle), handle.annotations->attributes);
}

namespace {

MPI_Errhandler to_mpi(std::optional<InitialErrhandler> handler) {
  if (handler == InitialErrhandler::return_code) return MPI_ERRORS_RETURN;
  return handler == InitialErrhandler::abort ? MPI_ERRORS_ABORT : MPI_ERRORS_ARE_FATAL;
}

/// It is made when it is first asked for.
LocalCommunicator* own_communicator(Process& process) {
  if (process.self) return process.self;
  process.self = handle_of(*make_communicator(group_of({&process})), process);
  process.self->error_handler = to_mpi(process.initial_errhandler);
  return process.self;
}

/// MPICH's handles are numbers of 32 bits; code that was compiled for them passes as much of ours on, too.
bool is_of_mpich(MPI_Comm comm) { return comm && reinterpret_cast<std::uintptr_t>(comm) <= UINT32_MAX; }

} // namespace

void begin_with(std::optional<InitialErrhandler> handler, Process& process) {
  process.initial_errhandler = handler;
  for (LocalCommunicator* const predefined : {process.world, process.parent})
    if (predefined) predefined->error_handler = to_mpi(handler);
}

LocalCommunicator* resolve(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD) return self().world;
  if (comm == MPI_COMM_SELF) return own_communicator(self());
  if (is_of_mpich(comm))
    misuse(fiber().waiting.call,
           "the communicator is a number, as MPICH's are; compile the program, and its libraries, with darumacc "
           "instead of with MPICH's compiler");
  auto* const handle = reinterpret_cast<LocalCommunicator*>(comm);
  return handle && handle->is_freed ? nullptr : handle;
}

MPI_Comm to_mpi(LocalCommunicator* handle) {
  if (handle && handle == handle->owner->world) return MPI_COMM_WORLD;
  if (handle && handle == handle->owner->self) return MPI_COMM_SELF;
  return reinterpret_cast<MPI_Comm>(handle);
}

} // namespace daruma::mpi
