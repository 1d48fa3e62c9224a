#include "sim/run/simulated/dedicated_nodes.hpp"

#include "sim/mpi/process/blocking.hpp"
#include "sim/run/simulated/clock.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace daruma::run {

namespace {

constexpr Seconds one_instant{1e-9};
constexpr double nothing_left = 1e-14; // flop

} // namespace

DedicatedNodes::DedicatedNodes(const scenario::Machine& machine)
    : Timed("daruma::run::DedicatedNodes"), cores_(machine.cores), full_speed_(machine.core_speed.value()),
      nodes_(static_cast<std::size_t>(machine.nodes), Node{full_speed_}) {}

void DedicatedNodes::compute(int number, const Process& process, Flops work) {
  const auto node = static_cast<std::size_t>(number);
  simgrid_api::Sleeper* const sleeper = simgrid_api::myself();
  const auto slower = slowness_.find(process);
  const double times = slower == slowness_.end() ? 1 : slower->second;
  change(node).under_way.push_back({process, work.value() * times, sleeper});
  mpi::blocking([&] {
    try {
      simgrid_api::sleep([] {});
    } catch (...) { // it was killed
      auto& all = change(node).under_way;
      const auto is_own = [sleeper](const Work& one) { return one.sleeper == sleeper; };
      all.erase(std::remove_if(all.begin(), all.end(), is_own), all.end());
      throw;
    }
  });
}

void DedicatedNodes::slow_down(int node, double fraction) {
  change(static_cast<std::size_t>(node)).core_speed = full_speed_ * fraction;
}

void DedicatedNodes::slow_down(int node, const Process& process, double factor) {
  const double before = std::exchange(slowness_.try_emplace(process, 1).first->second, factor);
  for (Work& work : change(static_cast<std::size_t>(node)).under_way)
    if (work.process == process) work.left *= factor / before;
}

/// Works out what has been done up to now, before who computes there or how fast changes.
DedicatedNodes::Node& DedicatedNodes::change(std::size_t number) {
  Node& node = nodes_[number];
  const double done = node.rate * (now() - std::exchange(node.since, now())).count();
  if (done > 0) {
    for (Work& work : node.under_way) {
      work.left -= done;
      if (work.left < nothing_left) work.left = 0;
    }
  }
  if (std::exchange(node.has_changed, true)) return node;
  first_ends_.erase({node.first_end, number});
  changed_.push_back(number);
  return node;
}

void DedicatedNodes::foresee(std::size_t number, Seconds now) {
  Node& node = nodes_[number];
  node.has_changed = false;
  if (node.under_way.empty()) return;
  node.rate = std::min(node.core_speed, cores_ * node.core_speed / static_cast<double>(node.under_way.size()));
  node.first_end = never;
  if (node.rate <= 0) return;
  for (Work& work : node.under_way) {
    work.end = now + Seconds(work.left / node.rate);
    node.first_end = std::min(node.first_end, work.end);
  }
  first_ends_.emplace(node.first_end, number);
}

Seconds DedicatedNodes::next(Seconds now) {
  for (const std::size_t node : changed_) foresee(node, now);
  changed_.clear();
  return first_ends_.empty() ? never : first_ends_.begin()->first;
}

void DedicatedNodes::advance(Seconds now) {
  const auto goes_on = [now](const Work& work) { return work.end >= now + one_instant; };
  std::vector<Work> ended;
  while (!first_ends_.empty() && first_ends_.begin()->first < now + one_instant) {
    auto& all = change(first_ends_.begin()->second).under_way;
    std::remove_copy_if(all.begin(), all.end(), std::back_inserter(ended), goes_on);
    all.erase(std::remove_if(all.begin(), all.end(), std::not_fn(goes_on)), all.end());
  }
  const auto is_earlier = [](const Work& a, const Work& b) { return a.end < b.end; };
  if (!std::is_sorted(ended.begin(), ended.end(), is_earlier)) std::stable_sort(ended.begin(), ended.end(), is_earlier);
  for (const Work& work : ended) simgrid_api::wake(*work.sleeper);
}

} // namespace daruma::run
