#include "models/migration/fast/migration.hpp"

#include "sim/load/quantum_node.hpp"
#include "sim/load/shared_node.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace daruma::fast {

namespace {

namespace policy = models::migration;

/// The job on nodes of one kind.
template <class Node> class MigratingJob {
public:
  MigratingJob(const MigrationCase& what, std::vector<Node> nodes)
      : case_(what), nodes_(std::move(nodes)), processes_(nodes_.size()), loads_(nodes_.size()),
        history_(what.swap.history), checkpoints_(what.checkpoints) {
    seen_.swap = case_.swap;
    seen_.nodes.resize(nodes_.size());
    seen_.per_node = case_.per_node;
    seen_.cost = case_.cost;
    seen_.ahead = [this](int node, int own) { return time_ahead(node, own); };
    take_seats();
    note_remaining(case_.total_work / case_.active);
  }

  MigratingJob(const MigratingJob&) = delete;
  MigratingJob& operator=(const MigratingJob&) = delete;

  MigrationRun run() {
    while (remaining_ > Seconds(0)) {
      if (checkpoints_.is_due()) chkpt();
      if (case_.clock == BarrierClock::work) skip_phases_without_change();
      if (checkpoints_.is_due()) continue;
      compute();
      checkpoints_.advance();
    }
    return {now_, migrations_};
  }

private:
  void take_seats() {
    const Seconds work = case_.total_work / case_.active;
    for (std::size_t i = 0; i < case_.seats.size(); ++i)
      processes_[i].assign(static_cast<std::size_t>(case_.seats[i].computing), work);
    for (int i = 0; case_.seats.empty() && i < case_.active; ++i)
      processes_[static_cast<std::size_t>(i % case_.nodes)].push_back(work);
  }

  /// What is left by rounding is no work.
  void note_remaining(Seconds remaining) { remaining_ = remaining < 1e-9 * case_.interval ? Seconds(0) : remaining; }

  void chkpt() {
    if (loads_changed() || decides_at_each_barrier()) rearrange();
    checkpoints_.restart();
  }

  /// Even where no load has come or gone since.
  bool decides_at_each_barrier() const {
    return case_.policy->foresight == policy::Foresight::full || case_.swap.history > Seconds(0);
  }

  int own(std::size_t node) const { return static_cast<int>(processes_[node].size()); }

  int most(std::size_t node) const {
    return case_.seats.empty() ? policy::NodeLoad::anybody : case_.seats[node].processes;
  }

  /// What the policy gets to see.
  void look() {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      seen_.nodes[i] = {nodes_[i].others(), own(i), case_.processors, most(i)};
    seen_.remaining = remaining_;
    seen_.interval = std::min(case_.interval * std::max(1, checkpoints_.every()), remaining_);
    history_.take(now_, seen_.nodes);
  }

  Seconds time_ahead(int node, int own) const {
    Node future = nodes_[static_cast<std::size_t>(node)];
    std::vector<Seconds> wanted(static_cast<std::size_t>(own), seen_.interval);
    future.run(never, wanted);
    return future.now() - now_;
  }

  bool loads_changed() {
    bool changed = false;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (const int load = nodes_[i].others(); load != loads_[i]) {
        loads_[i] = load;
        changed = true;
      }
    return changed;
  }

  /// The load is gathered once; what is decided by it is carried out one after the other.
  void rearrange() {
    look();
    const int moves = policy::rearrange(*case_.policy, seen_, [this](const policy::Move& move) {
      auto& from = processes_[static_cast<std::size_t>(move.from)];
      processes_[static_cast<std::size_t>(move.to)].push_back(from.back());
      from.pop_back();
      return true;
    });
    migrations_ += moves;
    if (moves > 0) wait_until(now_ + moves * case_.cost);
  }

  void wait_until(Seconds time) {
    for (Node& node : nodes_) node.idle(time);
    now_ = time;
  }

  /// Whole phases that are all alike, because no load comes or goes, at once.
  void skip_phases_without_change() {
    if constexpr (std::is_same_v<Node, load::SharedNode>) {
      Seconds phase{0};
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (own(i) > 0) phase = std::max(phase, case_.interval * nodes_[i].stretch(nodes_[i].others() + own(i)));
      phase += case_.exchange;
      double phases = std::floor(remaining_ / case_.interval);
      if (checkpoints_.every() > 1) phases = std::min(phases, double(checkpoints_.left()));
      for (std::size_t i = 0; i < nodes_.size() && phases >= 1; ++i)
        phases = std::min(phases, nodes_[i].phases_without_change(phase, case_.interval, own(i)));
      if (phases < 1 || decides_at_each_barrier()) return;
      for (std::size_t i = 0; i < nodes_.size(); ++i) { nodes_[i].skip(phases, phase, case_.interval, own(i)); }
      now_ += phases * phase;
      if (checkpoints_.every() > 1) checkpoints_.advance(static_cast<int>(phases));
      note_remaining(remaining_ - phases * case_.interval);
    }
  }

  void compute() {
    if (case_.clock == BarrierClock::work)
      compute_work(std::min(case_.interval, remaining_));
    else
      compute_time(now_ + case_.interval);
  }

  void compute_work(Seconds work) {
    Seconds last = now_;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (processes_[i].empty()) continue;
      wanted_.assign(processes_[i].size(), work);
      nodes_[i].run(never, wanted_);
      last = std::max(last, nodes_[i].now());
    }
    wait_until(last + case_.exchange);
    note_remaining(remaining_ - work);
  }

  /// The job is over when the last of its processes is: that may be before the barrier.
  void compute_time(Seconds barrier) {
    Seconds last = now_;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (processes_[i].empty()) continue;
      nodes_[i].run(barrier, processes_[i]);
      last = std::max(last, nodes_[i].now());
    }
    Seconds most{0};
    for (const auto& node : processes_)
      for (const Seconds work : node) most = std::max(most, work);
    note_remaining(most);
    wait_until(remaining_ > Seconds(0) ? barrier : last);
  }

  const MigrationCase& case_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Seconds>> processes_; ///< on each node; by wall clock, the work that each has before it
  std::vector<int> loads_;                      ///< at the last barrier
  std::vector<Seconds> wanted_;
  policy::Situation seen_;
  Seconds now_{0};
  Seconds remaining_{0}; ///< of the process that has most before it
  policy::LoadHistory history_;
  policy::CheckpointSchedule checkpoints_;
  int migrations_ = 0;
};

} // namespace

MigrationRun run(const MigrationCase& what, std::uint64_t seed, std::uint64_t replication) {
  if (const auto& quantum = what.background.quantum)
    return MigratingJob<load::QuantumNode>(what, load::loaded_nodes<load::QuantumNode>(what.background, what.nodes,
                                                                                       seed, replication, *quantum,
                                                                                       what.processors))
        .run();
  return MigratingJob<load::SharedNode>(what, load::loaded_nodes<load::SharedNode>(what.background, what.nodes, seed,
                                                                                   replication, what.processors))
      .run();
}

} // namespace daruma::fast
