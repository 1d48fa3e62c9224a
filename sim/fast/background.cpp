#include "sim/fast/background.hpp"

#include <cmath>
#include <string>

namespace daruma::fast {

double utilisation(const Background& background, int nodes) {
  return background.arrival_gap == never ? 0 : background.service / background.arrival_gap / nodes;
}

Arrivals::Arrivals(const Background& background, int node, int nodes, std::uint64_t seed, std::uint64_t replication)
    : law_(background), gap_(background.arrival_gap * nodes),
      stream_(seed, replication, "background/node-" + std::to_string(node)) {
  advance();
}

void Arrivals::advance() {
  if (gap_ == never) {
    next_.time = never;
    return;
  }
  next_.time += stream_.exponential(gap_);
  next_.work = draw_work();
}

Seconds Arrivals::draw_work() {
  switch (law_.law) {
  case ServiceLaw::exponential:
    return stream_.exponential(law_.service);
  case ServiceLaw::fixed:
    return law_.service;
  case ServiceLaw::pareto: {
    const Seconds least = law_.service * (law_.shape - 1) / law_.shape;
    return least * std::pow(1 - stream_.uniform(), -1 / law_.shape);
  }
  }
  return law_.service;
}

} // namespace daruma::fast
