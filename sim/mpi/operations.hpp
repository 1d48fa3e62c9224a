// Operations that make communicators or reach agreement; each is one meeting.
#pragma once

#include "sim/mpi/communicator.hpp"
#include "sim/mpi/groups.hpp"
#include "sim/mpi/meeting.hpp"

#include <vector>

namespace daruma::mpi {

/// The new communicator's handle comes back in `made`, null where the caller is not in it.
int split(Handle& comm, int color, int key, Handle*& made);
/// Those on the same node; by node, ranks are in order of `key`.
int split_by_node(Handle& comm, bool takes_part, int key, Handle*& made);
int duplicate(const Turn& turn, Handle*& made);
/// `group` is a subset of comm's own side, the same at all members of that side.
int create(Handle& comm, const Members& group, Handle*& made);
/// The first ranks on a grid.
int arrange(Handle& comm, const Grid& grid, Handle*& made);
/// Those who share `color`, on a grid.
int split_grid(Handle& comm, int color, int key, const Grid& grid, Handle*& made);
/// Only the members of `group` take part, for the same `tag`.
int create_group(Handle& comm, const Members& group, int tag, Handle*& made);
/// Leaders of two groups know each other through `peers`, which is significant there only.
int connect(Handle& local, int leader, Handle* peers, int remote_leader, int tag, Handle*& made);
/// Joins both sides of an intercommunicator; the side whose members say `high` comes second.
int merge(Handle& inter, bool high, Handle*& made);
/// MPI_Comm_spawn: `commands` are significant at `root`. `codes` gets one error class per process.
int spawn(Handle& comm, const std::vector<Command>& commands, int root, Handle*& inter, std::vector<int>& codes);

void revoke(Handle& comm);
/// Uniform AND of the flags of all live members; PROC_FAILED where a failure was not acknowledged by all of them.
/// On an intercommunicator, each side gets what the other one contributed.
int agree(const Turn& turn, int& flag);
int shrink(const Turn& turn, Handle*& made);

} // namespace daruma::mpi
