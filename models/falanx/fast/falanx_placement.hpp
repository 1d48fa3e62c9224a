// Where the ranks of a Falanx job without ranks are placed, and what their messages and their work take.
#pragma once

#include "models/falanx/logic/packet.hpp"
#include "sim/core/event_queue.hpp"
#include "sim/core/network.hpp"
#include "sim/core/queue_server.hpp"

#include <utility>
#include <vector>

namespace daruma::fast {

class FalanxPlacement {
public:
  FalanxPlacement(const Network& network, std::vector<int> nodes) : network_(network), nodes_(std::move(nodes)) {}
  FalanxPlacement(const FalanxPlacement&) = delete;
  FalanxPlacement& operator=(const FalanxPlacement&) = delete;

  EventQueue& events() { return events_; }
  const Network& network() const { return network_; }
  int node_of(int rank) const { return nodes_[static_cast<std::size_t>(rank)]; }
  /// A piece of work of a rank that serves one message after the other.
  void serve(QueueServer& rank, Seconds time, EventQueue::Action served) {
    events_.at(rank.serve(events_.now(), time), std::move(served));
  }
  /// A message from one rank to another.
  void send(int from, int to, Bytes size, EventQueue::Action arrived) {
    events_.after(network_.time(node_of(from), node_of(to), size), std::move(arrived));
  }

private:
  EventQueue events_;
  Network network_;
  std::vector<int> nodes_;
};

/// A packet with a key and a value of these sizes.
inline Bytes packet_size(std::size_t key, Bytes value) {
  return Bytes(static_cast<double>(models::falanx::wire_size(key, 0))) + value;
}

} // namespace daruma::fast
