#include "models/spares/logic/traffic.hpp"

#include <algorithm>
#include <utility>

namespace daruma::models::spares {

Traffic::Traffic(const Network& network, const Pattern& pattern, std::vector<int> nodes)
    : network_(&network), pattern_(&pattern), nodes_(std::move(nodes)), loads_(network),
      messages_by_hops_(static_cast<std::size_t>(network.diameter()) + 1, 0) {
  for (int rank = 0; rank < pattern.ranks(); ++rank)
    for (const Partner& partner : pattern.sends(rank)) send(nodes_[rank], nodes_[partner.rank], partner.weight);
}

void Traffic::send(int from, int to, int weight) {
  loads_.add(from, to, weight);
  const int hops = network_->hops(from, to);
  messages_by_hops_[hops] += weight > 0 ? 1 : -1;
  hops_ += weight > 0 ? hops : -hops;
  longest_ = std::max(longest_, hops);
  while (longest_ > 0 && messages_by_hops_[longest_] == 0) --longest_;
}

void Traffic::exchange(int rank, int sign) {
  for (const Partner& partner : pattern_->sends(rank)) send(nodes_[rank], nodes_[partner.rank], sign * partner.weight);
  for (const Partner& partner : pattern_->receives(rank))
    send(nodes_[partner.rank], nodes_[rank], sign * partner.weight);
}

void Traffic::move(int rank, int to) {
  if (nodes_[rank] == to) return;
  exchange(rank, -1);
  nodes_[rank] = to;
  exchange(rank, 1);
}

} // namespace daruma::models::spares
