// The resource manager of a simulated machine: which jobs start, and who makes room for an urgent one.
//
// Decides by the centre's policies (sim/batch), as the fast fidelity does, on what it can know: free cores, who runs
// on how many, how long jobs may run. It does nothing itself: a job that is told to go on with fewer ranks does so when
// it reads the order, and cores are free when their processes have ended or rest. While room is being made for an
// urgent job nobody else starts; a job with "fewest" may start on fewer ranks if it ends sooner so; when none waits any
// more, those who gave ranks up are told to take back what is free.
#pragma once

#include "sim/batch/queue.hpp"
#include "sim/batch/urgent.hpp"
#include "sim/run/job_life.hpp"
#include "sim/scenario/parse.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::run {

class Manager {
public:
  enum class What {
    start,
    yield,     ///< go on with fewer ranks
    grow_back, ///< go on with more
    evict,     ///< end, and wait to be started again
  };
  struct Move {
    What what;
    JobLife* job;
    int ranks;             ///< to go on with
    std::string whom = {}; ///< the urgent job that needs the room
  };

  /// There are policies of these names.
  explicit Manager(const scenario::Manager&);

  void submit(JobLife&);
  /// A running job has no processes any more.
  void ended(const JobLife&);
  /// What happens now that so many cores are free. They are taken for done.
  std::vector<Move> decide(Seconds now, int free);

private:
  struct Running {
    JobLife* job;
    Seconds since;
    int told;           ///< ranks to go on with
    int ranks;          ///< that it has had
    Seconds left;       ///< of its limit on all its ranks
    Seconds counted_to; ///< both since and until then
    bool grows = false; ///< it was told more than it had
    int answers = 0;    ///< that it had given to orders by then
  };
  static int cores(const JobLife&);
  static bool is_urgent(const JobLife& job) { return job.plan().deadline.has_value(); }

  static bool is_promised(const Running&);
  int coming() const;
  int promised() const;
  std::vector<Move> make_room(const JobLife& urgent, int lacking);
  std::vector<Move> give_back(int& free);
  void keep_count(Seconds now);
  std::vector<batch::RunningJob> by_limit(Seconds now) const;
  std::vector<Move> start(Seconds now, int& free);
  std::optional<Move> mould(Seconds now, int& free);
  Move start(std::size_t place, int ranks, Seconds now);
  bool is_urgent_waiting() const { return !waiting_.empty() && is_urgent(*waiting_.front()); }

  const batch::QueuePolicy& queue_;
  const batch::UrgentPolicy& urgent_;
  int idle_;                      ///< cores that only urgent jobs get
  std::vector<JobLife*> waiting_; ///< urgent ones first
  std::vector<Running> running_;
};

/// What is wrong with the scenario's manager; nothing if it has none.
std::vector<scenario::Problem> objections_to_manager(const scenario::Scenario&, const std::string& file);

} // namespace daruma::run
