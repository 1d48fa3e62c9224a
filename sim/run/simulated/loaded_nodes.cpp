#include "sim/run/simulated/loaded_nodes.hpp"

#include "sim/mpi/process/blocking.hpp"
#include "sim/run/simulated/clock.hpp"

#include <simgrid/s4u/Engine.hpp>

#include <algorithm>
#include <tuple>

namespace sg4 = simgrid::s4u;

namespace daruma::run {

LoadedNodes::LoadedNodes(const scenario::Scenario& scenario, int replication) {
  for (int node = 0; node < scenario.machine.nodes; ++node)
    nodes_.push_back({shared_cores(scenario, node, replication)});
}

void LoadedNodes::compute(int number, const Process& process, Seconds work) {
  if (work <= Seconds(0)) return;
  const auto done = sg4::Semaphore::create(0);
  mpi::in_kernel([&] {
    Node& node = nodes_[static_cast<std::size_t>(number)];
    catch_up(node);
    const Computation computation = another_of(process, node);
    const auto slower = slowness_.find(process);
    node.cores->join(computation, slower == slowness_.end() ? work : work * slower->second);
    node.computing.emplace(computation, done);
    look_ahead(node);
  });
  mpi::blocking([&done] { done->acquire(); });
}

LoadedNodes::Computation LoadedNodes::another_of(const Process& process, const Node& node) {
  Computation computation{process.first, process.second, 0};
  while (node.computing.count(computation) != 0) ++std::get<2>(computation);
  return computation;
}

int LoadedNodes::others(int number, const std::string& job) {
  int count = 0;
  mpi::in_kernel([&] {
    Node& node = nodes_[static_cast<std::size_t>(number)];
    catch_up(node);
    look_ahead(node);
    count = node.cores->others() +
            static_cast<int>(std::count_if(node.computing.begin(), node.computing.end(),
                                           [&job](const auto& entry) { return std::get<0>(entry.first) != job; }));
  });
  return count;
}

void LoadedNodes::catch_up(Node& node) {
  for (const Computation& computation : node.cores->catch_up(run::now())) {
    const auto entry = node.computing.find(computation);
    entry->second->release();
    node.computing.erase(entry);
  }
}

void LoadedNodes::look_ahead(Node& node) {
  ++node.plans;
  if (node.computing.empty() || node.speed <= 0) return;
  at(node.cores->first_end(), [this, &node, plan = node.plans] {
    if (plan != node.plans) return;
    catch_up(node);
    look_ahead(node);
  });
}

void LoadedNodes::slow_down(int number, double fraction) {
  Node& node = nodes_[static_cast<std::size_t>(number)];
  catch_up(node);
  node.cores->slow_down(fraction);
  node.speed = fraction;
  look_ahead(node);
}

std::pair<LoadedNodes::Computing::iterator, LoadedNodes::Computing::iterator>
LoadedNodes::all_of(const Process& process, Node& node) {
  return {node.computing.lower_bound({process.first, process.second, 0}),
          node.computing.lower_bound({process.first, process.second + 1, 0})};
}

void LoadedNodes::slow_down(const Process& process, double factor) {
  const double before = std::exchange(slowness_.try_emplace(process, 1).first->second, factor);
  for (Node& node : nodes_) {
    if (const auto [first, end] = all_of(process, node); first == end) continue;
    catch_up(node);
    const auto [first, end] = all_of(process, node);
    for (auto entry = first; entry != end; ++entry) node.cores->stretch(entry->first, factor / before);
    look_ahead(node);
  }
}

void LoadedNodes::forget(const Process& process) {
  for (Node& node : nodes_) {
    if (const auto [first, end] = all_of(process, node); first == end) continue;
    catch_up(node);
    const auto [first, end] = all_of(process, node);
    for (auto entry = first; entry != end; entry = node.computing.erase(entry)) node.cores->leave(entry->first);
    look_ahead(node);
  }
}

} // namespace daruma::run
