// Communicators that only part of a communicator's members, or members of two, make together.
#include "sim/mpi/collective/trees.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/operations.hpp"

#include <algorithm>
#include <string>

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
    return Course{cost(job.profile().split, communicator->size())};
  };
  const auto outcome = meet(take_turn(own, FaultMode::strict), {}, decide, also);
  if (outcome->error != MPI_SUCCESS) return outcome->error;
  own.error_handler = comm.error_handler;
  made = &own;
  return MPI_SUCCESS;
}

/// What a leader finds out about the other side and tells its own.
struct News {
  const GroupPtr* remote;
  ContextId context;
  int error;
};

bool is_disjoint(const Group& first, const Group& second) {
  return std::none_of(first.begin(), first.end(), [&](const Process* member) { return second.contains(*member); });
}

/// `ours` is null where the own side has failed, and so is the other's.
News meet_other_leader(const GroupPtr* ours, LocalCommunicator& peers, int remote_leader, int tag) {
  News news{nullptr, peers.communicator->context, MPI_SUCCESS};
  constexpr int size_of_pointer = sizeof(void*);
  const Buffer in{&news.remote, size_of_pointer, MPI_BYTE};
  const Buffer out{&ours, size_of_pointer, MPI_BYTE};
  Request incoming = make_request(peers, Request::Kind::receive, in, remote_leader, tag);
  Request outgoing = make_request(peers, Request::Kind::send, out, remote_leader, tag);
  news.error = complete_both(incoming, outgoing);
  if (news.error != MPI_SUCCESS) return news;
  if (!ours || !news.remote)
    news.error = MPIX_ERR_PROC_FAILED;
  else if (!is_disjoint(**ours, **news.remote))
    news.error = MPI_ERR_COMM;
  return news;
}

} // namespace

int create_group(LocalCommunicator& comm, const GroupPtr& group, int tag, LocalCommunicator*& made) {
  if (comm.revoked) return MPIX_ERR_REVOKED;
  if (!group->contains(*comm.owner)) return MPI_SUCCESS;
  return make_together(
      comm, {comm.communicator->context, std::to_string(tag), group, empty_group()}, &comm,
      [&group] { return make_communicator(group); }, made);
}

int create_from_group(LocalCommunicator& own, const GroupPtr& group, const std::string& tag, LocalCommunicator*& made) {
  constexpr ContextId none = 0;
  return make_together(
      own, {none, tag, group, empty_group()}, nullptr, [&group] { return make_communicator(group); }, made);
}

namespace {

/// What follows once a leader has met the other one: all of its side learn of it, and make the communicator together.
int connect_as(LocalCommunicator& local, const Exchange& exchange, int leader, News news, int tag,
               LocalCommunicator*& made) {
  if (const int error = bcast_tree(exchange, Buffer{&news, sizeof news, MPI_BYTE}, leader)) return error;
  if (news.error != MPI_SUCCESS) return news.error;
  const GroupPtr& own = local.communicator->groups[local.side];
  const bool is_first = (*own)[0]->number < (**news.remote)[0]->number;
  const GroupPtr& first = is_first ? own : *news.remote;
  const GroupPtr& second = is_first ? *news.remote : own;
  return make_together(
      local, {news.context, std::to_string(tag), first, second}, &local,
      [&] { return make_intercommunicator(first, second); }, made);
}

News meet_at_port(LocalCommunicator& local, const std::string& port, PortSide side) {
  Caller caller{local.owner, &local.communicator->groups[local.side]};
  News news{nullptr, 0, local.owner->job->ports.meet(port, side, local, caller)};
  if (news.error != MPI_SUCCESS) return news;
  news.remote = caller.remote;
  news.context = caller.meeting;
  if (!is_disjoint(**caller.group, **caller.remote)) news.error = MPI_ERR_COMM;
  return news;
}

} // namespace

int connect(LocalCommunicator& local, int leader, LocalCommunicator* peers, int remote_leader, int tag,
            LocalCommunicator*& made) {
  const Exchange exchange(take_turn(local, FaultMode::strict, leader));
  News news{};
  if (local.rank == leader)
    news = meet_other_leader(&local.communicator->groups[local.side], *peers, remote_leader, tag);
  return connect_as(local, exchange, leader, news, tag, made);
}

namespace {

/// What the leaders of two sides find out about each other, on a communicator that they make for that.
News meet_leader(LocalCommunicator& alone, const GroupPtr* ours, Process& other, const std::string& tag) {
  Process& own = *alone.owner;
  const bool is_first = own.number < other.number;
  LocalCommunicator* both = nullptr;
  News news{};
  news.error = create_from_group(alone, group_of(is_first ? Members{&own, &other} : Members{&other, &own}), tag, both);
  return news.error == MPI_SUCCESS ? meet_other_leader(ours, *both, is_first ? 1 : 0, 0) : news;
}

} // namespace

/// A leader whose own side has failed comes to the other leader all the same, who would wait for it in vain. Whoever
/// fails later revokes the communicator of its side, which the program does not know, so that nobody waits for it.
int connect_groups(LocalCommunicator& own, const GroupPtr& group, int leader, Process* other, const std::string& tag,
                   LocalCommunicator*& made) {
  const bool is_leader = group->rank_of(*own.owner) == leader;
  if (is_leader && group->contains(*other)) return MPI_ERR_GROUP;
  LocalCommunicator* local = nullptr;
  const int error = create_from_group(own, group, tag + " on one side", local);
  const GroupPtr* const ours = local ? &local->communicator->groups[0] : nullptr;
  const News news = is_leader ? meet_leader(own, ours, *other, tag + " of leaders") : News{};
  if (error != MPI_SUCCESS) return error;
  const Exchange exchange(take_turn(*local, FaultMode::strict, leader));
  const int outcome = connect_as(*local, exchange, leader, news, 0, made);
  if (outcome != MPI_SUCCESS) in_kernel([&] { revoke(*local); });
  return outcome == MPIX_ERR_REVOKED ? +MPIX_ERR_PROC_FAILED : outcome;
}

int connect_at_port(LocalCommunicator& local, int root, const std::string& port, PortSide side,
                    LocalCommunicator*& made) {
  const Exchange exchange(take_turn(local, FaultMode::strict, root));
  News news{};
  if (local.rank == root) news = meet_at_port(local, port, side);
  fiber().waiting.call = "MPI_Comm_accept and MPI_Comm_connect"; // from here on one operation
  return connect_as(local, exchange, root, news, 0, made);
}

} // namespace daruma::mpi
