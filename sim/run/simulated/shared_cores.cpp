#include "sim/run/simulated/shared_cores.hpp"

#include "sim/load/quantum_node.hpp"
#include "sim/load/shared_node.hpp"

#include <algorithm>
#include <map>

namespace daruma::run {

namespace {

/// Of SimGrid's clock: what is left to do may differ by so much from what was foreseen.
constexpr Seconds clock_step{1e-9};

class EqualParts : public SharedCores {
public:
  explicit EqualParts(load::SharedNode node) : node_(std::move(node)) {}

  void join(const Computation& computation, Seconds work) override { remaining_.emplace(computation, work); }
  void leave(const Computation& computation) override { remaining_.erase(computation); }
  void slow_down(double fraction) override { node_.slow_down(fraction); }
  void stretch(const Computation& computation, double times) override { remaining_.at(computation) *= times; }
  Seconds first_end() const override { return node_.end_of_first(in_order()); }
  int others() const override { return node_.others(); }

  std::vector<Computation> catch_up(Seconds now) override {
    std::vector<Seconds> remaining = in_order();
    node_.run(now, remaining);
    node_.idle(now);
    std::vector<Computation> ended;
    auto left = remaining.begin();
    for (auto entry = remaining_.begin(); entry != remaining_.end(); ++left) {
      entry->second = *left;
      const bool has_ended = *left <= clock_step;
      if (has_ended) ended.push_back(entry->first);
      entry = has_ended ? remaining_.erase(entry) : std::next(entry);
    }
    return ended;
  }

private:
  std::vector<Seconds> in_order() const {
    std::vector<Seconds> all;
    all.reserve(remaining_.size());
    for (const auto& [computation, remaining] : remaining_) all.push_back(remaining);
    return all;
  }

  load::SharedNode node_;
  std::map<Computation, Seconds> remaining_;
};

class TimeSlices : public SharedCores {
public:
  explicit TimeSlices(load::QuantumNode node) : node_(std::move(node)) {}

  void join(const Computation& computation, Seconds work) override {
    node_.join(next_number_, work);
    numbers_.emplace(next_number_++, computation);
  }
  void leave(const Computation& computation) override {
    const auto found = number_of(computation);
    if (found == numbers_.end()) return;
    node_.leave(found->first);
    numbers_.erase(found);
  }
  void slow_down(double fraction) override { node_.slow_down(fraction); }
  void stretch(const Computation& computation, double times) override {
    node_.stretch(number_of(computation)->first, times);
  }
  Seconds first_end() const override {
    load::QuantumNode future = node_;
    future.serve(never);
    return future.now();
  }
  int others() const override { return node_.others(); }

  std::vector<Computation> catch_up(Seconds now) override {
    std::vector<Computation> ended;
    while (const auto number = node_.serve(std::max(node_.now(), now + clock_step))) {
      const auto found = numbers_.find(*number);
      ended.push_back(found->second);
      numbers_.erase(found);
    }
    return ended;
  }

private:
  using Numbers = std::map<int, Computation>;
  Numbers::iterator number_of(const Computation& computation) {
    return std::find_if(numbers_.begin(), numbers_.end(),
                        [&](const auto& entry) { return entry.second == computation; });
  }

  load::QuantumNode node_;
  int next_number_ = 0;
  Numbers numbers_;
};

} // namespace

std::unique_ptr<SharedCores> shared_cores(const scenario::Scenario& scenario, int node, int replication) {
  const Background& background = *scenario.background;
  load::Arrivals arrivals(background, node, scenario.machine.nodes, scenario.seed,
                          static_cast<std::uint64_t>(replication));
  const int cores = scenario.machine.cores;
  if (background.quantum)
    return std::make_unique<TimeSlices>(load::QuantumNode(std::move(arrivals), *background.quantum, cores));
  return std::make_unique<EqualParts>(load::SharedNode(std::move(arrivals), cores));
}

} // namespace daruma::run
