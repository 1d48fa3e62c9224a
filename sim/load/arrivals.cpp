#include "sim/load/arrivals.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace daruma::load {

Arrivals::Arrivals(const Background& background, int node, int nodes, std::uint64_t seed, std::uint64_t replication)
    : law_(background.law), service_(background.service), shape_(background.shape),
      gap_(gap_on_node(background, nodes)), stream_(seed, replication, "background/node-" + std::to_string(node)) {
  for (const BackgroundJob& job : background.listed)
    if (job.node == node) listed_.push_back({job.time, job.work});
  std::stable_sort(listed_.begin(), listed_.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
  draw();
  advance();
}

void Arrivals::advance() {
  if (!listed_.empty() && listed_.back().time <= drawn_.time) {
    next_ = listed_.back();
    listed_.pop_back();
  } else {
    next_ = drawn_;
    draw();
  }
}

void Arrivals::draw() {
  if (gap_ == never) {
    drawn_.time = never;
    return;
  }
  drawn_.time += stream_.exponential(gap_);
  drawn_.work = draw_work();
}

Seconds Arrivals::draw_work() {
  switch (law_) {
  case ServiceLaw::exponential:
    return stream_.exponential(service_);
  case ServiceLaw::fixed:
    return service_;
  case ServiceLaw::pareto: {
    const Seconds least = service_ * (shape_ - 1) / shape_;
    return least * std::pow(1 - stream_.uniform(), -1 / shape_);
  }
  }
  return service_;
}

} // namespace daruma::load
