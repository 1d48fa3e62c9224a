// Leads the jobs of a scenario through their lives: what the scenario does to them and when, what follows from what
// happens to their processes, and what is written down of it. The same for simulated and real jobs; their driver says
// what happened, and does what is decided here.
#pragma once

#include "sim/core/node_loss.hpp"
#include "sim/core/rank_move.hpp"
#include "sim/results/event_log.hpp"
#include "sim/run/cores.hpp"
#include "sim/run/event_plan.hpp"
#include "sim/run/job_life.hpp"
#include "sim/run/phases.hpp"
#include "sim/run/slowness.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::run {

/// What is the matter with a run that is not to be trusted.
enum class Breakdown {
  standstill, ///< everybody waits for somebody, for ever
  stopped,    ///< a process cannot go on
  endless,    ///< a process does something without end
  misuse,     ///< MPI was used as no MPI could serve it
  policy,     ///< a policy of the user's answered what cannot be done
  lack,       ///< this computer has no room for something: files, addresses
  crash       ///< the simulator's own
};

/// Which of so many bits is turned over, in what that says; nothing where there are too few.
using ChooseBit = std::function<std::optional<std::uint64_t>(std::uint64_t bits, const std::string& of_what)>;

/// What the controller of jobs leaves to the world that they run in: simulated (SimGrid) or real (processes of an MPI).
///
/// A driver starts processes and ends them, and has a clock. Whatever happens to a process it tells to the controller,
/// which decides what follows.
class Driver {
public:
  virtual ~Driver() = default;

  virtual Seconds now() const = 0;
  /// Does something at that time, if the run goes on until then.
  virtual void at(Seconds when, std::function<void()> action) = 0;

  /// The job's time has come: it starts, or waits until it may.
  virtual void submit(JobLife&) = 0;
  /// The job has lost all its processes and is to run once more: a rerun, or it waits again.
  virtual void submit_again(JobLife&, Sequel) = 0;
  /// The job has ended for ever.
  virtual void job_ended(const JobLife&) {}
  /// Puts an order where the job will read it.
  virtual void deliver(JobLife&, const std::string& order) = 0;

  /// Numbers of the job's living processes, ascending: the ranks that a kill counts by.
  virtual std::vector<int> living(const JobLife&) const = 0;
  /// Ends a living process, as SIGKILL would.
  virtual void kill(JobLife&, int process, const std::string& cause) = 0;
  /// Ends all processes of a job that has ended.
  virtual void kill_all(JobLife&, const std::string& cause) = 0;
  /// The scenario has a node go off.
  virtual void switch_off(int node) = 0;
  /// Nothing is placed on some node any more.
  virtual void node_given_up() {}

  // From now on something takes so many times as long; once, if as long as ever. A world that cannot see to it refuses
  // scenarios that ask for it.

  virtual void slow_process(JobLife&, int /*process*/, double /*factor*/) {}
  virtual void slow_node(int /*node*/, double /*factor*/) {}
  virtual void slow_link(const std::string& /*link*/, double /*factor*/) {}

  // For a while, likewise: a node does not answer, nothing passes between two sets of nodes.

  virtual void hang(int /*node*/) {}
  virtual void answer(int /*node*/) {}
  virtual void begin(const scenario::Partition&) {}
  virtual void end(const scenario::Partition&) {}

  // What the network is late with, of a process of a job.

  /// Its nth message from now on that its program sends by itself, for so long.
  virtual void delay_message(JobLife&, int /*process*/, int /*nth*/, Seconds /*duration*/) {}
  /// From now on, news of each death, for so long.
  virtual void delay_news(JobLife&, int /*process*/, Seconds /*duration*/) {}

  // Errors that nobody is told of but the event log, in a process of a job.

