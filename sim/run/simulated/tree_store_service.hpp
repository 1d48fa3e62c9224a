// The tree store of a scenario with ranks: its messages travel on the simulated network, its time is that of the
// simulation, and its clients are sessions of the jobs' processes.
#pragma once

#include "models/port/tree_store.hpp"
#include "platforms/build.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/treestore/ensemble.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace daruma::run {

class TreeStoreService final : private treestore::Environment {
public:
  /// A process by its job's name and its number there.
  using Process = std::pair<std::string, int>;

  TreeStoreService(const TreeStore&, const platforms::Platform&, mpi::Runtime&, std::uint64_t seed,
                   std::uint64_t replication);

  /// Schedules the deaths that the scenario asks for; `died` is told of each.
  void set(const std::function<void(int server)>& died);
  /// A session of the calling process.
  std::unique_ptr<models::TreeSession> open(const Process&, int node);
  /// The process is gone, and its sessions are heard of no more.
  void forget(const Process&);
  /// Before the node's host goes off.
  void switch_off(int node) { ensemble_.switch_off(node); }

private:
  Seconds now() const override;
  void after(Seconds delay, treestore::Action) override;
  void send(int from, int to, Bytes, treestore::Action arrived) override;

  const platforms::Platform& platform_;
  mpi::Runtime& runtime_;
  treestore::Ensemble ensemble_;
  std::map<Process, std::vector<treestore::Client*>> clients_;
};

} // namespace daruma::run
