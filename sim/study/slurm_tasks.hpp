// Work as the tasks of a Slurm job array. A task writes what it makes, piece by piece, into files of their own, whole
// or not at all; only the command that asked for it touches a database.
//
// Folder of an array, which has to be visible to all nodes:
//   work.txt     what there is to do, a line each; a task does every n-th of them
//   job          the array's number, while the round goes on: a command that is started again waits for it
//   pieces/      what the tasks made, until it is in the database
//   task-*.txt   what they said
//
// What was killed has no piece and is made again in the next round. While the controller does not answer or no task
// runs, it is waited for, and said what for: killed tasks may leave all nodes drained.
#pragma once

#include "sim/core/units.hpp"

#include <chrono>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace daruma::study {

/// Slurm refused the job, or is not there; the message is its own.
class SlurmError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct SlurmArray {
  std::filesystem::path folder;
  std::string name;
  std::vector<std::string> command; ///< of a task
};

/// What a task has made.
struct SlurmPiece {
  std::string name;
  std::string text;
};

/// One array, from its submission until nothing of it is left.
class SlurmTasks {
public:
  /// Of so many lines of work come pieces of these names. Waits for an earlier array in the folder instead, if there is
  /// one. Throws SlurmError.
  SlurmTasks(const std::vector<std::string>& work, std::set<std::string> pieces, SlurmArray);
  /// Takes back the tasks that have not ended.
  ~SlurmTasks();
  SlurmTasks(const SlurmTasks&) = delete;
  SlurmTasks& operator=(const SlurmTasks&) = delete;

  bool is_done() const { return is_over_ && found_.empty(); }
  /// Waits at most so long; returns with the first pieces.
  std::vector<SlurmPiece> finished_within(Seconds time);
  /// What was handed over is in the database, and need not be kept.
  void entered();
  /// Whether pieces are missing once it is done.
  bool has_lost() const { return !wanted_.empty(); }
  /// What is said then.
  std::string loss() const;
  /// What is in the way while nothing goes on; empty if it does.
  const std::string& obstacle() const { return obstacle_; }

private:
  using Clock = std::chrono::steady_clock;
  struct Answered;

  void submit(const std::vector<std::string>& work);
  void look_at_pieces();
  bool has_left_queue();
  void judge_progress(const Answered&);
  void forget_job();

  const SlurmArray array_;
  std::set<std::string> wanted_;
  std::set<std::filesystem::path> seen_;
  std::vector<SlurmPiece> found_;
  std::string job_;
  bool is_over_ = false;
  Clock::time_point next_question_;
  Clock::time_point next_look_for_obstacle_;
  std::string obstacle_;
};

/// The work of this process, which is a task of an array. Throws SlurmError where it is none.
std::vector<std::string> work_of_this_task(const std::filesystem::path& folder);

/// Leaves what a task made where the command that asked for it finds it. Throws SlurmError.
void hand_in(const std::filesystem::path& folder, const SlurmPiece&);

} // namespace daruma::study
