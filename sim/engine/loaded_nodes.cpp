#include "sim/engine/loaded_nodes.hpp"

#include "sim/engine/clock.hpp"
#include "sim/mpi/blocking.hpp"

#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Engine.hpp>

#include <algorithm>

namespace sg4 = simgrid::s4u;

namespace daruma::engine {

namespace {

/// Of SimGrid's clock: what is left to do may differ by so much from what was foreseen.
constexpr Seconds clock_step{1e-9};

} // namespace

LoadedNodes::LoadedNodes(const scenario::Scenario& scenario, int replication) {
  const int nodes = scenario.machine.nodes;
  for (int node = 0; node < nodes; ++node)
    nodes_.push_back({fast::SharedNode(
        fast::Arrivals(*scenario.background, node, nodes, scenario.seed, static_cast<std::uint64_t>(replication)),
        scenario.machine.cores)});
}

void LoadedNodes::compute(int node, const Process& process, Seconds work) {
  if (work <= Seconds(0)) return;
  const Computation computation{work, sg4::Semaphore::create(0)};
  mpi::in_kernel([&] { join(nodes_[static_cast<std::size_t>(node)], process, computation); });
  mpi::blocking([&computation] { computation.done->acquire(); });
}

int LoadedNodes::others(int number, const std::string& job) {
  int count = 0;
  mpi::in_kernel([&] {
    Node& node = nodes_[static_cast<std::size_t>(number)];
    catch_up(node);
    look_ahead(node);
    count = node.shared.others() +
            static_cast<int>(std::count_if(node.computing.begin(), node.computing.end(),
                                           [&job](const auto& entry) { return entry.first.first != job; }));
  });
  return count;
}

void LoadedNodes::join(Node& node, const Process& process, const Computation& computation) {
  catch_up(node);
  node.computing.emplace(process, computation);
  look_ahead(node);
}

std::vector<Seconds> LoadedNodes::Node::remaining() const {
  std::vector<Seconds> all;
  for (const auto& [process, computation] : computing) all.push_back(computation.remaining);
  return all;
}

void LoadedNodes::catch_up(Node& node) {
  const Seconds now = engine::now();
  std::vector<Seconds> remaining = node.remaining();
  node.shared.run(now, remaining);
  node.shared.idle(now);
  auto left = remaining.begin();
  for (auto& [process, computation] : node.computing) computation.remaining = *left++;
}

void LoadedNodes::look_ahead(Node& node) {
  for (auto entry = node.computing.begin(); entry != node.computing.end();) {
    const bool has_ended = entry->second.remaining <= clock_step;
    if (has_ended) entry->second.done->release();
    entry = has_ended ? node.computing.erase(entry) : std::next(entry);
  }
  ++node.plans;
  if (node.computing.empty()) return;
  const Seconds end = node.shared.end_of_first(node.remaining());
  simgrid::kernel::timer::Timer::set(end.count(), [this, &node, plan = node.plans] {
    if (plan != node.plans) return;
    catch_up(node);
    look_ahead(node);
  });
}

void LoadedNodes::forget(const Process& process) {
  for (Node& node : nodes_) {
    if (node.computing.count(process) == 0) continue;
    catch_up(node);
    node.computing.erase(process);
    look_ahead(node);
  }
}

} // namespace daruma::engine
