// Windows: memory that members of a communicator let each other access (MPI 3.1, chapter 11).
//
// As RDMA hardware does it: what arrives at a target is carried out there and then, whatever the target's program is
// doing, and takes its processor no time. Everything is a transfer over the simulated network from the origin's node to
// the target's: data one way for a put or an accumulate, a request and data back for a get, and an acknowledgement or a
// grant of no bytes, which cost the latency. A shared window is memory of one node: accesses to it, and what its
// members tell each other, take no time; only calls that programs poll with do. The members' addresses are known to all
// once the window is made, which costs what making a communicator does.
//
// A window has a communicator of its own, which holds its name, attributes and error handler, on which its collective
// calls are made, and which is revoked with the one that the window was made on. Failures (ULFM): any call on a window
// with a member that the caller knows to have failed raises PROC_FAILED, or REVOKED once it is revoked. From then on
// nothing touches the caller's memory through the window, nor ever that of a dead process; MPI_Win_free still frees.
#pragma once

#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/rma/exposure.hpp"
#include "sim/mpi/rma/open_accesses.hpp"

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace daruma::mpi {

struct Access;
struct Window;

/// Who holds the lock of a member's memory, and who waits for it, in order of arrival.
class LockQueue {
public:
  /// Told of the origins that have the lock from now on.
  using Granted = std::function<void(int origin)>;

  void request(int origin, bool is_exclusive, const Granted& granted);
  void release(int origin, const Granted& granted);

private:
  struct Claim {
    int origin;
    bool is_exclusive;
  };
  void grant(const Granted& granted);

  std::list<Claim> holders_;
  std::list<Claim> waiting_;
};

/// An access that is open, and the stretches of memory that it touches at its target, and at its origin where it
/// writes.
struct OpenAccess {
  std::vector<OpenAccesses::Ticket> stretches;
  bool fetches; ///< it is over at the target once the origin has what it fetches

  void close() const;
};

/// What a member has to do with another one, its own accesses first.
struct Peer {
  enum class Lock { none, requested, held, unchecked };

  int under_way = 0;                          ///< accesses to its memory that the member does not know to be complete
  int needs_buffer = 0;                       ///< those among them that still need the member's buffers
  std::list<std::shared_ptr<Access>> updates; ///< accumulates that were not applied yet, in the order of their calls
  std::list<OpenAccess> open;                 ///< the member's accesses to its memory
  Lock lock = Lock::none;
  int posts = 0;       ///< exposures to the member that it has not started to access
  int completions = 0; ///< of its accesses to the member's memory that the member has not waited for
};

/// By what a member may access the others' memory.
enum class AccessEpoch { none, fence, started, locked, locked_all };

/// One member's part of a window; an MPI_Win points at it.
struct LocalWindow {
  Window* window = nullptr;
  LocalCommunicator* comm = nullptr;
  std::map<int, Peer> peers;                              ///< by rank: those with whom it has had to do
  LockQueue locks;                                        ///< of its memory
  std::unique_ptr<OpenAccesses> accessed_by;              ///< others, to its memory; null where nobody has yet
  OpenAccesses fetched_into;                              ///< its own buffers, by what it fetches
  std::map<std::byte*, MPI_Aint> attached;                ///< pieces of a dynamic window, and their sizes
  std::vector<std::pair<std::string, std::string>> hints; ///< that the program has given

  AccessEpoch epoch = AccessEpoch::none;
  int fences = 0;             ///< that it has passed
  bool has_accessed = false;  ///< in this epoch
  bool is_unchecked = false;  ///< MPI_Win_lock_all was told that nobody else locks
  int locked = 0;             ///< ranks, one by one
  std::vector<int> started;   ///< ranks that MPI_Win_start named
  bool is_exposed = false;    ///< between MPI_Win_post and MPI_Win_wait
  std::vector<int> posted_to; ///< ranks that MPI_Win_post named
  int under_way = 0;          ///< of all peers
  int needs_buffer = 0;       ///< of all peers
  int waiting = 0;            ///< threads of its process, for something of this window
  bool is_broken = false;     ///< a call on it has failed because of a failure or revocation
  bool is_freed = false;

  int rank() const { return comm->rank; }
  Exposure& exposure() const;
  LocalWindow& member(int rank) const;
  /// Whether its process can load from and store to the other's memory: that which MPI gave out on its node, and what
  /// is its own.
  bool shares_memory_with(int other) const;
  Peer& peer(int rank) { return peers[rank]; }
  /// Whether anything may touch its process's memory through the window.
  bool is_reachable() const { return !is_broken && !is_freed && comm->owner->alive; }
  /// There is something new for its process.
  void wake() const;
  /// Its accesses to the peer's memory are ordered before whatever comes next.
  static void close_accesses(Peer& peer);
  /// Those that fetch something, which has come.
  static void close_fetches(Peer& peer);
};

struct Window {
  Communicator* communicator = nullptr;
  int flavor = MPI_WIN_FLAVOR_CREATE;
  int number = 0; ///< in its job, in the order of their making
  std::vector<Exposure> exposures;
  std::vector<LocalWindow> members;
  int reports = 0; ///< of conflicting accesses

  bool is_shared() const { return flavor == MPI_WIN_FLAVOR_SHARED; }
  bool is_dynamic() const { return flavor == MPI_WIN_FLAVOR_DYNAMIC; }
  /// Calls `arrived` when so many bytes have come from one member to another, unless the sender dies before or a node
  /// goes off. Kernel context where the window is not shared.
  void carry(const LocalWindow& from, const LocalWindow& to, std::size_t bytes, std::function<void()> arrived) const;
};

/// What the members of `comm` make together, each of whom brings its own exposure. Memory of a shared window is given
/// out here: one after the other, or each at an address of its own kind where `is_noncontiguous`. An error class.
enum class Layout { contiguous, aligned };
int make_window(LocalCommunicator& comm, int flavor, const Exposure& own, Layout layout, LocalWindow*& made);

/// Memory of zeros that costs the computer what of it is touched.
std::shared_ptr<std::byte> allocate_memory(MPI_Aint size);

/// Frees the caller's part, even where it fails because of a failure or revocation.
int free_window(LocalWindow& window);

/// Why no call on the window can succeed, as far as its process knows: MPI_SUCCESS, PROC_FAILED or REVOKED.
int obstacle(const LocalWindow& window);

/// A member has died: those who wait for others of the window look again.
void wake_members(const Window& window);

/// Tells the detector that the caller depends on all members.
void contact_members(const LocalWindow& window);

/// Blocks the caller until `is_there()`, or until there is an obstacle. It waits for `peer`, or for everybody.
int wait_until(LocalWindow& window, int peer, const std::function<bool()>& is_there);

LocalWindow* resolve(MPI_Win window);
MPI_Win to_mpi(LocalWindow* window);

/// A piece of the caller's memory in a dynamic window; an error class.
int attach(LocalWindow& window, std::byte* base, MPI_Aint size);
int detach(LocalWindow& window, std::byte* base);

} // namespace daruma::mpi
