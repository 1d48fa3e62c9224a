// Communicators: what their members share, and what each member holds.
//
// A Communicator is one object for all its members; a LocalCommunicator is one member's view of it and is what
// an MPI_Comm points at. Knowledge is local, as ULFM has it: whether a communicator is revoked, and
// which of its members failed, is a property of the handle.
#pragma once

#include "sim/mpi/collective/collective_sequence.hpp"
#include "sim/mpi/process/grid.hpp"
#include "sim/mpi/process/process.hpp"

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

struct LocalCommunicator;
class Rendezvous;

/// Messages match within a context; point-to-point and collectives of a communicator have one each (ContextKind).
using ContextId = std::int64_t;

struct Communicator {
  ContextId context = 0;
  /// groups[1] is empty but for an intercommunicator, whose two sides they are; all of a side may be dead and gone.
  std::vector<Process*> groups[2];
  bool is_inter = false;
  std::vector<LocalCommunicator*> handles[2];
  std::unordered_map<const Process*, int> participants; ///< index over groups[0] then groups[1]
  bool revocation_spreads = false;
  std::map<std::pair<FaultMode, int>, std::shared_ptr<Rendezvous>> rendezvous;
  Rounds rounds;
  std::unique_ptr<const Grid> grid; ///< null without a Cartesian topology

  int size() const { return static_cast<int>(groups[0].size() + groups[1].size()); }
  bool contains(const Process& process) const { return participants.count(&process) != 0; }
  Process& participant(int index) const;
};

struct LocalCommunicator {
  std::shared_ptr<Communicator> communicator;
  Process* owner = nullptr;
  int side = 0;
  int rank = 0;
  bool revoked = false;
  MPI_Errhandler error_handler = MPI_ERRORS_ARE_FATAL;
  std::string name;

  std::vector<const Process*> failed; ///< participants that the owner knows to have failed, as it learnt of them
  std::size_t news_read = 0;          ///< how much of the owner's knowledge `failed` reflects
  std::size_t acknowledged = 0;       ///< the first so many of `failed`

  int turns[2] = {0, 0}; ///< counts collective calls by FaultMode, so that equal calls of all members find each other
  Attributes attributes;

  const std::vector<Process*>& local() const { return communicator->groups[side]; }
  /// Whom a rank in a point-to-point call means.
  const std::vector<Process*>& peers() const { return communicator->groups[communicator->is_inter ? 1 - side : side]; }

  /// Takes in the owner's news; afterwards `failed` is up to date.
  void refresh();
  bool has_failed();
  bool has_unacknowledged();
};

/// Makes the shared part and one handle for every member, of which there is at least one.
std::shared_ptr<Communicator> make_communicator(std::vector<Process*> group);
std::shared_ptr<Communicator> make_intercommunicator(std::vector<Process*> group, std::vector<Process*> remote);

/// The handle of a participant of `communicator`.
LocalCommunicator* handle_of(const Communicator& communicator, const Process& process);

/// An MPI_Comm of the calling process; MPI_COMM_WORLD and MPI_COMM_SELF included. Null for MPI_COMM_NULL.
LocalCommunicator* resolve(MPI_Comm comm);
MPI_Comm to_mpi(LocalCommunicator* handle);

} // namespace daruma::mpi