  /// In its nth message with data from now on.
  virtual void flip_message(JobLife&, int /*process*/, int /*nth*/, const ChooseBit&) {}
  /// In the array that its program has given that name; false if there is none.
  virtual bool flip_array(JobLife&, int /*process*/, const std::string& /*array*/, const ChooseBit&) { return false; }
  /// Its program does not get the nth piece of memory from now on; `told` what it asked for, and where.
  virtual void deny_memory(JobLife&, int /*process*/, int /*nth*/,
                           const std::function<void(const std::string& what)>&) {}

  /// A process is gone: what was in its memory is lost.
  virtual void forget(JobLife&, int process) = 0;
  /// All processes that were placed are gone. Tells the controller as soon as there will be no more.
  virtual void last_one_gone(JobLife&) = 0;
};

class JobController {
public:
  using Jobs = std::vector<std::unique_ptr<JobLife>>;

  JobController(const scenario::Scenario&, int replication, Driver&);

  const scenario::Scenario& scenario() const { return scenario_; }
  int replication() const { return replication_; }
  Jobs& jobs() { return jobs_; }
  JobLife& find(std::string_view name);
  Cores& cores() { return cores_; }
  results::EventLog& log() { return log_; }

  // Has the driver do things at their times.

  void plan_starts();
  /// The scenario's events, and its nodes' failures.
  void plan_events();
  /// Those that the driver has to see to: it knows what processes call.
  std::vector<const scenario::Event*> events_during_calls() const { return event_plan_.events_during_calls(); }
  void plan_horizon();
  /// Whether every job has ended.
  bool is_over() const;
  bool is_cut() const { return cut_.has_value(); }
  int jobs_left() const;
  /// Something happened after which nothing means anything. The first reason is kept.
  void break_down(Breakdown kind, const std::string& why);
  /// Empty if the run is to be trusted.
  const std::string& breakdown() const { return breakdown_; }
  /// Of one that is not.
  Breakdown kind_of_breakdown() const { return kind_of_breakdown_; }
  /// The run ends though not every job has; `what` as in JobLife::break_off.
  void break_off(const std::string& what);
  /// The run ends here and now because somebody outside wants it to, and its result says so. Nothing happens if every
  /// job has ended, or a second time.
  void cut(const std::string& by);
  results::Result result(std::map<std::string, std::string> versions);

  /// For people, at the driver's time; `process` may be none.
  void note(const JobLife&, const std::string& kind, const std::string& text, int process = -1);
  void note(const std::string& kind, const std::string& text);

  // What happens to jobs. Times are the driver's.

  /// The first processes of a run are up.
  void began(JobLife&, Seconds when, int processes);
  void died(JobLife&, int process, Seconds when, const std::string& cause);
  /// A process is gone, in order or not.
  void left(JobLife&, int process, Seconds when);
  /// A process begins its program again in place.
  void rolled_back(const JobLife&, int process, Seconds when);
  /// A process ended in order, and told with its exit status that something failed.
  void failed(JobLife&, int process, Seconds when, int status);
  /// The job is being ended because of one of its processes, or of -1.
  void aborted(JobLife&, int by, Seconds when, const std::string& reason);
  /// A process cannot go on: a model's program ended with an exception, or a program of the user's has no end.
  void broke(const JobLife&, int process, Breakdown kind, const std::string& what);
  /// The job goes on after a failure or with another size.
  void restarted(JobLife&, int process, Seconds when, const std::string& how);
  /// Ranks of the job go on in other processes.
  void migrated(const JobLife&, int process, Seconds when, const std::vector<RankMove>&);
  void answered(JobLife&, int process, Seconds when, int ranks);
  /// A process's program begins a phase, or ends the one that it began last.
  void phase_begun(const JobLife&, int process, Seconds when, const std::string& name);
  void phase_ended(const JobLife&, int process, Seconds when);
  /// No process of the job is left: it is run again, or ends.
  void emptied(JobLife&, Seconds when);
  /// The job ends for ever. `reason`: why, if nothing else tells.
  void end(JobLife&, Seconds when, const std::string& reason);

  // What is done to them.

