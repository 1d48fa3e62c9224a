// Users' programs in simulated processes: the programs, their runs, and where in them a process stands or ended.
#pragma once

#include "sim/hosting/run.hpp"
#include "sim/results/records.hpp"
#include "sim/run/job_controller.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace daruma::run {

/// Whether MPI lets the calling process go: it never began, or it finalized.
bool may_leave();

class UserPrograms {
public:
  /// Told which process of a job cannot go on, and why.
  using Broke = std::function<void(const JobLife&, int process, const std::string& why)>;
  /// `progress` grows as long as the simulation gets on, besides by programs that begin.
  UserPrograms(JobController&, std::function<std::uint64_t()> progress, Broke broke);

  /// Loads the file, once. Throws hosting::ImageError.
  const hosting::UserProgram& program(const std::filesystem::path& file);
  /// What a process starts by this name: a file of the folder, or that with the ending .so. Throws hosting::ImageError
  /// with a sentence that says why nobody can start it.
  const hosting::UserProgram& find(const std::filesystem::path& folder, const std::string& name);
  /// The calling process's run of a program, which begins in the folder, or where the simulator is if that is empty.
  /// Returns if it ended in order.
  void run(JobLife&, const hosting::UserProgram&, const std::vector<std::string>& words, const std::string& folder);

  /// Those who are ended from now on are ended all at once, and where they stood is of interest.
  void keep_stacks(const std::string& why) { why_all_end_ = why; }
  /// No program goes on, though none has been ended: what they had of this process, its output among it, is its own
  /// again.
  void give_up() { session_.reset(); }
  /// "file.c:12", empty if unknown.
  std::string whereabouts(const std::string& job, int process, int thread) const;
  /// Where they stood; who stood in the same place is told of together.
  std::vector<results::Stack> stacks() const;

private:
  /// The calling process's program has come to its end.
  void returned(JobLife&, int process, int status);

  JobController& controller_;
  Broke broke_;
  std::uint64_t begun_ = 0;                 ///< by processes
  std::optional<hosting::Session> session_; ///< until the end
  std::map<std::filesystem::path, hosting::UserProgram> programs_;
  std::map<std::string, hosting::OutputBudget> output_;                      ///< by job
  std::string why_all_end_;                                                  ///< empty: they do not
  std::map<std::tuple<std::string, int, int>, hosting::CallChain> ended_at_; ///< by job, process, thread
};

} // namespace daruma::run
