// What a batch system decides, whatever a job is: who starts on how many processors, who makes room for an urgent job,
// who gets back what it gave up, and who can never start.
//
// It has no clock and does nothing itself: it is told what happened, and answers with decisions when it is asked. They
// may be carried out at once (by the jobs of a centre without ranks) or when a job obeys (jobs with ranks); it goes on
// from what is reported.
//
// Urgent jobs start first. While none waits or starts, jobs that run on fewer processors than they asked for get back
// what is free, once half of what they lack is there. Then the queue policy chooses; the first that it leaves waiting
// starts on fewer processors if it can and ends sooner so. Jobs are numbered in the order in which they first came: who
// has to wait again keeps its place, and of equals the one with the lower number counts as the first. Where ranks
// change with time the queue is put in order before the policy chooses.
//
// Where nodes are of several pools (pools.hpp) it also decides in which pools a job has its processors, and starts
// nobody whose limit reaches into a window that does not admit it. What a job gives up for an urgent one may lie in
// pools where that may not be: then more is asked for.
//
// A strategy (malleability.hpp) has malleable jobs share what there is. The queue policy sees each of them on the size
// on which the strategy has it start, and the first that it leaves waiting gets room. It has that size in the queue
// from then on, and what is free is kept for it. What is left goes to those that run, also while others wait that it
// does not suit.
//
// Evolving jobs that run ask for processors themselves, and get them before those that wait or while nobody does.
//
// What runs at once may be limited, too (quotas.hpp): by partition and user, and by a power cap. Urgent jobs are under
// no limit of partitions, and heed the cap only as it is when they start.
//
// Of run times only limits are known. They are counted on all processors that a job asked for, from the beginning each
// time that it is started. Who is beyond its limit is expected to end at any moment.
#pragma once

