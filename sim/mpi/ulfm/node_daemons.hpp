// The runtime's daemons, one on each node: each does one thing after the other, and they send each other messages.
//
// What a daemon does is processor time of one of its node's cores; it lives as long as the node does.
#pragma once

#include "sim/core/runtime_profile.hpp"
#include "sim/mpi/ulfm/runtime_messages.hpp"

#include <deque>
#include <functional>
#include <unordered_map>

namespace daruma::mpi {

class NodeDaemons {
public:
  using Action = std::function<void()>;

  NodeDaemons(Seconds of_message, RuntimeMessages& messages, RawTransfers& raw_transfers)
      : of_message_(of_message), messages_(messages), raw_transfers_(raw_transfers) {}

  /// The node's daemon does so much work after all that it has to do already; then `done`, if the node is still on.
  /// Kernel context, as all.
  void work(simgrid::s4u::Host& node, Seconds work, Action done);
  /// What a daemon spends on a message from or to a process of its node.
  void handle(simgrid::s4u::Host& node, Action done) { work(node, of_message_, std::move(done)); }
  /// Both daemons spend the time of a message on it; `arrived` is not called if either node goes off.
  void send(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, Action arrived);

private:
  struct Work {
    Seconds duration;
    Action done;
  };
  void begin_first(simgrid::s4u::Host& node, std::deque<Work>& queue);

  Seconds of_message_;
  RuntimeMessages& messages_;
  RawTransfers& raw_transfers_;
  std::unordered_map<const simgrid::s4u::Host*, std::deque<Work>> queues_; ///< the first is under way; looked up only
};

} // namespace daruma::mpi
