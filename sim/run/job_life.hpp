// The life of one job, simulated or real: what has happened to it, and what follows.
//
// It knows neither a clock nor processes: whoever runs the job tells what happened and when, and asks what is to be
// done. A job may run several times (recovery "rerun", or an eviction); what is true of one run only is forgotten when
// the next one begins. Processes are numbered within a run, in the order in which they start; no number is used twice.
#pragma once

#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace daruma::run {

/// What follows when no process of a job is left.
enum class Sequel {
  end,
  rerun,      ///< the scenario struck it, it lives by running again, and did not come to its end
  wait_again, ///< it was evicted, or put aside
};

class JobLife {
public:
  /// The node of a process that the machine has no core for.
  static constexpr int nowhere = -1;

  /// The job is the scenario's `index`-th.
  JobLife(const scenario::Job&, std::size_t index);
  JobLife(const JobLife&) = delete;
  JobLife& operator=(const JobLife&) = delete;

  const scenario::Job& plan() const { return plan_; }
  const std::string& name() const { return plan_.name; }
  std::size_t index() const { return index_; }
  const results::JobRow& row() const { return row_; }

  bool is_waiting() const { return phase_ == Phase::waiting; }
  bool is_running() const { return phase_ == Phase::running; }
  bool has_ended() const { return phase_ == Phase::ended; }
  /// Whether all processes of this run are being ended: that they die is no failure.
  bool is_aborted() const { return run_.is_aborted; }
  bool is_struck() const { return run_.is_struck; }

  int processes_at_start() const { return first_ranks_ + plan_.spares; }
  /// Placed in this run, and not gone.
  int living() const { return run_.living; }
  /// Cores that are its own now.
  int cores() const { return run_.living - lenders(); }
  /// Processes whose core others may have now.
  int lenders() const { return static_cast<int>(run_.lenders.size()); }
  /// Processes of this run that came to the end of the program, rather than leaving early.
  int returned() const { return run_.returned; }
  /// Since when it could have run: it has come, and what it depends on is as it must be.
  Seconds eligible_since() const { return eligible_since_; }
  /// How often the job has answered an order, in all runs.
  int answers() const { return answers_; }
  /// The time for which its processes had a core, all together.
  Seconds core_time() const { return core_time_; }

  /// Whether the process, of this run, has a node.
  bool is_placed(int process) const;
  int placed() const { return run_.placed; }
  int node_of(int process) const { return run_.nodes[static_cast<std::size_t>(process)]; }
  /// When the process of this run died; nothing if it lives or left.
  std::optional<Seconds> died_at(int process) const;
  /// The dead of this run that were on the node.
  std::vector<int> dead_on(int node) const;

  // What happens to it, in time.

  /// It could run from now on.
  void become_eligible(Seconds now) { eligible_since_ = now; }
  /// It will start with so many ranks.
  void grant(int ranks) { first_ranks_ = ranks; }
  /// A run begins. Whatever was true of an earlier one is forgotten.
  void launch();
  /// The first processes of the run are up.
  void begin(Seconds now);
  /// Processes from `first` on are on these nodes.
  void place(int first, const std::vector<int>& nodes, Seconds now);
  /// A process has no use for its core until it takes it back. Both are false if that is how it was already.
  bool lend_core(int process, Seconds now);
  bool take_core_back(int process, Seconds now);
  /// False if nobody counts it, because the job is being ended.
  bool die(int process, Seconds now);
  /// A process came to the end of the program.
  void come_to_end() { ++run_.returned; }
  /// A process ended in order, but with an exit status that says that something failed.
  void fail(int process, int status);
  /// A process is gone, however. The node on which a core is free now, if any.
  std::optional<int> release(int process, Seconds now);
  /// The scenario takes a process or a node from this run.
  void strike() { run_.is_struck = true; }
  /// All processes of this run are being ended for that reason.
  void abort(const std::string& reason);
  /// As abort, and it is one of its own processes that ends them.
  void abort_itself(int process, const std::string& reason);
  /// All its processes are being ended, and it is to be started again: no failure of its own.
  void evict();
  /// It is told to save where it is and to end, and will be started again unless it comes to its end before.
  void put_aside() { run_.is_put_aside = true; }
  void answer() { ++answers_; }
  void restart() { ++row_.restarts; }
  /// What becomes of the job now that none of its processes is left.
  Sequel sequel() const;
  void run_again();
  /// For ever. `reason`: why it could not start or go on, if it is not told already.
  void end(Seconds now, const std::string& reason);
  /// It did not come to its end, because of `what`, as "the simulation came to a standstill".
  void break_off(Seconds now, const std::string& what);

private:
  enum class Phase { waiting, running, ended };

  /// What is true of one run of the job.
  struct Run {
    std::vector<int> nodes{};         ///< by process
    int placed = 0;                   ///< processes
    std::map<int, Seconds> died_at{}; ///< by process
    std::set<int> lenders{};
    int living = 0;
    int returned = 0;
    int failed_exits = 0;
    bool is_aborted = false;
    bool has_aborted_itself = false;
    bool is_evicted = false;
    bool is_struck = false;
    bool is_put_aside = false;

    bool is_complete() const { return returned > 0 && !is_aborted && failed_exits == 0; }
    /// In order, but before the end of the program.
    bool has_left() const {
      return returned == 0 && !is_aborted && failed_exits == 0 && placed > static_cast<int>(died_at.size());
    }
  };

  void count_core_time(Seconds now);
  void keep_nodes();

  const scenario::Job& plan_;
  std::size_t index_;
  results::JobRow row_;
  Phase phase_ = Phase::waiting;
  bool has_begun_ = false; ///< true from its first run on
  int first_ranks_;
  Seconds eligible_since_;
  int answers_ = 0;
  Seconds core_time_{0};  ///< from the job's start to `counted_to_`
  Seconds counted_to_{0}; ///< the time to which core_time_ is counted
  Run run_;
};

} // namespace daruma::run