#include "sim/batch/malleability.hpp"
#include "sim/batch/predictions.hpp"
#include "sim/batch/preemption.hpp"
#include "sim/batch/queue_policy.hpp"
#include "sim/batch/quotas.hpp"
#include "sim/batch/request.hpp"

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace daruma::batch {

struct Decision {
  enum class Kind {
    start,
    shrink,
    grow,
    preempt, ///< to end, and to come again
    reject,  ///< it waits for more processors than there can be
  };
  Kind kind;
  std::size_t job;
  int processors = 0;   ///< to start or to go on with
  std::size_t whom = 0; ///< the urgent job that gets the room
  CoresByPool where{};  ///< of a start all processors, of growth those that it gets; empty: there is but one pool
};
/// Whether one of them makes room.
bool make_room(const std::vector<Decision>&);

class Scheduler {
public:
  /// `reserve` processors are kept for urgent jobs, if the preemption policy keeps any. Without pools there is but one.
  Scheduler(const QueuePolicy&, const PreemptionPolicy&, int reserve, scenario::QueueParameters = {},
            const Pools* pools = nullptr);

  /// From now on, on a machine of pools, these limits hold.
  void limit(const Quotas& quotas) { quotas_ = &quotas; }
  /// From now on, on a machine of pools, this cap holds beside what nodes draw without work.
  void limit(const PowerRoom& power);

  /// From now on, on a machine of one pool, malleable jobs share by that strategy.
  void resize_by(const MalleabilityStrategy& strategy) { strategy_ = &strategy; }

  /// How evolving jobs that run get the processors that they ask for. All or none, once they are free; who asked first
  /// is looked at first, and who can be given all gets it, whoever asked before.
  void serve_requests(scenario::GrowthRequests requests) { requests_served_ = requests; }

  /// A job waits, for the first time or again.
  void submitted(const Request&);
  /// One that waits has been started by somebody else.
  void started(std::size_t job, Seconds now);
  /// A running job has so many processors from now on, where there are several pools in these.
  void resized(std::size_t job, int processors, Seconds now, const CoresByPool& where = {});
  /// A running job has done what it was told last, as far as it will.
  void obeyed(std::size_t job, Seconds now);
  /// A running job could use so many processors, and goes on with what it has until it gets more of them.
  void asks_for(std::size_t job, int processors);
  /// A running job comes to its end: nothing more is given to it.
  void ending(std::size_t job);
  /// It neither waits nor runs any more; or what was released under that number is free.
  void ended(std::size_t number, Seconds now);
  /// These processors, which no job has any more, will be free at `until`.
  void releasing(std::size_t number, int processors, Seconds now, Seconds until, const CoresByPool& where = {});
  /// No more than that can be free together from now on.
  void capacity_changed(int most);
  /// A window has begun or ended.
  void windows_changed() { is_any_hopeless_ = true; }

  /// What is to happen now that so many processors are free. Where room is made nothing else is decided: ask again when
  /// that has been carried out.
  std::vector<Decision> decide(Seconds now, int free, CoresByPool free_by_pool = {});

  /// Jobs, in the order of the queue.
  std::vector<std::size_t> waiting() const;
  struct Demand {
    std::size_t jobs;
    long long processors; ///< that they ask for
  };
  /// Of those that wait.
  Demand demand() const { return {waiting_.size(), asked_for_}; }
  /// Processors that are kept for urgent jobs.
  int kept_for_urgent() const { return reserve_; }

private:
  struct Running {
    Request request;
    int has;            ///< processors
    int target;         ///< that it was told to go on with; 0: it was told to end
    Seconds since;      ///< its start
    Seconds limit_left; ///< at `counted_at`, on all its processors
    Seconds counted_at;
    int counted_on; ///< processors since then
    Seconds end_by{0};
    Seconds told_at{0};
    bool is_growing = false; ///< it was told to grow, and has not yet
    bool is_ending = false;
    Seconds not_expected{0}; ///< of its limit: what was predicted is less
    int extensions = 0;      ///< of what was predicted
    CoresByPool where{};     ///< what it has, and what it was told to take; empty: there is but one pool
  };
  using Decisions = std::vector<Decision>;

  template <class Use> static void each_entry(const Running&, Use);
  static int expected(const Running&);
  static void count(Running&, Seconds now);
  void enter(const RunningJob&);
  void withdraw(const RunningJob&);
  template <class Change> void update(Running&, Change);
  void extend(Running&, Seconds now);
  void stop_growing(Running&);
  void tell(Running&, int target, Seconds now, const CoresByPool& more = {});
  void note_shrunk(const Running&);
  void remove(const std::vector<std::size_t>& places);
  std::size_t place_of(std::size_t job) const;

  int usable(int free) const { return std::max(0, free - reserve_); }
  bool is_urgent_waiting() const { return urgent_waiting_ > 0; }
  bool can_ever_start(const Request&, Seconds now) const;
  int promised() const;
  int coming(const WaitingJob& head, Seconds now) const;

  // Which pools a job may have, in scheduler_pools.cpp.
  int open_part(int processors, const CoresByPool&, const Requester&, Seconds now, Seconds limit) const;
  std::optional<CoresByPool> room_for(int processors, const Requester&, Seconds now, Seconds limit, int free) const;
  std::vector<RunningShare> shares() const;
  int allowed(const Requester&, Seconds now, Seconds length) const;
  int powered(Seconds now, int free) const;
  void keep_for_urgent();
  void give_back_in_pools(Decisions&, Seconds now, const std::vector<ShrunkJob>&, int& free);
  Seconds start_at_latest(const WaitingJob& head, Seconds now, int free) const;

  void enqueue(const Request&);
  void order_queue(Seconds now, int free);
  bool are_ranks_fixed() const;
  Seconds expected_run(const Request&) const;
  void learn(int user, Seconds run);
  void count_use(const Request&, int processors, Seconds now);
  void extend_late(Seconds now);

  void reject(Decisions&, Seconds now);
  void start(Decisions&, std::size_t job, int processors, const CoresByPool& where, Seconds now);
  void start_urgent(Decisions&, Seconds now, int& free);
  void preempt(Decisions&, Seconds now, int free);
  void give_back(Decisions&, Seconds now, int& free);
  void grant(Decisions&, Seconds now, int& free);
  void start_chosen(Decisions&, Seconds now, int& free);
  void start_moulded(Decisions&, Seconds now, int& free);

  // What a strategy decides, in scheduler_malleability.cpp.
  static Sizes sizes_of(const Request&);
  int opening(const Request&) const;
  MalleableJobs malleable_jobs() const;
  void see_on(int processors, const Request&, WaitingJob&) const;
  void start_by_strategy(Decisions&, Seconds now, int& free);
  bool start_first(Decisions&, Seconds now, int& free);
  void grow_by_strategy(Decisions&, Seconds now, int free);

  const QueuePolicy& queue_;
  const PreemptionPolicy& preemption_;
  int reserve_;
  scenario::QueueParameters parameters_;
  const QueueOrder& order_;
  const Pools* pools_;                             ///< none: there is but one
  const MalleabilityStrategy* strategy_ = nullptr; ///< none: jobs give processors to urgent ones only
  const Quotas* quotas_ = nullptr;                 ///< none: there are no limits by partition and user
  scenario::GrowthRequests requests_served_ = scenario::GrowthRequests::before_queue;
  std::optional<PowerRoom> power_{}; ///< none: there is no cap
  FairShares shares_;
  Predictions predictions_{};
  std::unique_ptr<PolicyCache> cache_{};
  int most_ = std::numeric_limits<int>::max();
  std::vector<WaitingJob> waiting_{}; ///< urgent ones first, then by rank and number
  CoresByPool free_by_pool_{};        ///< in a decision; empty: there is but one pool
  int urgent_waiting_ = 0;
  long long asked_for_ = 0;                             ///< processors, by those that wait
  Seconds urgent_at_ = -never;                          ///< when an urgent job last waited or started
  std::unordered_map<std::size_t, Request> requests_{}; ///< of those that wait
  std::map<std::size_t, Running> running_{};
  std::map<std::size_t, std::vector<RunningJob>> releases_{}; ///< an entry for each pool
  std::vector<RunningJob> by_limit_{};                        ///< sorted; what is being released is among them
  struct Asking {
    std::size_t job;
    int processors;
  };
  std::vector<Asking> asking_{};   ///< who runs and has less, in the order of asking
  std::set<std::size_t> shrunk_{}; ///< malleable jobs that go on with less than they asked for
  int growing_ = 0;                ///< jobs
  int releasing_ = 0;              ///< processors
  int busy_ = 0;                   ///< processors of all that is in `by_limit_`
  bool is_any_hopeless_ = false;   ///< some job that waits may be one that can never start
};

} // namespace daruma::batch
