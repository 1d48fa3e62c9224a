// Who asks which part of the machine broke, what is written down of it, and what is made of it.
//
// A process asks when a call of it fails because of one that died, and when its own node turns out slow. What it is
// told about a node holds for its whole job; who dies there later is a new reason to ask.
#pragma once

#include "sim/faults/simulated_handlers.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/run/job_controller.hpp"
#include "sim/run/simulated/breakage.hpp"
#include "sim/run/simulated/loaded_nodes.hpp"
#include "sim/run/simulated/process_placement.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::run {

enum class Outcome {
  broken,  ///< parts are named
  sound,   ///< no part is broken
  unknown, ///< something could not be judged
};

/// What one detection came to.
struct Verdict {
  Outcome outcome;
  std::string text;                                ///< a sentence for people
  std::vector<models::faults::Component> broken{}; ///< causes, without their effects
  bool is_node_silent = false;                     ///< it is not only the process
  Seconds taken{0};
  int queries = 0;

  bool names(const std::string& kind_of_device) const;
};

/// Asks which part of the machine broke, on behalf of a job's processes, and remembers what it was told.
///
/// The first process whose call fails because of a node asks, and is told after the time that the questions take; what
/// it is told belongs to the job (with the news of the failure, which spreads anyway). A process whose computing takes
/// longer than it should asks the controller of its own node. Nothing is asked, sent or computed while nothing fails.
class Localiser {
public:
  Localiser(const Localisation& order, const Breakage& breakage) : order_(order), breakage_(breakage) {}

  bool is_informed() const { return order_.recourse == Recourse::informed; }

  /// A process on `asker` lost its connection with one on `other`.
  Verdict ask(int asker, int other, Seconds now) const;
  /// The parts of the asker's own node.
  Verdict examine(int node, Seconds now) const;
  /// Of what is broken: nodes that cannot be reached from `asker` any more, `other` among them if it is silent.
  std::vector<int> taken_away(const Verdict&, int asker, int other) const;

private:
  Verdict judge(models::faults::Error, const models::faults::Way& there, const models::faults::Way& back,
                Seconds now) const;

  const Localisation& order_;
  const Breakage& breakage_;
};

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
