// Communicators: what their members share, and what each member holds.
//
// A Communicator is one object for all its members; a LocalCommunicator is one member's view of it and is what
// an MPI_Comm points at. Knowledge is local, as ULFM has it: whether a communicator is revoked, and
// which of its members failed, is a property of the handle. There are as many handles as members, so they are small.
#pragma once

#include "sim/mpi/collective/collective_sequence.hpp"
#include "sim/mpi/process/graph.hpp"
#include "sim/mpi/process/grid.hpp"
#include "sim/mpi/process/group.hpp"
#include "sim/mpi/process/process.hpp"

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::mpi {

struct Communicator;
class Announcement;
struct NodeLayout;
class Rendezvous;
struct File;
struct Window;

/// Messages match within a context; point-to-point and collectives of a communicator have one each (ContextKind).
using ContextId = std::int64_t;

/// What a program has written on its handle.
struct Annotations {
  std::optional<std::string> name;
  Attributes attributes;
  std::map<std::string, std::string> hints; ///< of MPI_Comm_set_info, those that MPI names
  std::shared_ptr<SendBuffer> send_buffer;  ///< MPI_Comm_attach_buffer; null where none is attached
};

struct LocalCommunicator {
  Communicator* communicator = nullptr;
  Process* owner = nullptr;
  int rank = 0;
  std::int8_t side = 0;
  bool revoked = false;
  bool is_freed = false; ///< by the application; what is under way goes on
  int turns[2] = {0, 0}; ///< counts collective calls by FaultMode, so that equal calls of all members find each other
  MPI_Errhandler error_handler = MPI_ERRORS_ARE_FATAL;
  std::unique_ptr<Annotations> annotations; ///< null as long as there are none

  const FailureHistory* looked_at = nullptr; ///< what the owner knew when it looked last
  int failed = 0;                            ///< participants of whose failure it knew then
  int acknowledged = 0;                      ///< the first so many of them, in the order in which it learnt of them

  const Group& local() const;
  /// Whom a rank in a point-to-point call means.
  const Group& peers() const;
  /// The owner among the communicator's participants.
  int index() const;

  /// Predefined communicators have one from the beginning.
  std::string name() const;
  const Attributes& attributes() const;
  Annotations& annotate();

  /// Takes in the owner's news; afterwards `failed` is up to date.
  void refresh();
  /// The participants that the owner knows to have failed, in the order in which it learnt of them.
  Members failed_members() const;
  bool has_failed();
  bool has_unacknowledged();
};

/// Who is beside whom, at most one of these; duplicates share it.
struct Topology {
  std::shared_ptr<const Grid> grid;
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const DistributedGraph> distributed;

  bool is_there() const { return grid || graph || distributed; }
  /// Of one that is there.
  Partners partners_of(int rank) const;
};

struct Communicator : std::enable_shared_from_this<Communicator> {
  ContextId context = 0;
  /// groups[1] is empty but for an intercommunicator, whose two sides they are; all of a side may be dead and gone.
  GroupPtr groups[2];
  bool is_inter = false;
  std::vector<LocalCommunicator> handles[2]; ///< by side and rank
  bool revocation_spreads = false;
  std::shared_ptr<Announcement> revocation;          ///< where it spreads by messages
  std::vector<std::weak_ptr<Rendezvous>> consenting; ///< where members agree by messages
  std::vector<Process*> dead;                        ///< participants that died before MPI_Finalize, in order of death
  int suspected = 0;                                 ///< how many participants somebody's detector found dead
  /// Those that are not decided, by their turn.
  std::map<std::pair<FaultMode, int>, std::shared_ptr<Rendezvous>> rendezvous;
  Rounds rounds;
  Topology topology;
  std::shared_ptr<const NodeLayout> nodes;    ///< null until somebody asks (sim/mpi/collective/node_layout.hpp)
  std::shared_ptr<Window> window;             ///< that it is the communicator of; null for others
  std::shared_ptr<File> file;                 ///< the same
  std::vector<Communicator*> revoked_with_it; ///< those of the windows and files that were made on it

  Job& job() const;
  int size() const { return static_cast<int>(groups[0]->size() + groups[1]->size()); }
  bool contains(const Process& process) const { return index_of(process) != MPI_UNDEFINED; }
  /// Participants are those of groups[0], then those of groups[1].
  Process& participant(int index) const;
  /// MPI_UNDEFINED where the process is none.
  int index_of(const Process& process) const;
};

/// Makes the shared part and one handle for every member, of which there is at least one.
std::shared_ptr<Communicator> make_communicator(const GroupPtr& group);
std::shared_ptr<Communicator> make_intercommunicator(const GroupPtr& group, const GroupPtr& remote);

/// The handle of a participant of `communicator`.
LocalCommunicator* handle_of(Communicator& communicator, const Process& process);

/// The process is to begin with it: MPI_COMM_WORLD and what MPI_Comm_get_parent gives have it now, MPI_COMM_SELF once
/// it is there.
void begin_with(std::optional<InitialErrhandler>, Process&);

/// Its owner knows that the communicator is revoked, and with it those of the windows and files that were made on
/// it.
void mark_revoked(LocalCommunicator& handle);

/// The attributes that the program set; an error class.
int remove_attributes(LocalCommunicator& handle);

/// An MPI_Comm of the calling process; MPI_COMM_WORLD and MPI_COMM_SELF included. Null for MPI_COMM_NULL, and for one
/// that was freed.
LocalCommunicator* resolve(MPI_Comm comm);
MPI_Comm to_mpi(LocalCommunicator* handle);

} // namespace daruma::mpi
