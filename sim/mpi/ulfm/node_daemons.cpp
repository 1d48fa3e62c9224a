#include "sim/mpi/ulfm/node_daemons.hpp"

#include "sim/mpi/transport/raw_transfer.hpp"

#include <utility>

namespace daruma::mpi {

void NodeDaemons::work(simgrid::s4u::Host& node, Seconds work, Action done) {
  auto& queue = queues_[&node];
  queue.push_back({work, std::move(done)});
  if (queue.size() == 1) begin_first(node, queue);
}

void NodeDaemons::begin_first(simgrid::s4u::Host& node, std::deque<Work>& queue) {
  act_at(messages_.occupy(node, now(), queue.front().duration), [this, &node, &queue] {
    if (node.is_on()) queue.front().done();
    queue.pop_front();
    if (!queue.empty()) begin_first(node, queue);
  });
}

void NodeDaemons::send(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, Action arrived) {
  handle(from, [this, &from, &to, size, arrived = std::move(arrived)] {
    raw_transfers_.carry(from, to, size, [this, &to, arrived](bool has_arrived) {
      if (has_arrived) handle(to, arrived);
    });
  });
}

} // namespace daruma::mpi
