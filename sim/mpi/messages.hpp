// Point-to-point messages: matching, the eager and the rendezvous protocol, and requests.
//
// Sends and receives match in the order in which they are posted (MPI's non-overtaking rule); a
// message takes its time afterwards. Below the eager limit the payload is copied and leaves at
// once; from the limit on it leaves when the receive is there, and the sender's request completes
// when it has landed. A message whose sender died still lands if it was eager and its node is up.
#pragma once

#include "sim/mpi/buffer.hpp"
#include "sim/mpi/carrier.hpp"
#include "sim/mpi/communicator.hpp"

#include <mpi.h>

#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

struct Request;
class World;

struct Message final : Cargo, std::enable_shared_from_this<Message> {
  enum class State { queued, flying, landed, lost };

  Process* from = nullptr;
  Process* to = nullptr;
  ContextId context = 0;
  int source = 0; ///< the sender's rank as the receiver sees it
  int tag = 0;
  std::size_t size = 0;
  bool eager = true;
  State state = State::queued;
  std::vector<std::byte> payload;
  Request* send = nullptr;    ///< of a rendezvous; null once it completed or withdrew
  Request* receive = nullptr; ///< null until matched, and after it withdrew
  std::list<std::shared_ptr<Message>>::iterator in_flight;

  void landed() override;
  void lost() override;
};

struct Request {
  enum class Kind { send, receive };

  Kind kind = Kind::send;
  Process* owner = nullptr;
  Handle* handle = nullptr;
  Buffer buffer;
  int peer = MPI_PROC_NULL; ///< rank, MPI_ANY_SOURCE or MPI_PROC_NULL
  int tag = 0;
  bool collective = false;  ///< part of a collective: any known failure in the communicator concerns it
  bool synchronous = false; ///< MPI_Ssend: never eager
  bool persistent = false;

  bool active = false;
  bool complete = false;
  bool awaited = false;
  bool cancelled = false;
  int error = MPI_SUCCESS;
  std::shared_ptr<Message> message;
  MPI_Status status{};
  std::size_t pending_index = 0;

  ContextId context() const { return collective ? handle->collective_context() : handle->communicator->context; }
  void finish(int code);
};

/// What has been sent to a process and not received, and what it has asked for and not got.
class Inbox {
public:
  /// The oldest message that the receive matches, removed.
  std::shared_ptr<Message> take(const Request& receive);
  /// The oldest message that the receive would match; it stays.
  const Message* peek(const Request& receive) const;
  void keep(std::shared_ptr<Message> message);

  /// The oldest receive that the message matches, removed.
  Request* claim(const Message& message);
  void post(Request& receive);
  void withdraw(const Request& receive);
  void withdraw(const Message& message);

  void clear() { channels_.clear(); }
  void close(ContextId context) { channels_.erase(context); }

private:
  struct Channel {
    std::deque<std::shared_ptr<Message>> unexpected;
    std::deque<Request*> posted;
  };
  std::unordered_map<ContextId, Channel> channels_;
};

/// Posts a request of the calling process. It may complete at once, and an impossible one with an error.
void post(Request& request);

/// Why `request` cannot complete, as far as its owner knows: MPI_SUCCESS, PROC_FAILED, PROC_FAILED_PENDING or REVOKED.
int obstacle(Request& request);

/// Takes a pending request back from wherever it is; its buffer is not touched afterwards.
void withdraw(Request& request);

/// Blocks until there is a message that nobody has posted a receive for, or news. `looking` is what a probe looks for.
void wait_for_message(Request& looking);

/// Blocks until every request is complete or has an obstacle; then each has its error set. A receive from any
/// source with PROC_FAILED_PENDING stays pending if `keep_pending`, and is withdrawn with PROC_FAILED otherwise.
void wait_all(Request* const* requests, int count, bool keep_pending);

/// Blocks until at least one of the active requests is complete or has an obstacle; its index, or -1 if none is active.
int wait_any(Request* const* requests, int count);

/// Blocks until the sends that the application freed while they were under way are complete or have an obstacle.
void complete_unattended(Process& process);

/// Settles the requests that are complete or have an obstacle, without blocking; how many are settled.
int poll(Request* const* requests, int count);

/// Stops what is on its way to or from a node that goes off. Kernel context.
void lose_messages_of(World& world, const simgrid::s4u::Host& host);

/// The messages and requests that a dead process leaves behind. Kernel context.
void bury(Process& dead);

} // namespace daruma::mpi
