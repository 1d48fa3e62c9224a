// Which jobs may run already, and which never will: Slurm's job dependencies and limits of arrays (sbatch(1),
// --dependency and --array) as a state machine. It is told what happens to jobs, and says which of them are eligible.
//
// A job is eligible once it has come and its conditions hold. Only then does a batch scheduler see it, and its wait
// counts from then on, as in Slurm's accounting ("Eligible", "Planned"). A condition that has held is not looked at
// again. A job that is put into the queue again has not ended: who depends on it waits on.
//
// Of an array with a limit no more tasks than that are seen at one time: those that were eligible first, and of these
// the lowest numbers. Its tasks are alike and wait for the same, as Slurm has it (all but aftercorr), and one that
// waits again keeps its turn, so that this leads to the same starts as a scheduler that passes over them.
//
// A condition that can never hold is said with its reason. Whoever is in charge then says whether the job ends for it
// (kill_invalid_depend) or stays pending forever (Slurm's default, reason DependencyNeverSatisfied): then what waits
// for its end never holds either.
#pragma once

#include "sim/batch/job.hpp"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace daruma::batch {

struct NeverSatisfied {
  enum class Why {
    failed,
    succeeded,
    never_runs ///< it stays pending forever itself
  };
  std::size_t job; ///< that will never run
  Condition condition;
  Why why;
};
/// "DependencyNeverSatisfied: afterok of 17, which failed: it waits forever", or is cancelled.
std::string reason_of(const NeverSatisfied&, const std::function<std::string(const Condition&)>& name_of,
                      bool is_cancelled);

class Dependencies {
  using Why = NeverSatisfied::Why;

public:
  /// Whether anybody is held back by anything.
  static bool are_any(const std::vector<Job>&);
  /// The jobs outlive this, and none waits for itself in a circle (circle_among).
  explicit Dependencies(const std::vector<Job>&);

  // What happens to jobs. A job may start several times.

  void came(std::size_t job, Seconds now);
  void started(std::size_t job, Seconds now);
  enum class Ending { succeeded, failed };
  /// For good, whether it has run or not.
  void ended(std::size_t job, Ending, Seconds now);
  /// It stays pending forever.
  void never_runs(std::size_t job);

  // What follows.

  struct Eligible {
    std::size_t job;
    Seconds since;
  };
  /// One that may run from now on.
  std::optional<Eligible> next_eligible(Seconds now);
  /// One that has come, and never may.
  std::optional<NeverSatisfied> next_never_satisfied();
  /// When there is one of either, if nothing else happens.
  Seconds next_time() const;

private:
  struct Waiter {
    std::size_t job;
    const Condition* condition;
  };
  struct State {
    std::size_t open = 0; ///< conditions that do not hold yet, and may still
    Seconds from{0};      ///< when all hold, or the first one
    bool has_come = false;
    bool has_started = false;
    bool is_settled = false;       ///< it is eligible, or never will be
    bool is_in_turn = false;       ///< it is one of so many tasks of its array that may run
    bool awaits_namesakes = false; ///< a singleton that has come
  };
  struct Array {
    int not_started = 0; ///< tasks
    int not_ended = 0;
    bool has_failed = false; ///< one of its tasks
    bool is_stuck = false;   ///< likewise: it stays pending forever
    int limit = 0;
    int in_turn = 0;                          ///< tasks that may run
    std::map<std::size_t, Seconds> waiting{}; ///< tasks that would be eligible, since when
  };
  /// Jobs of the same user and name.
  struct Namesakes {
    std::set<std::size_t> open{}; ///< that have come and not ended
    std::set<std::size_t> running{};
    std::optional<std::size_t> stuck{}; ///< the first that stays pending forever
  };

  std::size_t place_of(const Condition& one) const { return one.is_array ? states_.size() + one.of : one.of; }
  void link();
  template <class Use> void each_waiter(std::size_t place, Use use) const;
  void begin(std::size_t job, Seconds now);
  void note_begin(std::size_t place, Seconds now);
  void note_end(std::size_t place, Ending, Seconds now);
  void note_stuck(std::size_t place);
  void hold(const Waiter&, Seconds from);
  void fail(const Waiter&, Why, std::optional<std::size_t> behind = {});
  void join(std::size_t job, Seconds now);
  void look_at(Namesakes&, Seconds now);
  void block(Namesakes&, std::size_t job);
  void leave(std::size_t job, Seconds now);
  void give_turns(Array&);
  void take_due(Seconds now);

  const std::vector<Job>& jobs_;
  std::vector<State> states_;   ///< by job
  std::vector<Array> arrays_{}; ///< by number
  std::map<int, Namesakes> namesakes_{};
  std::vector<Waiter> waiters_{};                   ///< by the place of what they wait for: jobs, then arrays
  std::vector<std::size_t> first_{};                ///< of each place, among the waiters, and their number
  std::set<std::pair<Seconds, std::size_t>> due_{}; ///< jobs, by when they will be eligible
  std::deque<Eligible> eligible_{};
  std::deque<NeverSatisfied> never_{};
  std::map<std::size_t, NeverSatisfied> doomed_{}; ///< jobs that have not come yet
};

/// Jobs of which each waits for the next and the last for the first, whatever they wait for; none if there are none.
std::vector<std::size_t> circle_among(const std::vector<Job>&);

} // namespace daruma::batch
