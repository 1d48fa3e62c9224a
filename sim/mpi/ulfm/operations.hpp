// Operations that make communicators or reach agreement; each is one rendezvous.
#pragma once

#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/ulfm/ports.hpp"
#include "sim/mpi/ulfm/rendezvous.hpp"

#include <string>
#include <vector>

namespace daruma::mpi {

/// The new communicator's handle comes back in `made`, null where the caller is not in it.
int split(LocalCommunicator& comm, int color, int key, LocalCommunicator*& made);
/// Those on the same node; by node, ranks are in order of `key`.
int split_by_node(LocalCommunicator& comm, bool takes_part, int key, LocalCommunicator*& made);
int duplicate(const CollectiveSequence& turn, LocalCommunicator*& made);
/// `group` is a subset of comm's own side, the same at all of its members; there may be several that have no member in
/// common. On an intercommunicator it is the same at all members of that side.
int create(LocalCommunicator& comm, const GroupPtr& group, LocalCommunicator*& made);
/// The first ranks on a grid, or in a graph.
int arrange(LocalCommunicator& comm, const Grid& grid, LocalCommunicator*& made);
int arrange(LocalCommunicator& comm, const Graph& graph, LocalCommunicator*& made);
/// All ranks in a graph, of which each brings its own neighbourhood.
int arrange(LocalCommunicator& comm, const Neighbourhood& own, bool is_weighted, LocalCommunicator*& made);
/// All ranks in a graph, of which each brings any edges.
int arrange(LocalCommunicator& comm, const std::vector<Edge>& edges, bool is_weighted, LocalCommunicator*& made);
/// Those who share `color`, on a grid.
int split_grid(LocalCommunicator& comm, int color, int key, const Grid& grid, LocalCommunicator*& made);
/// Only the members of `group` take part, for the same `tag`.
int create_group(LocalCommunicator& comm, const GroupPtr& group, int tag, LocalCommunicator*& made);
/// The same without a communicator that it comes from: `own` is the caller's MPI_COMM_SELF.
int create_from_group(LocalCommunicator& own, const GroupPtr& group, const std::string& tag, LocalCommunicator*& made);
/// The same for two groups; `other`, the remote leader, is significant at the leader of `group` only.
int connect_groups(LocalCommunicator& own, const GroupPtr& group, int leader, Process* other, const std::string& tag,
                   LocalCommunicator*& made);
/// Leaders of two groups know each other through `peers`, which is significant there only.
int connect(LocalCommunicator& local, int leader, LocalCommunicator* peers, int remote_leader, int tag,
            LocalCommunicator*& made);
/// Two groups know each other by a port of their job's, which is significant at their roots only.
int connect_at_port(LocalCommunicator& local, int root, const std::string& port, PortSide side,
                    LocalCommunicator*& made);
/// Joins both sides of an intercommunicator; the side whose members say `high` comes second.
int merge(LocalCommunicator& inter, bool high, LocalCommunicator*& made);
/// MPI_Comm_spawn: `commands` are significant at `root`. `codes` gets one error class per process.
int spawn(LocalCommunicator& comm, const std::vector<Command>& commands, int root, LocalCommunicator*& inter,
          std::vector<int>& codes);

void revoke(LocalCommunicator& comm);
/// Uniform AND of the flags of all live members; PROC_FAILED where a failure was not acknowledged by all of them.
/// On an intercommunicator, each side gets what the other one contributed.
int agree(const CollectiveSequence& turn, int& flag);
/// The participants that all live members know to have failed from then on, acknowledged or not, in their order.
int agree_on_failures(const CollectiveSequence& turn, Members& failed);
int shrink(const CollectiveSequence& turn, LocalCommunicator*& made);

} // namespace daruma::mpi
