// Runs cases, each as a copy of a simulation that has come to its moment: what went before it is simulated once.
//
// A trunk is a run that the first faults of its cases befall, which they have in common; there may be none. Where it
// comes to the moment of a case's last fault, the process makes a copy of itself, which dies there and goes on alone,
// while the original waits. Both would share the files that a program has written or holds open by then: cases of
// programs that use files are trunks of their own, each a copy from its beginning.
#pragma once

#include "sim/core/temporary_folder.hpp"
#include "sim/explore/case.hpp"
#include "sim/explore/recording.hpp"
#include "sim/explore/verdict.hpp"
#include "sim/study/child_processes.hpp"
#include "sim/study/prepared_scenario.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace daruma::explore {

/// What a case did.
struct Outcome {
  std::size_t number = 0; ///< of the case, as the trunk was given it
  Finding finding;
  Seconds end{0};            ///< of the last job
  std::vector<Step> after{}; ///< the steps that its processes came to after the last fault, as far as they are kept
};

std::string write_outcome(const Outcome&);
Outcome read_outcome(const std::string& line);

struct Branch {
  std::size_t number; ///< of the case
  Fault fault;        ///< its last one
};

struct Trunk {
  Case faults;                  ///< that all have in common
  std::vector<Branch> branches; ///< none: the case is that of the trunk itself
  std::size_t number = 0;       ///< of the trunk's own case then
  /// Where processes come to after the last fault: which steps outcomes have.
  Recorder::Keeps keeps = Recorder::Keeps::nothing;
};

/// Its cases, each as a trunk of its own.
std::vector<Trunk> apart(const Trunk&);

/// What a run of a case may take.
struct Limits {
  Seconds simulated{never};
  int processor_seconds = 20; ///< of this computer's
};

/// What all trials of an exploration go by.
struct Bench {
  const study::PreparedScenario& scenario;
  const scenario::Exploration& promise;
  Limits limits;
  std::filesystem::path folders = TemporaryFolder::parent_of_all(); ///< where those of runs are made
};

/// The run without faults, and where its processes come to.
struct Recorded {
  Reference reference;
  std::vector<Step> steps;
  bool uses_files = false;      ///< left some in its folder, or held some open
  std::string problem{};        ///< why it is no reference; empty if it is one
  double processor_seconds = 0; ///< that it took
};

// Each of these works in a process of its own, which it may leave in any state, and in a folder of its own. What they
// write is read by the function behind them.

void record(const Bench&, const study::WriteLine&);
Recorded read_recorded(const std::vector<std::string>& lines);

/// Writes an outcome a line as cases end.
void try_cases(const Bench&, const Reference&, const Trunk&, const study::WriteLine&);

/// Runs the bench's scenario in this process as a case is run, with nothing but its own events; `ended` is told how it
/// ended, unless its time was over.
void replay(const Bench&, const std::function<void(const run::Ending&)>& ended);

} // namespace daruma::explore
