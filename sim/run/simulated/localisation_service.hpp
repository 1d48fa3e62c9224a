// Who asks which part of the machine broke, what is written down of it, and what is made of it.
//
// A process asks when a call of it fails because of one that died, and when its own node turns out slow. What it is
// told about a node holds for its whole job; who dies there later is a new reason to ask.
#pragma once

#include "sim/mpi/process/runtime.hpp"
#include "sim/run/job_controller.hpp"
#include "sim/run/simulated/loaded_nodes.hpp"
#include "sim/run/simulated/localiser.hpp"
#include "sim/run/simulated/process_placement.hpp"

#include <map>
#include <string>
#include <utility>
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

  LocalisationService(const Localisation& order, const Breakage& breakage, World world)
      : localiser_(order, breakage), world_(world) {}

  /// A call of that process failed because of the dead. Lets the time pass that asking takes; what is known in the end.
  std::string call_failed(const JobLife&, int by, const std::vector<int>& dead);
  /// A process had `work` computed, since `begin`. It may find that its node is slow, and asks why.
  void computed(const JobLife&, int process, Seconds begin, Flops work);
  /// How many times as long as it should computing takes on the node, as far as it is known.
  double slowness(int node) const;

private:
  /// What a job asked about a node, and was told.
  struct Inquiry {
    Seconds asked;
    std::string told; ///< empty: not yet
  };
  /// What came of a job's questions.
  struct Tally {
    int verdicts = 0;
    int naming = 0; ///< of them
    int queries = 0;
  };

  void investigate(const JobLife&, int process, int node);
  void write_down(const JobLife&, int process, Seconds begin, const Verdict&);
  void take_recourse(const JobLife&, int process, int dead_on, const Verdict&);
  double times_longer(int node, Seconds taken, Flops work) const;

  Localiser localiser_;
  World world_;
  std::map<std::pair<std::string, int>, Inquiry> inquiries_; ///< by job and node
  std::map<std::string, Tally> tallies_;                     ///< by job
  std::map<int, double> slow_nodes_;                         ///< asked about, and how many times slower
};

} // namespace daruma::run
