#include "models/spares/fast/hearing.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

namespace daruma::fast {

std::vector<Heard> order_of_hearing(const models::spares::Network& network, const std::vector<int>& nodes) {
  using Message = std::tuple<int, int, int>; // hops from the root, number, rank
  std::priority_queue<Message, std::vector<Message>, std::greater<>> under_way;
  const int ranks = static_cast<int>(nodes.size());
  const auto node_of = [&nodes](int rank) { return nodes[static_cast<std::size_t>(rank)]; };
  int sent = 0;
  under_way.emplace(0, sent++, 0);
  std::vector<Heard> order;
  while (!under_way.empty()) {
    const auto [hops, number, rank] = under_way.top();
    under_way.pop();
    order.push_back({rank, hops});
    int step = 1;
    while (step < ranks && (rank & step) == 0) step *= 2;
    for (step /= 2; step >= 1; step /= 2)
      if (rank + step < ranks)
        under_way.emplace(hops + network.hops(node_of(rank), node_of(rank + step)), sent++, rank + step);
  }
  return order;
}

std::vector<Heard> order_after_exchange(const std::vector<Heard>& heard, const models::spares::Pattern& pattern,
                                        const std::function<bool(int rank)>& is_gone) {
  std::vector<int> hops(heard.size());
  for (const Heard& one : heard) hops[static_cast<std::size_t>(one.rank)] = one.hops;
  std::vector<Heard> order;
  for (int rank = 0; rank < pattern.ranks(); ++rank) {
    int last = hops[static_cast<std::size_t>(rank)];
    for (const models::spares::Partner& partner : pattern.receives(rank))
      if (!is_gone(partner.rank)) last = std::max(last, hops[static_cast<std::size_t>(partner.rank)]);
    order.push_back({rank, last});
  }
  std::stable_sort(order.begin(), order.end(), [](const Heard& a, const Heard& b) { return a.hops < b.hops; });
  return order;
}

std::vector<int> first_waiters(const models::spares::Pattern& pattern, int rank) {
  std::vector<int> waiters;
  for (const models::spares::Partner& partner : pattern.sends(rank)) {
    const auto sources = pattern.receives(partner.rank);
    if (sources.begin()->rank == rank) waiters.push_back(partner.rank);
  }
  return waiters;
}

} // namespace daruma::fast
