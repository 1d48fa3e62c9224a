// Communicators that only part of a communicator's members, or members of two, make together.
#include "sim/mpi/collective/trees.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/operations.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

/// Waits until all who make a communicator with equal `call` have come; whoever is first makes it.
template <class Make>
int make_together(LocalCommunicator& comm, const GroupCall& call, const LocalCommunicator* also, Make&& make,
                  LocalCommunicator*& made) {
  Job& job = *comm.owner->job;
  auto& slot = job.in_making[call];
  if (!slot) slot = make();
  const auto communicator = slot;
  LocalCommunicator& own = *handle_of(*communicator, *comm.owner);
  const auto decide = [&job, call, communicator](Rendezvous&) {
    job.in_making.erase(call);
    return cost(job.profile().split, communicator->size());
  };
  const auto meeting = meet(take_turn(own, FaultMode::strict), {}, decide, also);
  if (meeting->outcome.error != MPI_SUCCESS) return meeting->outcome.error;
  own.error_handler = comm.error_handler;
  made = &own;
  return MPI_SUCCESS;
}

/// What a leader finds out about the other side and tells its own.
struct News {
  const Members* remote;
  ContextId context;
  int error;
};

News meet_other_leader(const LocalCommunicator& local, LocalCommunicator& peers, int remote_leader, int tag) {
  const Members* ours = &local.local();
  News news{nullptr, peers.communicator->context, MPI_SUCCESS};
  constexpr int size_of_pointer = sizeof(void*);
  const Buffer in{&news.remote, size_of_pointer, MPI_BYTE};
  const Buffer out{&ours, size_of_pointer, MPI_BYTE};
  Request incoming = make_request(peers, Request::Kind::receive, in, remote_leader, tag);
  Request outgoing = make_request(peers, Request::Kind::send, out, remote_leader, tag);
  news.error = complete_both(incoming, outgoing);
  return news;
}

bool is_disjoint(const Members& first, const Members& second) {
  return std::all_of(first.begin(), first.end(),
                     [&](const Process* process) { return position(second, *process) == MPI_UNDEFINED; });
}

} // namespace

int create_group(LocalCommunicator& comm, const Members& group, int tag, LocalCommunicator*& made) {
  if (comm.revoked) return MPIX_ERR_REVOKED;
  if (position(group, *comm.owner) == MPI_UNDEFINED) return MPI_SUCCESS;
  const GroupCall call{comm.communicator->context, tag, group};
  return make_together(
      comm, call, &comm, [&group] { return make_communicator(group); }, made);
}

int connect(LocalCommunicator& local, int leader, LocalCommunicator* peers, int remote_leader, int tag,
            LocalCommunicator*& made) {
  const Exchange exchange(take_turn(local, FaultMode::strict, leader));
  News news{};
  if (local.rank == leader) news = meet_other_leader(local, *peers, remote_leader, tag);
  if (const int error = bcast_tree(exchange, Buffer{&news, sizeof news, MPI_BYTE}, leader)) return error;
  if (news.error != MPI_SUCCESS) return news.error;
  if (!is_disjoint(local.local(), *news.remote)) return MPI_ERR_COMM;

  const bool is_first = local.local().front()->number < news.remote->front()->number;
  const Members& first = is_first ? local.local() : *news.remote;
  const Members& second = is_first ? *news.remote : local.local();
  Members all = first;
  all.insert(all.end(), second.begin(), second.end());
  return make_together(
      local, {news.context, tag, all}, &local, [&] { return make_intercommunicator(first, second); }, made);
}

} // namespace daruma::mpi
