// A computing centre, event by event: jobs come, wait, start where the scheduler says so (scheduler.hpp), are hit by
// failures, make room for urgent ones, change their sizes, and end.
//
// Cores are alike, and a job runs as fast on any of them. Starting a job takes no time unless it has a checkpoint to
// load; a batch system knows at once of a failure, and jobs obey at once. What is due at the same time happens before
// anybody starts: first evolving jobs change, then jobs end, then nodes fail and come back, then jobs come.
//
// Jobs may depend on each other (dependencies.hpp): the scheduler sees a job once it is eligible, and those that wait
// for others do not count as waiting.
//
// Jobs that save, load, read and write at the same time share the file system (file_system.hpp). What checkpoints,
// failures and others on the file system take lets jobs run beyond their limits; nobody is ended for that. Where
// checkpoints are written, a state is also saved when the number of processors has changed (DyProReconf 5.4).
#pragma once

#include "sim/batch/costs.hpp"
#include "sim/batch/failure_policy.hpp"
#include "sim/batch/faults.hpp"
#include "sim/batch/job.hpp"
#include "sim/batch/malleability.hpp"
#include "sim/batch/nodes.hpp"
#include "sim/batch/pools.hpp"
#include "sim/batch/preemption.hpp"
#include "sim/batch/queue_policy.hpp"
#include "sim/batch/quotas.hpp"
#include "sim/core/supervision.hpp"
#include "sim/results/records.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace daruma::batch {

class OutsideScheduler;
class PlacementCost;

/// Nodes that the jobs of a partition may be on, and how much these have at once.
struct Partition {
  std::string name;
  std::vector<int> nodes;
  PartitionQuota quota{};
};

struct Rules {
  int nodes = 1;
  int cores = 1; ///< of a node
  const QueuePolicy* queue = &queue::easy;
  scenario::QueueParameters queue_parameters{};
  OutsideScheduler* outside = nullptr; ///< decides in their place (outside_scheduler.hpp); none: nobody does
  const FailurePolicy* failure = &on_failure::rerun;
  const PreemptionPolicy* preemption = &preemption::wait;
  const MalleabilityStrategy* strategy = nullptr; ///< none: jobs give processors to urgent ones only
  std::vector<scenario::SizeChange> evolution{};  ///< of evolving jobs, by `at`
  scenario::GrowthRequests requests = scenario::GrowthRequests::before_queue;
  Costs costs{};
  std::optional<scenario::CentreIo> io{};                 ///< what jobs read and write; none: nothing is known of it
  int spares = 0;                                         ///< nodes
  int idle = 0;                                           ///< processors for urgent jobs only, if the policy keeps any
  std::vector<Window> windows{};                          ///< in which nodes are closed (pools.hpp)
  std::vector<Partition> partitions{};                    ///< by place; none: everybody may be on every node
  std::optional<scenario::CentrePower> power{};           ///< none: it is not known
  ChooseNodes choose_nodes{};                             ///< none: the lowest
  PlacementCost* placement_cost = nullptr;                ///< none: it costs nothing
  int give_up = 1000;                                     ///< interruptions after which a job is lost
  bool kill_invalid_depend = false;                       ///< whose dependency can never hold is cancelled
  std::vector<std::string> array_names{};                 ///< of jobs' arrays, by number
  const std::vector<std::string>* names = nullptr;        ///< of jobs; none: their numbers from 1
  std::function<double(int nodes, int replaced)> slide{}; ///< how much longer a job takes on replaced nodes; none: not
};

/// Whether jobs may read or write anything.
inline bool use_file_system(const Rules& rules) { return rules.io || is_shared(rules.costs); }

struct JobOutcome {
  Seconds submit{0}; ///< as it came, which depends on others if it follows one
  Seconds start{0};  ///< the first time
  Seconds end{0};
  Seconds waited{0};   ///< all times together, since it was eligible
  Seconds used{0};     ///< time of one core each that its work took, without what was done in vain
  Seconds occupied{0}; ///< time of one core each that it had any, also in vain
  int interruptions = 0;
  int resizes = 0; ///< changes of its size while it ran
  enum class Fate {
    pending,
    finished,
    lost,
    never_eligible, ///< what it depends on can never be: it stays pending
    cancelled       ///< for the same reason
  } fate = Fate::pending;
  Seconds eligible{0}; ///< when it could have run first
};

