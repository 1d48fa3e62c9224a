// The background's jobs that come to one node, one after the other: those drawn at random and those listed.
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/load/background.hpp"

#include <vector>

namespace daruma::load {

struct Arrival {
  Seconds time;
  Seconds work;
};

class Arrivals {
public:
  /// At `node` of `nodes`; its draws depend on no other node's.
  Arrivals(const Background&, int node, int nodes, std::uint64_t seed, std::uint64_t replication);

  /// Its time is `never` where nothing comes any more.
  const Arrival& next() const { return next_; }
  void advance();

private:
  void draw();
  Seconds draw_work();

  ServiceLaw law_;
  Seconds service_;
  double shape_;
  Seconds gap_;
  RandomStream stream_;
  Arrival drawn_{Seconds(0), Seconds(0)};
  std::vector<Arrival> listed_; ///< the next one last
  Arrival next_{};
};

/// Nodes with these arrivals; `more` is what each kind of node needs besides.
template <class Node, class... More>
std::vector<Node> loaded_nodes(const Background& background, int nodes, std::uint64_t seed, std::uint64_t replication,
                               More... more) {
  std::vector<Node> all;
  all.reserve(static_cast<std::size_t>(nodes));
  for (int i = 0; i < nodes; ++i) all.emplace_back(Arrivals(background, i, nodes, seed, replication), more...);
  return all;
}

} // namespace daruma::load
