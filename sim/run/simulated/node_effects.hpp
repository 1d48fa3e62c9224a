// What befalls nodes and links of the simulator, and the jobs on them: by components that break, or by order.
#pragma once

#include "platforms/build.hpp"
#include "sim/faults/breakage.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/run/job_controller.hpp"
#include "sim/run/simulated/dedicated_nodes.hpp"
#include "sim/run/simulated/loaded_nodes.hpp"
#include "sim/run/simulated/tree_store_service.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace daruma::run {

/// The simulated machine and what goes on there beside the jobs.
struct SimulatedMachine {
  platforms::Platform platform;
  std::optional<LoadedNodes> loaded_nodes;       ///< where background load is on the nodes, too
  std::optional<DedicatedNodes> dedicated_nodes; ///< where nobody but the jobs is on the nodes
  std::optional<TreeStoreService> store;

  simgrid::s4u::Host& host(int node) { return *platform.nodes[static_cast<std::size_t>(node)]; }
};

class NodeEffects final : public faults::BreakageEffects {
public:
  NodeEffects(JobController& controller, SimulatedMachine& machine, mpi::Runtime& runtime)
      : controller_(controller), machine_(machine), runtime_(runtime) {}

  void tell(const std::string& text) override;
  void throttle(int node, double fraction) override;
  void end_processes(int node, const std::string& why) override;
  void lose_node(int node, NodeLoss, const std::string& why) override;
  bool is_lost(int node) const override { return controller_.is_lost(node); }
  // Of what it is else; from now on, until another factor is said.
  void slow_node(int node, double factor);
  void slow_process(const JobLife&, int process, double factor);
  void slow_link(const std::string& link, double factor);
  void hang(int node);
  void answer(int node);
  void begin(const scenario::Partition&);
  void end(const scenario::Partition&);

private:
  struct Speed {
    double throttled = 1; ///< to that fraction
    double slower = 1;    ///< by that factor
    bool hangs = false;
  };
  mpi::Interruptions::Partition hosts_of(const scenario::Partition&) const;
  void set_speed(int node, const Speed&);

  JobController& controller_;
  SimulatedMachine& machine_;
  mpi::Runtime& runtime_;
  std::map<int, Speed> speeds_; ///< of nodes that have ever been slower
};

} // namespace daruma::run
