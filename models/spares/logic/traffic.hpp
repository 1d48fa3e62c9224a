// One exchange of a job on its network: the loads of the links and the lengths of the messages' ways,
// kept up to date while ranks move. Moving a rank costs what its own messages cost, whatever the size
// of the network.
#pragma once

#include "models/spares/logic/link_loads.hpp"
#include "models/spares/logic/pattern.hpp"

#include <cstdint>
#include <vector>

namespace daruma::models::spares {

class Traffic {
public:
  /// `nodes`: where each rank is. Network and pattern outlive it.
  Traffic(const Network&, const Pattern&, std::vector<int> nodes);

  void move(int rank, int to);
  int node_of(int rank) const { return nodes_[rank]; }
  /// The largest sum of the weights of messages on one directed link.
  int collisions() const { return loads_.max(); }
  /// Links on the way of the message that goes farthest.
  int longest_way() const { return longest_; }
  /// Links on the ways of all messages together.
  std::int64_t hops() const { return hops_; }

private:
  void exchange(int rank, int sign);
  void send(int from, int to, int weight);

  const Network* network_;
  const Pattern* pattern_;
  std::vector<int> nodes_;
  LinkLoads loads_;
  std::vector<std::int64_t> messages_by_hops_;
  int longest_ = 0;
  std::int64_t hops_ = 0;
};

} // namespace daruma::models::spares
