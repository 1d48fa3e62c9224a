// Where the ranks of a Falanx job are, and what their messages take.
#pragma once

#include "sim/core/event_queue.hpp"
#include "sim/core/network.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace daruma::fast {

class FalanxHall {
public:
  FalanxHall(const Network& network, std::vector<int> nodes) : network_(network), nodes_(std::move(nodes)) {}
  FalanxHall(const FalanxHall&) = delete;
  FalanxHall& operator=(const FalanxHall&) = delete;

  EventQueue& agenda() { return agenda_; }
  const Network& network() const { return network_; }
  int node_of(int rank) const { return nodes_[static_cast<std::size_t>(rank)]; }
  /// Between ranks.
  void send(int from, int to, Bytes size, EventQueue::Action arrived) {
    agenda_.after(network_.time(node_of(from), node_of(to), size), std::move(arrived));
  }

private:
  EventQueue agenda_;
  Network network_;
  std::vector<int> nodes_;
};

/// A packet with a key and a value of these sizes.
Bytes packet_size(std::size_t key, Bytes value);

/// A rank that serves one message after the other, each in the same time.
class Counter {
public:
  Counter(EventQueue& agenda, Seconds time) : agenda_(&agenda), time_(time) {}

  void serve(EventQueue::Action served) {
    free_ = std::max(free_, agenda_->now()) + time_;
    agenda_->at(free_, std::move(served));
  }

private:
  EventQueue* agenda_;
  Seconds time_;
  Seconds free_{0};
};

} // namespace daruma::fast
