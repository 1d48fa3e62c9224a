#include "sim/faults/crossings.hpp"

#include "sim/core/threads.hpp"

#include <algorithm>

namespace daruma::faults {

using models::faults::Component;
using models::faults::Holder;
using models::faults::Hop;
using models::faults::Way;

namespace {

constexpr int of_no_interest = -1;

/// The pairs of one node are not kept: all that it takes part in.
std::vector<Pair> pairs_with(int node, int nodes, std::size_t most) {
  std::vector<Pair> pairs;
  for (int other = 0; other < nodes && pairs.size() < most; ++other)
    if (other != node) pairs.emplace_back(std::minmax(node, other));
  return pairs;
}

} // namespace

Crossings::Crossings(const Fabric& fabric, const std::vector<Component>& components, std::size_t most, int threads,
                     const std::atomic<bool>& stop)
    : fabric_(fabric), most_(most), lists_of_switches_(static_cast<std::size_t>(fabric.switches()), of_no_interest),
      lists_of_ports_(lists_of_switches_.size()) {
  for (const Component& component : components) want(component);
  constexpr int rows_at_once = 16; // of a thread, before what all have found is put together
  for (int begin = 0; begin < fabric.nodes() && !is_full() && !stop; begin += threads * rows_at_once) {
    const int end = std::min(fabric.nodes(), begin + threads * rows_at_once);
    std::vector<Lists> found(static_cast<std::size_t>(end - begin));
    on_threads(threads, [&](int thread) {
      for (int node = begin + thread; node < end && !stop; node += threads)
        found[static_cast<std::size_t>(node - begin)] = crossing_from(node);
    });
    for (const Lists& lists : found) take(lists);
  }
}

int& Crossings::list_of(const Component& component) {
  const auto number = static_cast<std::size_t>(component.holder);
  if (component.model->holder == Holder::network_switch) return lists_of_switches_[number];
  lists_of_ports_[number].resize(static_cast<std::size_t>(fabric_.ports(component.holder)), of_no_interest);
  return lists_of_ports_[number][static_cast<std::size_t>(component.port)];
}

void Crossings::want(const Component& component) {
  if (component.model->holder == Holder::node) return;
  int& list = list_of(component);
  if (list != of_no_interest) return;
  list = static_cast<int>(lists_.size());
  lists_.emplace_back();
}

/// A pair that comes twice comes in a row.
void Crossings::enter(const Way& way, const Pair& pair, Lists& lists) const {
  const auto add = [&](int list) {
    if (list == of_no_interest) return;
    auto& pairs = lists[static_cast<std::size_t>(list)];
    if (pairs.empty() || pairs.back() != pair) pairs.push_back(pair);
  };
  for (const Hop& hop : way.hops) {
    add(lists_of_switches_[static_cast<std::size_t>(hop.network_switch)]);
    const auto& ports = lists_of_ports_[static_cast<std::size_t>(hop.network_switch)];
    if (ports.empty()) continue;
    add(ports[static_cast<std::size_t>(hop.port_in)]);
    add(ports[static_cast<std::size_t>(hop.port_out)]);
  }
}

/// To nodes with higher numbers, and back.
Crossings::Lists Crossings::crossing_from(int node) const {
  Lists lists(lists_.size());
  Ways ways(fabric_);
  for (int other = node + 1; other < fabric_.nodes(); ++other) {
    enter(ways.find(node, other), {node, other}, lists);
    enter(ways.find(other, node), {node, other}, lists);
  }
  return lists;
}

void Crossings::take(const Lists& lists) {
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::size_t room = most_ - std::min(most_, lists_[i].size());
    const auto end = lists[i].begin() + static_cast<std::ptrdiff_t>(std::min(room, lists[i].size()));
    lists_[i].insert(lists_[i].end(), lists[i].begin(), end);
  }
}

bool Crossings::is_full() const {
  return std::all_of(lists_.begin(), lists_.end(), [this](const auto& pairs) { return pairs.size() >= most_; });
}

std::vector<Pair> Crossings::of(const Component& component) const {
  const auto number = static_cast<std::size_t>(component.holder);
  if (component.model->holder == Holder::node) return pairs_with(component.holder, fabric_.nodes(), most_);
  const int list = component.model->holder == Holder::network_switch
                       ? lists_of_switches_[number]
                       : lists_of_ports_[number].at(static_cast<std::size_t>(component.port));
  return lists_.at(static_cast<std::size_t>(list));
}

double mean_crossings(const Fabric& fabric) {
  constexpr int looked_at = 1000;
  const double nodes = fabric.nodes();
  double hops = 0;
  for (int i = 0; i < looked_at; ++i) {
    const int from = static_cast<int>(static_cast<long long>(i) * fabric.nodes() / looked_at);
    const int to =
        static_cast<int>((from + 1 + static_cast<long long>(i) * 7919 % (fabric.nodes() - 1)) % fabric.nodes());
    hops += 2 * static_cast<double>(fabric.way(from, to).hops.size()) / looked_at; // there and back
  }
  double parts = 0;
  for (int number = 0; number < fabric.switches(); ++number) parts += 1 + fabric.ports(number);
  constexpr double parts_of_a_hop = 3; // the switch and two ports
  return nodes * (nodes - 1) / 2 * hops * parts_of_a_hop / parts;
}

} // namespace daruma::faults
