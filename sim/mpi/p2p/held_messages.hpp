// Messages that come to their receivers' notice later than they would, as if the network had been slow with them.
//
// A message that is held is not there for its receiver: no receive matches it, no probe sees it. Those that the same
// process sends to the same receiver meanwhile stay behind it, so that messages of a pair never overtake each other
// (MPI 4.1, section 3.5); those of other senders may. Held are messages of the program's own, not those of collective
// calls. The sender notices nothing: what is eager has left, and anything else waits as for a receive.
#pragma once

#include "sim/core/units.hpp"
#include "sim/mpi/p2p/buffer.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace daruma::mpi {

struct Message;

/// Of one sender.
class HeldMessages {
public:
  /// The `nth` message from now on is held so long.
  void order(int nth, Seconds duration) { ordered_[sent_ + static_cast<std::uint64_t>(nth)] = duration; }
  /// A message is sent with what the buffer has in it. Where it is held, when it comes to its receiver, which it does
  /// by itself. In the sender's context, with no other process in between.
  std::optional<Seconds> hold(const std::shared_ptr<Message>& message, const Buffer& sent);

private:
  using Queue = std::deque<std::pair<Seconds, std::shared_ptr<Message>>>; ///< when each may go, in the order of sending

  void let_go(int to);

  std::uint64_t sent_ = 0;                   ///< messages so far
  std::map<std::uint64_t, Seconds> ordered_; ///< by number
  std::map<int, Queue> all_;                 ///< by receiver
};

} // namespace daruma::mpi