/// What became of the time of all cores from the first submission until the last job ended. Each second of a core is in
/// one of these, so that they come to all of it.
struct Ledger {
  Seconds finished{0};     ///< work of jobs that came to their end
  Seconds lost{0};         ///< work that was saved, of jobs that never did, and all that was done if the run was cut
  Seconds failure{0};      ///< work done in vain, recovery and loading
  Seconds checkpoints{0};  ///< periodic ones, with their wait for others on the file system
  Seconds placement{0};    ///< longer exchanges because of where the nodes lie
  Seconds file_system{0};  ///< longer reading and writing because of others' on the file system
  Seconds spares{0};       ///< spare nodes that stood by, and longer ways to those in use
  Seconds urgent{0};       ///< work done in vain, saving, loading and changes of size for urgent jobs
  Seconds resizing{0};     ///< changes of size that a strategy ordered or evolving jobs asked for
  Seconds down{0};         ///< nodes that had failed, until they were up again
  Seconds maintenance{0};  ///< nodes that are up, and closed to everybody
  Seconds held{0};         ///< idle nodes that were reserved for some users
  Seconds reserved{0};     ///< kept idle for urgent jobs
  Seconds beside_queue{0}; ///< idle while jobs waited that had no room, or were not let past others
  Seconds idle{0};         ///< while nobody waited
};
Seconds sum(const Ledger&);

/// What nodes drew in that time, in watt-seconds. The whole is what jobs had, what nodes drew beside them, and what
/// those drew that were down.
struct Energy {
  double of_jobs = 0; ///< busy cores, with their part of what the node draws anyway
  double idle = 0;    ///< the other cores of nodes that were up
  double off = 0;
  double most_power = 0; ///< in watts, the highest
  Seconds beyond_cap{0}; ///< how long more was drawn than the cap allowed
};
inline double sum(const Energy& energy) { return energy.of_jobs + energy.idle + energy.off; }

/// What evolving jobs asked for.
struct GrowthRecord {
  int requests = 0;
  int granted = 0;
  Seconds waited{0}; ///< of those that were granted
};

/// Where jobs lay, if it is chosen.
struct PlacementRecord {
  int starts = 0;
  double rows = 0;               ///< of nodes, by number, of all that started
  double stretch = 0;            ///< of all that started, in times
  double most_fragmentation = 0; ///< while jobs waited
};

/// Transfers to and from the file system.
struct FileSystemRecord {
  double transfers = 0;
  Bytes moved{0};   ///< by all, also by those that were called off
  Seconds took{0};  ///< those that were not called off, one after the other
  Seconds alone{0}; ///< as long as these would have taken alone
};

struct CentreEvent {
  Seconds time;
  std::string kind;
  std::size_t job; ///< its number; none: that of all jobs
  std::string text;
};

struct History {
  std::vector<JobOutcome> outcomes; ///< by job
  Ledger ledger;
  int failures = 0;    ///< of nodes, until the last job ended
  Seconds capacity{0}; ///< time of all cores, which the ledger tells of
  Energy energy;       ///< if it is known what nodes draw
  PlacementRecord placement;
  GrowthRecord growth;
  FileSystemRecord file_system;
  std::vector<CentreEvent> events;
  std::optional<results::Cut> cut; ///< it ended there, and jobs that had come or not are pending
};

class CentreObserver;

/// `jobs` are sorted by time of submission, which is not looked at of those that follow another; none needs more than
/// all processors that are neither spare nor kept idle, or than all that are not spare if it is urgent. Without faults
/// nothing fails. The observer (centre_observer.hpp), if there is one, is told what happens; a supervisor may cut it.
History simulate(const std::vector<Job>& jobs, const Rules&, Faults faults = nullptr,
                 CentreObserver* observer = nullptr, Supervisor* supervisor = nullptr);

} // namespace daruma::batch
