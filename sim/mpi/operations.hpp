// Operations that make communicators or reach agreement; each is one meeting.
#pragma once

#include "sim/mpi/communicator.hpp"
#include "sim/mpi/groups.hpp"

#include <string>
#include <vector>

namespace daruma::mpi {

/// The new communicator's handle comes back in `made`, null where the caller is not in it.
int split(Handle& comm, int color, int key, Handle*& made);
int duplicate(Handle& comm, Handle*& made);
/// `group` is a subset of comm's, the same at all members.
int create(Handle& comm, const Members& group, Handle*& made);
/// Joins both sides of an intercommunicator; the side whose members say `high` comes second.
int merge(Handle& inter, bool high, Handle*& made);
/// MPI_Comm_spawn: `command` and `count` are significant at `root`. `codes` gets one error class per process.
int spawn(Handle& comm, const std::string& command, int count, int root, Handle*& inter, std::vector<int>& codes);

void revoke(Handle& comm);
/// Uniform AND of the flags of all live members; PROC_FAILED where a failure was not acknowledged by all of them.
int agree(Handle& comm, int& flag);
int shrink(Handle& comm, Handle*& made);

} // namespace daruma::mpi