  /// What an event says, now; nothing happens where everything is over.
  void carry_out(const scenario::Event&);
  void order(JobLife&, const std::string& line);
  bool is_lost(int node) const { return lost_nodes_.count(node) > 0; }
  /// Nothing is placed on the node any more.
  void give_up(int node);
  /// Jobs have the node no more. False if they had lost it before. Ends no process.
  bool lose_node(int node, NodeLoss, const std::string& why);
  /// Ends the jobs' processes on the node.
  void strike_node(int node, const std::string& cause);

private:
  void plan(const std::vector<Due>&);
  void act(const scenario::KillProcesses&, const scenario::Event&);
  void act(const scenario::KillRanks&, const scenario::Event&);
  void act(const scenario::KillRandom&, const scenario::Event&);
  void act(const scenario::NodeOff& off, const scenario::Event&) { driver_.switch_off(off.node); }
  void act(const scenario::SlowProcesses&, const scenario::Event&);
  void act(const scenario::SlowRanks&, const scenario::Event&);
  void act(const scenario::SlowNode&, const scenario::Event&);
  void act(const scenario::SlowLink&, const scenario::Event&);
  void act(const scenario::Hang&, const scenario::Event&);
  void act(const scenario::Partition&, const scenario::Event&);
  void act(const scenario::FlipMessage&, const scenario::Event&);
  void act(const scenario::FlipArray&, const scenario::Event&);
  void act(const scenario::DelayMessage&, const scenario::Event&);
  void act(const scenario::DelayNews&, const scenario::Event&);
  void act(const scenario::DenyMemory&, const scenario::Event&);
  void act(const scenario::Resize&, const scenario::Event&);
  void act(const scenario::Command&, const scenario::Event&);
  void act(const scenario::BreakComponent&, const scenario::Event&) {} // somebody else has planned it
  bool goes_on() const { return !is_over() && breakdown_.empty(); }
  /// Whether the process lives; if not, it is noted that the deed came to nothing.
  bool lives(const JobLife&, int process, const std::string& deed);
  /// The living process of that rank; if there are not so many, the same is noted.
  std::optional<int> process_of(const JobLife&, int rank, const std::string& deed);
  /// Draws the bit if it is not given, and notes what was turned over.
  ChooseBit chooser_of(JobLife&, int process, std::optional<int> bit);
  void kill_rank(JobLife&, int rank);
  void kill_process(JobLife&, int process);
  /// `tell` notes the beginning and the end, each with its kind; `set` lets it take so many times as long.
  template <class Key, class Note, class SetFactor>
  void slow_down(Slowness<Key>&, const Key&, const scenario::Slowdown&, Note tell, SetFactor set);
  void slow_process(JobLife&, int process, const scenario::Slowdown&);
  void begin_hang(int node);
  void end_hang(int node);
  /// Does something when so much time has passed, if anything goes on then.
  void when_over(Seconds duration, std::function<void()> action);
  std::vector<int> on_node(const JobLife&, int node) const;
  void measure(const JobLife&);
  void close_at_horizon();

  const scenario::Scenario& scenario_;
  int replication_;
  Driver& driver_;
  EventPlan event_plan_;
  Cores cores_;
  Jobs jobs_;
  results::EventLog log_;
  Phases phases_{log_};
  std::set<int> lost_nodes_;
  Slowness<std::pair<std::size_t, int>> slow_processes_; ///< by job and number
  Slowness<int> slow_nodes_;
  Slowness<std::string> slow_links_;
  std::map<std::pair<std::size_t, int>, int> drawn_bits_; ///< how many, by job and number of the process
  struct Hanging {
    int hangs = 0;  ///< how many of them are under way
    int deaths = 0; ///< of processes there, since the first began
  };
  std::map<int, Hanging> hanging_;             ///< by node
  std::set<const scenario::Event*> have_come_; ///< only looked up
  std::string breakdown_;
  Breakdown kind_of_breakdown_{};
  std::optional<results::Cut> cut_;
};

} // namespace daruma::run
