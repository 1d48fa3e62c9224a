// When jobs start: at once when they come, or, in a scenario with a manager, when the batch scheduler says so, which
// may have others give ranks up or end for them. Who has to end is killed, or where the policy says so is told to save
// where it is and to end: jobs of models that can, with a checkpoint that outlives them.
//
// The scheduler sees a job that depends on others once it is eligible (sim/batch/dependencies.hpp).
//
// As resource managers do by default (Slurm but for --no-kill) it ends a job that loses a node, if that is one that
// starts again rather than goes on; it knows of a lost node at once.
#pragma once

#include "sim/batch/dependencies.hpp"
#include "sim/batch/listed_dependencies.hpp"
#include "sim/batch/scheduler.hpp"
#include "sim/run/cores.hpp"
#include "sim/run/job_controller.hpp"
#include "sim/run/job_life.hpp"
#include "sim/run/simulated/simulate.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace daruma::run {

/// Jobs with ranks under the batch scheduler (sim/batch/scheduler.hpp): tells it what they ask for and what cores they
/// have, and finds the job that a decision is about.
///
/// A job that is told to go on with more or fewer ranks does so when it reads the order; its cores are free when the
/// processes have ended or rest, and those that it gets are its own when processes have started on them. Once one of
/// its processes has come to the end of the program, nobody else gets a core of the job's before all have ended, as
/// resource managers have it.
class QueuedJobs {
public:
  /// The scenario has a manager whose policies exist. Both outlive this.
  QueuedJobs(const scenario::Scenario&, const Models&);

  /// A job waits, for the first time or again.
  void submit(JobLife&);
  /// Whether it is told to save where it is and to end, rather than killed.
  bool puts_aside(const JobLife&) const;
  /// A job has no processes any more.
  void ended(const JobLife&, Seconds now);
  std::vector<batch::Decision> decide(Seconds now, const Cores&);

  JobLife& job(std::size_t number) const { return *known_.at(number); }
  std::size_t number_of(const JobLife&) const;
  /// By their numbers.
  const std::vector<const scenario::Job*>& in_order() const { return in_order_; }

private:
  struct Running {
    JobLife* job = nullptr;
    int answers = 0; ///< to orders, when the scheduler decided about the job last
    int cores = 0;   ///< that it has, as the scheduler knows

    /// That its processes have left behind, and are the job's until it has ended.
    int held() const { return std::min(job->returned(), std::max(0, cores - job->cores())); }
  };

  void report(std::size_t number, Running&, Seconds now);

  const Models& models_;
  const batch::PreemptionPolicy& preemption_;
  batch::Scheduler scheduler_;
  /// By number: as they come, those that come together as the scenario lists them.
  std::vector<const scenario::Job*> in_order_{};
  std::map<std::size_t, JobLife*> known_{}; ///< jobs that have come
  std::map<std::size_t, Running> running_{};
  int most_ = -1; ///< cores that there can be, as the scheduler knows
};

class ManagedStarts {
public:
  using Start = std::function<void(JobLife&)>;

  ManagedStarts(JobController& controller, Driver& driver, const Models& models, Start start);

  bool has_queue() const { return queue_.has_value(); }
  /// Its time has come: it starts, or waits until it may.
  void submit(JobLife&);
  /// The job has run and is to run again: it starts, or waits until it may.
  void submit_again(JobLife&);
  /// A running job has lost a process with its node.
  void lost_node(JobLife&);
  /// A running job has no processes any more.
  void emptied(const JobLife&);
  /// A job has ended for ever.
  void ended(const JobLife&);
  /// Something has changed: the scheduler decides anew, once for all that changes at this instant.
  void reconsider();

private:
  bool admit();
  void hold_back(const batch::NeverSatisfied&);
  std::string name_of(const batch::Condition&) const;
  JobLife& job(std::size_t number) { return controller_.find(queue_->in_order()[number]->name); }
  void decide();
  void carry_out(const batch::Decision&);
  void reject(JobLife&);
  void evict(JobLife&, const std::string& whom);

  JobController& controller_;
  Driver& driver_;
  Start start_;
  std::optional<QueuedJobs> queue_;
  batch::ListedDependencies listed_{};
  std::optional<batch::Dependencies> dependencies_{}; ///< none: nobody depends on anybody
  std::set<std::size_t> held_{};                      ///< jobs that would wait forever
  bool decides_ = false;                              ///< it is to decide at this instant
};

} // namespace daruma::run
