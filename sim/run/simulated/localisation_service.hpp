// Lets processes ask which part of the machine broke (sim/faults/inquiries.hpp), writes down what they are told, and
// does what the job makes of it.
#pragma once

#include "sim/faults/inquiries.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/run/job_controller.hpp"
#include "sim/run/simulated/loaded_nodes.hpp"
#include "sim/run/simulated/process_placement.hpp"

#include <string>
#include <vector>

namespace daruma::run {

class LocalisationService {
public:
  /// What it reads of the world and acts on.
  struct World {
    JobController& controller;
    ProcessPlacement& placement;
    mpi::Runtime& runtime;
    LoadedNodes* loaded_nodes; ///< null where nobody but the jobs is on the nodes
  };

  LocalisationService(const Localisation& order, const faults::Breakage& breakage, World world)
      : inquiries_(order, breakage), world_(world) {}

  /// A call of that process failed because of the dead. Lets the time pass that asking takes; what is known in the end.
  std::string call_failed(const JobLife&, int by, const std::vector<int>& dead);
  /// A process had `work` computed, since `begin`. It may find that its node is slow, and asks why.
  void computed(const JobLife&, int process, Seconds begin, Flops work);
  /// How many times as long as it should computing takes on the node, as far as it is known.
  double slowness(int node) const { return inquiries_.slowness(node); }

private:
  void investigate(const JobLife&, int process, int node);
  void write_down(const JobLife&, int process, Seconds begin, const faults::Verdict&);
  void follow(const faults::Recommendation&, const JobLife&, int process, int dead_on);
  double times_longer(int node, Seconds taken, Flops work) const;

  faults::Inquiries inquiries_;
  World world_;
};

} // namespace daruma::run
