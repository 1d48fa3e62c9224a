// Point-to-point messages: matching, the eager and the rendezvous protocol, and requests.
//
// Sends and receives match in the order in which they are posted (MPI's non-overtaking rule); a
// message takes its time afterwards. Below the eager limit it leaves at once, and its bytes are copied to where the
// receive wants them as soon as both are there: MPI lets nobody look before the receive is complete. From the limit on
// it leaves when the receive is there, and the sender's request completes when it has been received. A message whose
// sender died still lands if it was eager and its node is up.
#pragma once

#include "sim/core/processor_time.hpp"
#include "sim/mpi/p2p/backlog.hpp"
#include "sim/mpi/p2p/buffer.hpp"
#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/transport/transport.hpp"

#include <daruma-follow.h>
#include <mpi.h>

#include <boost/intrusive/list.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace daruma::mpi {

class Partitioned;
struct Request;
class World;

/// For the list of what is on its way.
using InFlightHook = boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

struct Message final : Transfer, InFlightHook, std::enable_shared_from_this<Message> {
  /// An arrived one waits for its receiver's processor.
  enum class State { queued, flying, arrived, landed, lost };

  Process* from = nullptr;
  Process* to = nullptr;
  ContextId context = 0;
  int source = 0; ///< the sender's rank as the receiver sees it
  int tag = 0;
  std::size_t size = 0;
  bool eager = true;
  bool is_flipped = false; ///< a bit of it is turned over on its way
  State state = State::queued;
  Packed payload;                 ///< of an eager one that has no receive yet
  std::uint64_t flipped_bit = 0;  ///< of one that is_flipped
  Backlog::Part waiting;          ///< until it has a receive
  Request* send = nullptr;        ///< of a rendezvous; null once it completed or withdrew
  Request* receive = nullptr;     ///< null until matched, and after it withdrew
  std::shared_ptr<Message> kept;  ///< itself, while it flies
  std::uint64_t match_number = 0; ///< among the messages that its receiver did not expect; 0: it was expected

  Bytes bytes() const { return Bytes(static_cast<double>(size)); }
  Where way() const { return from->host == to->host ? Where::within_node : Where::across_nodes; }
  bool is_under_way() const { return state == State::flying || state == State::arrived; }

  void landed() override;
  void lost() override;
  /// Its receiver's processor is through with it.
  void received();
  /// Keeps what its sender's buffer has, which the sender may use again.
  void pack(const Buffer& sent);

private:
  std::shared_ptr<Message> stop_flying();
};

/// The messages that fly, in the order in which they were launched.
class InFlight {
public:
  InFlight() = default;
  InFlight(const InFlight&) = delete;
  InFlight& operator=(const InFlight&) = delete;
  ~InFlight();

  void add(Message& message) { all_.push_back(message); }
  /// In that order.
  template <class Visit> void go_through(Visit&& visit) {
    for (Message& message : all_) visit(message);
  }
  /// Those on their way from or to a node.
  std::vector<std::shared_ptr<Message>> concerning(const simgrid::s4u::Host& node) const;

private:
  boost::intrusive::list<Message, boost::intrusive::constant_time_size<false>> all_;
};

/// Whose rank a request's peer is, and in which context it matches.
enum class ContextKind {
  application,   ///< point-to-point, with the peers
  across,        ///< in a collective, with the peers
  within,        ///< in a collective on an intercommunicator, with the caller's own side
  introductions, ///< of partitioned messages (p2p/partitioned.hpp), with the peers, as the next
  partitions,
};
constexpr int circles = 5;

/// The functions of a generalized request.
struct Generalized {
  MPI_Grequest_query_function* query;
  MPI_Grequest_free_function* release;
  MPI_Grequest_cancel_function* cancel;
  void* extra_state;
};

/// What a binding for another language does along with a request (daruma-follow.h); nothing if there is no function.
struct Follower {
  void (*function)(void* state, DarumaMoment moment) = nullptr;
  void* state = nullptr;
  bool is_left_alone = false; ///< the program has let the request go, which is still under way

  void operator()(DarumaMoment moment) const {
    if (function) function(state, moment);
  }
};

struct Request {
  /// An operation is carried out by a fiber of its own (collective/nonblocking.hpp), an access of a window's memory by
  /// the network (rma/accesses.hpp).
  enum class Kind { send, receive, operation, access };
  /// A synchronous send is never eager; a buffered one leaves a copy in the application's buffer.
  enum class Mode { standard, synchronous, buffered };

  Kind kind = Kind::send;
  Process* owner = nullptr;
  LocalCommunicator* handle = nullptr;
  Buffer buffer;
  int peer = MPI_PROC_NULL; ///< rank, MPI_ANY_SOURCE or MPI_PROC_NULL
  int tag = 0;
  ContextKind context_kind = ContextKind::application;
  Mode mode = Mode::standard;
  bool persistent = false;

  bool active = false;
  bool complete = false;
  Fiber* sleeper = nullptr; ///< who counts on its completion
  bool cancelled = false;
  int error = MPI_SUCCESS;
  std::shared_ptr<Message> message;
  std::uint64_t match_number = 0; ///< among the receives that its owner posted before their messages came; 0: none
  MPI_Status status{};
  std::size_t pending_index = 0;
  std::function<int(Request&)> operation;         ///< what an operation does
  std::shared_ptr<const Generalized> generalized; ///< null unless the program carries the operation out
  std::shared_ptr<Request*> found_by;             ///< of an access: who carries it out finds the request by this
  std::shared_ptr<Partitioned> partitioned;       ///< of a partitioned send or receive: its messages; null for others
  Partitioned* part_of = nullptr;                 ///< which this is a message of
  std::weak_ptr<Message> sent;                    ///< of a send that the application holds
  const char* issued_by = nullptr;                ///< the call that made it, where the application holds it
  std::size_t issued_index = 0;
  Follower follower;

  /// Any known failure in the communicator concerns it.
  bool is_collective() const { return context_kind == ContextKind::across || context_kind == ContextKind::within; }
  ContextId context() const { return handle->communicator->context + static_cast<ContextId>(context_kind); }
  const Group& peers() const { return context_kind == ContextKind::within ? handle->local() : handle->peers(); }
  void finish(int code);
};

/// A request of the member's, not posted.
Request make_request(LocalCommunicator& comm, Request::Kind kind, const Buffer& buffer, int peer, int tag,
                     ContextKind context_kind = ContextKind::application);

/// The application holds a copy of `request` from now on, made by `call`.
Request& issue(const Request& request, const char* call);
/// The application lets it go.
std::unique_ptr<Request> take_back(Request& request);

/// Posts a request of the calling process. It may complete at once, and an impossible one with an error.
void post(Request& request);

/// A request of the calling process that no message completes: who carries it out finishes it.
void begin(Request& request);

/// The request needs no message.
void finish_at_once(Request& request, int error);

/// Posts a receive for a message that a probe took out of the match queue.
void post_matched(Request& receive, const std::shared_ptr<Message>& message);

/// Why `request` cannot complete, as far as its owner knows: MPI_SUCCESS, PROC_FAILED, PROC_FAILED_PENDING or REVOKED.
int obstacle(Request& request);

/// A message that has been held is there for its receiver. Kernel context.
void come_to_notice(const std::shared_ptr<Message>& message);

/// Takes a message back that nobody has received or taken out of its queue by a probe; false where it is too late.
bool recall(Request& send);

/// Takes a pending request back from wherever it is; its buffer is not touched afterwards.
void withdraw(Request& request);

/// The calling process spends the processor time of what has come to it.
void receive_arrivals(Process& process);

/// Tells the detector if a receive, or what a probe looks for, depends on somebody who is dead.
void report_contacts(const Request& receive);

/// Blocks until there is a message that nobody has posted a receive for, or news. `looking` is what a probe looks for.
void wait_for_message(Request& looking);

/// Blocks until every request is complete or has an obstacle; then each has its error set. A receive from any source
/// with PROC_FAILED_PENDING is withdrawn with PROC_FAILED.
void wait_all(Request* const* requests, int count);
/// The same for requests that the application holds, and only until one of them fails: the others stay under way, and
/// so does a receive from any source with PROC_FAILED_PENDING.
void wait_all_or_failure(Request* const* requests, int count);

/// Blocks until the request is complete, or has an obstacle and is withdrawn; its error.
int wait_for(Request& request);
/// Posts both at once and waits for both; the error of the first, or else that of the second.
int complete_both(Request& incoming, Request& outgoing);

/// Blocks until at least one of the active requests is complete or has an obstacle; its index, or -1 if none is active.
int wait_any(Request* const* requests, int count);

/// Blocks until the sends that the application freed while they were under way are complete or have an obstacle.
void complete_unattended(Process& process);

/// Settles the requests that are complete or have an obstacle, without blocking; how many are settled.
int poll(Request* const* requests, int count);
inline bool poll(Request& request) {
  Request* const one = &request;
  return poll(&one, 1) == 1;
}

/// Stops what is on its way from or to a node that goes off. Kernel context.
void lose_messages(const World& world, const simgrid::s4u::Host& node);

/// The messages and requests that a dead process leaves behind. Kernel context.
void bury(Process& dead);

} // namespace daruma::mpi
