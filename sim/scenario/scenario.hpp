// A scenario as immutable typed structs: what JSON said, with defaults and units resolved.
//
// The parser fills every field or reports; nothing here is optional text. Defaults are visible
// here and nowhere else. docs/reference/scenario.md has every field as JSON has it, from the
// schema.
#pragma once

#include "platforms/topology/topology.hpp"
#include "sim/core/checkpoint_cost.hpp"
#include "sim/core/dependency_list.hpp"
#include "sim/core/failure_law.hpp"
#include "sim/core/initial_errhandler.hpp"
#include "sim/core/localisation.hpp"
#include "sim/core/network_model.hpp"
#include "sim/core/provenance.hpp"
#include "sim/core/reconfiguration.hpp"
#include "sim/core/recovery_style.hpp"
#include "sim/core/runtime_profile.hpp"
#include "sim/core/tree_store.hpp"
#include "sim/core/units.hpp"
#include "sim/load/background.hpp"
#include "sim/scenario/call_moment.hpp"
#include "sim/scenario/fault_kind.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace daruma::scenario {

using daruma::CheckpointPlace;
using daruma::FailureLaw;
using daruma::PeriodRule;
using daruma::RecoveryStyle;
using topology::Topology;

/// A class of links: every link of the class has these properties, in each direction.
struct LinkClass {
  BytesPerSecond bandwidth{12.5e9};
  Seconds latency{1e-6};
};

struct Machine {
  std::string name;
  int nodes = 1;
  int cores = 1; ///< per node
  FlopsPerSecond core_speed{1e9};
  LinkClass link;
  BytesPerSecond injection{0}; ///< of a node into the network, over all its links together; 0: no limit but the links'
  int sends_at_once = 0;       ///< messages that a node sends to others at the same time; 0: any number
  LinkClass loopback;          ///< between processes of one node; its bandwidth is shared by all of them
  BytesPerSecond memory{10e9}; ///< copy rate of one process, for checkpoints in local memory
  BytesPerSecond file_system{1e9}; ///< shared by the whole machine, for checkpoints and files
  Seconds file_system_latency{0};  ///< of each access to it, beside that of the way there
  Topology topology;
};

struct Checkpoint {
  int every_loops = 1;
  Bytes size{0}; ///< of one rank, as the cost model sees it
  CheckpointPlace to = CheckpointPlace::local_memory;
};

enum class Placement { block, round_robin }; ///< fill a node's cores first, or deal ranks over nodes

using Argument = std::variant<bool, double, std::string>; ///< model arguments; the model checks them

/// As a program reads it: true or false, the shortest decimal, the text itself.
std::string argument_text(const Argument& argument);
std::map<std::string, std::string> arguments_as_text(const std::map<std::string, Argument>& arguments);

/// What a batch system knows of a job besides its size and limit; numbers as logs have them, 0: not known.
struct Account {
  int user = 0;
  int partition = 0;
  int qos = 0;  ///< its quality of service; in logs the queue that it came through
  int nice = 0; ///< points of priority that it does without
};

/// A task of an array of jobs: those that have its name, in their order.
struct ArrayTask {
  std::string name;
  int limit = 0; ///< of its tasks that run at one time; 0: all may
};

/// Either a model runs or a program of the user's.
struct Job {
  std::string name;
  std::string model;
  std::filesystem::path program;
  std::vector<std::string> command_line; ///< of a program, without its name
  double host_time_scale = 0;            ///< simulated seconds per second that a program computes on this computer
  Seconds patience{60};                  ///< of this computer's time: how long a program may do nothing but loop
  Bytes output_limit{1 << 30};           ///< of the lines that all processes of a program print
  Bytes stack{8 << 20};                  ///< of each process; the lowest 64 KiB are its guard
  bool finalize_at_exit = false;         ///< of a program: an exit with status 0 calls MPI_Finalize if nobody has
  std::optional<InitialErrhandler> initial_errhandler; ///< of a program
  int ranks = 1;
  int spares = 0; ///< further processes that idle until recovery "spare" needs them
  Seconds start{0};
  Placement placement = Placement::block;
  RecoveryStyle recovery = RecoveryStyle::shrink;
  std::map<std::string, Argument> arguments; ///< of a model
  std::optional<Checkpoint> checkpoint;
  std::optional<int> fewest;       ///< ranks with which it can go on
  std::optional<Seconds> limit;    ///< of its run time: what the queue may count on
  std::optional<Seconds> deadline; ///< since `start`; the job is urgent
  Account account;
  DependencyList dependency;      ///< on jobs and arrays by name; no terms: it waits for none
  std::optional<ArrayTask> array; ///< none: it is a job by itself
};

/// What the priority of a job that waits is the sum of: weights of factors from 0 to 1, as Slurm's
/// priority/multifactor has them.
struct PriorityWeights {
  double age = 1000;
  double fair_share = 10000;
  double size = 1000;
  double partition = 1000;
  double qos = 0;
  Seconds max_age{7 * 86400.0};   ///< the wait at which the factor of age is 1
  Seconds half_life{7 * 86400.0}; ///< of what a user has used
  std::vector<double> partitions; ///< priority of each partition, from number 1 on; others have 0
  std::vector<double> qualities;  ///< priority of each quality of service likewise
};

/// What a queue policy may be given besides its name.
struct QueueParameters {
  std::string order;  ///< one of sim/batch/queue_orders.def; empty: the policy's own
  int depth = 1;      ///< jobs for which EASY keeps a reservation
  int lookahead = 50; ///< jobs among which lookahead packs
  double slack = 1;   ///< how far a promised start may be put off, in units of the job's own limit
  PriorityWeights priority;
};

/// Who decides which job starts. Without one jobs start when they come, or never.
struct Manager {
  std::string queue = "fcfs";       ///< one of sim/batch/queue_policies.def
  std::string urgent = "wait";      ///< one of sim/batch/preemption_policies.def: how room is made for an urgent job
  int idle = 0;                     ///< cores that only urgent jobs get, if the policy keeps any
  int spares = 0;                   ///< nodes, the machine's last, that take the places of those that jobs lose
  bool kill_invalid_depend = false; ///< a job whose dependency can never hold is cancelled; otherwise it waits forever
  QueueParameters queue_parameters{};
};

/// Which of a centre's jobs can do with fewer processors than they ask for, at their start or always.
/// From that part of its work on an evolving job needs so many times the processors that it asked for.
struct SizeChange {
  double at = 0;
  double size = 1;
};

/// When evolving jobs get the processors that they ask for: before those that wait, or while nobody does.
enum class GrowthRequests { before_queue, after_queue };

struct FlexibleJobs {
  double mouldable = 0;    ///< part of all jobs that are flexible at their start
  double malleable = 0;    ///< part of all jobs that are flexible always
  double evolving = 0;     ///< part of all jobs that change their sizes by themselves
  double serial_share = 0; ///< of their work
  double smallest = 0.25;  ///< part of their processors that they need
  double largest = 1;      ///< how many times their processors a strategy may give malleable ones
  std::string strategy;    ///< one of sim/batch/malleability_strategies.def; empty: none
  Reconfiguration reconfiguration = Reconfiguration::priced;
  std::vector<SizeChange> evolution; ///< of evolving ones, by `at`
  GrowthRequests requests = GrowthRequests::before_queue;

  bool any() const { return mouldable + malleable + evolving > 0; }
};

/// The time to repair a node is lognormal.
struct NodeRepair {
  Seconds median{0};
  double sigma = 0;
};

/// Nodes that may fail together: so many consecutive ones, or all below a switch of the machine.
struct NodeGroups {
  int nodes = 1;
  int switch_level = 0; ///< of those switches, 1 next to the nodes; 0: `nodes` says it
  double together = 0;  ///< probability that all fail with one
};

/// How many nodes a group has, but for the last, on a machine of that topology.
int size_of_group(const NodeGroups&, const Topology&);

/// Failures as LANL logged them, or as a table of nodes and times.
struct FailureLog {
  std::filesystem::path file;
  std::optional<int> system;               ///< of LANL's, whose file has those of many; none: a table
  int nodes = 0;                           ///< that a table is of; 0: those that it names
  std::optional<Seconds> from{Seconds(0)}; ///< where the log begins to be read; none: drawn
};

/// What jobs read and write, for each core that they ask for.
struct CentreIo {
  Bytes input{0};  ///< before they work
  Bytes output{0}; ///< at their end, and before that after each `every` of work
  Seconds every{never};
};
struct CentreCheckpoint {
  Bytes size{0}; ///< of a core
  CheckpointPlace to = CheckpointPlace::file_system;
  PeriodRule rule = PeriodRule::none;
  Seconds period{0}; ///< of the rule `fixed`
};

struct SpareNodes {
  int nodes = 0;
  std::string method = "0d"; ///< a way of substitution of models/spares
  double exchange_share = 0; ///< of a job's time
};

/// Jobs that a log has, by numbers there: where numbers are listed, it is one of these.
struct LoggedChoice {
  std::vector<int> users;
  std::vector<int> groups;
  std::vector<int> applications;
  std::vector<int> queues;
  std::vector<int> partitions;
  double share = 1; ///< of these jobs, by a lot for each
  Seconds delay{0}; ///< beyond its run time, until a job's deadline
};

/// Jobs that go before all others: some that the log has, or others besides, at listed times or at drawn ones until the
/// log's last job comes.
struct UrgentJobs {
  std::string policy = "wait";          ///< one of sim/batch/preemption_policies.def
  std::optional<LoggedChoice> from_log; ///< then there are no others
  std::vector<Seconds> at;
  Seconds gap{0}; ///< mean, exponential; 0: they are listed
  int processors = 1;
  Seconds run{0};
  Seconds deadline{0}; ///< from its submission to its end
  int idle = 0;        ///< cores that are kept for them
};

/// Nodes that are closed for a while, to all or to all but some users.
struct Reservation {
  int count = 0;          ///< so many nodes; 0: those that `nodes` names
  std::vector<int> nodes; ///< each once, ascending
  Seconds from{0};
  Seconds until{0};
  std::optional<Seconds> every; ///< from one beginning to the next; none: it comes once
  std::vector<int> users;       ///< by their numbers in the log; none: nobody is let in
};

/// Nodes under a name to which jobs are submitted, with limits on these jobs; a node may be in several.
struct CentrePartition {
  std::string name;
  int number = 1;                 ///< by which the log names it
  std::vector<int> nodes;         ///< each once, ascending; none: all of the machine
  std::optional<Seconds> longest; ///< limit of a job's run time
  int job_nodes = 0;              ///< whose cores a job has at most; 0: any number, here and below
  int busy_nodes = 0;             ///< whose cores all its jobs have at most at a time
  int user_nodes = 0;             ///< whose cores the jobs of one user there have at most at a time
  double priority = 0;            ///< under the order multifactor
  bool is_default = false;        ///< for jobs whose partition is none of these
};

/// What a node draws, and what all of them together may.
struct CentrePower {
  Watts idle{0}; ///< of a node that is up
  Watts busy{0}; ///< of a node with work on all its cores, in between in proportion; at least `idle`
  Watts off{0};  ///< of a node that is down
  struct Cap {
    Seconds from{0}; ///< of each day, which begins at the log's start; ascending
    Watts most{0};
  };
  std::vector<Cap> caps; ///< before the first holds the last; none: there is no cap
};

/// What a node of a centre has besides cores; 0: as much as anybody asks for.
struct CentreNode {
  Bytes memory{0};
  int gpus = 0;
};

/// Which nodes jobs get, and what that costs them.
struct CentrePlacement {
  std::string nodes = "first-fit";    ///< one of sim/batch/node_choices.def
  bool is_exclusive = false;          ///< jobs get whole nodes
  double communication = 0;           ///< share of a job's time
  std::string pattern = "stencil-2d"; ///< of its messages
};

/// A computing centre, on all cores of the machine, without ranks.
struct Centre {
  std::filesystem::path log;        ///< in the Standard Workload Format
  int widest = 0;                   ///< jobs that need more cores are left out; 0: none is
  std::string queue = "easy";       ///< one of sim/batch/queue_policies.def
  std::string on_failure = "rerun"; ///< one of sim/batch/failure_policies.def
  int give_up = 1000;               ///< interruptions after which a job is lost
  FlexibleJobs flexible;
  std::optional<NodeRepair> repair; ///< none: a failed node stays off
  NodeGroups groups;
  std::string node_names; ///< from node 0 on, as Slurm writes them; empty: they have none
  std::optional<FailureLog> failure_log;
  std::optional<CentreCheckpoint> checkpoint;
  std::optional<CentreIo> io; ///< none: nothing is known of it
  std::optional<SpareNodes> spares;
  std::optional<UrgentJobs> urgent;
  std::vector<Reservation> reservations;
  std::vector<CentrePartition> partitions;  ///< none: every job may be on every node
  std::optional<CentrePower> power;         ///< none: it is not known
  std::optional<CentreNode> node;           ///< none: what jobs need besides cores is not looked at
  std::optional<CentrePlacement> placement; ///< none: the free nodes of the lowest numbers, whichever, at no cost
  bool feedback = false; ///< a job comes its think time after the end of the one that the log says precedes it
  bool kill_invalid_depend = false; ///< a job whose dependency can never hold is cancelled; otherwise it waits forever
  QueueParameters queue_parameters;
};

/// When an event happens: at a time of the simulation, `delay` after a job's n-th restart, or after such a moment.
struct Trigger {
  Seconds at{0};
  std::string job; ///< empty: absolute time `at`
  int restarts = 0;
  Seconds delay{0};
  std::optional<CallMoment> during{};

  bool has_time() const { return job.empty() && !during; }
};

struct KillProcesses {
  std::string job;
  std::vector<int> processes;
}; ///< by their numbers in the job, which nobody else ever has
struct KillRanks {
  std::string job;
  std::vector<int> ranks;
}; ///< ranks of the first MPI_COMM_WORLD order, as numbered now
struct KillRandom {
  std::string job;
  int count = 1;
  int below = 0;
}; ///< `count` distinct ranks below `below`
struct NodeOff {
  int node = 0;
};
/// For a while, something takes `factor` times as long.
struct Slowdown {
  double factor = 1;
  Seconds duration{0};
};
struct SlowProcesses {
  std::string job;
  std::vector<int> processes;
  Slowdown slowdown;
}; ///< of what they compute; by their numbers in the job
struct SlowRanks {
  std::string job;
  std::vector<int> ranks;
  Slowdown slowdown;
}; ///< as numbered now
struct SlowNode {
  int node = 0;
  Slowdown slowdown;
};
struct SlowLink {
  std::string link; ///< "node3", "switch0.port5" or "3>x"; sim/faults knows the names
  Slowdown slowdown;
};
/// A node that does not answer for a while.
struct Hang {
  int node = 0;
  Seconds duration{0};
};
/// Two sets of nodes between which nothing passes for a while.
struct Partition {
  std::vector<int> nodes;
  std::vector<int> from; ///< none: all others
  Seconds duration{0};
};
/// A bit of a message arrives as its contrary, of each of the processes' `nth` message with data from then on. What the
/// sender has stays as it is.
struct FlipMessage {
  std::string job;
  std::vector<int> processes;
  int nth = 1;
  std::optional<int> bit{}; ///< of its data, from the lowest one of the first byte on; none: drawn
};
/// A bit of an array in each of the processes becomes its contrary.
struct FlipArray {
  std::string job;
  std::vector<int> processes;
  std::string array;        ///< by the name that the program gave it
  std::optional<int> bit{}; ///< counted likewise; none: drawn
};
/// Each of the processes' programs does not get the `nth` piece of memory that it asks for from then on.
struct DenyMemory {
  std::string job;
  std::vector<int> processes;
  int nth = 1;
};
/// Each of the processes' `nth` message from then on, of its program's own and not of a collective call's, comes to its
/// receiver's notice that much later, and so do those to the same receiver that it sends meanwhile.
struct DelayMessage {
  std::string job;
  std::vector<int> processes;
  int nth = 1;
  Seconds duration{0};
};
/// The processes learn of each death from then on that much later than they would.
struct DelayNews {
  std::string job;
  std::vector<int> processes;
  Seconds duration{0};
};
struct Resize {
  std::string job;
  int to = 1;
};
struct Command {
  std::string job;
  std::string text;
}; ///< one line for the job's command file, verbatim
struct BreakComponent {
  std::string what; ///< "node3.cpu_fan"; sim/faults knows the names
};
using Action = std::variant<KillProcesses, KillRanks, KillRandom, NodeOff, SlowProcesses, SlowRanks, SlowNode, SlowLink,
                            Hang, Partition, FlipMessage, FlipArray, DenyMemory, DelayMessage, DelayNews, Resize,
                            Command, BreakComponent>;

struct Event {
  Trigger when;
  Action action;
};

/// Node failures drawn per node from a law (mean `node_mtbf`), or listed. A failed node stays off.
struct Failures {
  const FailureLaw* law = &failure_law::exponential; ///< none: they are listed
  double shape = 1.0;
  Seconds node_mtbf{0};
  struct At {
    Seconds time;
    int node;
  };
  std::vector<At> list;

  bool is_listed() const { return law == nullptr; }
};

/// Every device of a kind breaks after a time drawn for it from a law.
struct Breakdown {
  std::string device; ///< "cpu_fan"
  const FailureLaw* law = &failure_law::exponential;
  double shape = 1.0;
  Seconds mtbf{0};
};

enum class Relation { is, at_least, at_most };

/// Of all runs that there could be: how many of them at least, and how sure one has to be of it.
struct Share {
  double in_at_least = 0; ///< above 0, below 1
  double confidence = 0;  ///< above 0, below 1
};

struct Expectation {
  std::string metric;
  Relation relation = Relation::is;
  std::variant<bool, double> value;
  std::optional<Share> share{}; ///< none: it is of a run by itself
};

/// What of single processes is recorded.
struct Trace {
  /// Processes by number, both ends among them.
  struct Range {
    int first;
    int last;
  };
  std::vector<Range> ranks;       ///< none: of all processes
  std::vector<std::string> kinds; ///< none: of all kinds
};

/// A file that a scenario names, and that its runs depend on.
struct Input {
  std::string name; ///< as the scenario says it
  std::filesystem::path path;
};

/// What `daruma explore` holds each of its cases against.
struct Exploration {
  int survives = 1;            ///< deaths that the jobs promise to survive
  std::string answer = "same"; ///< "same": all lines of the run without deaths; "any"; or a metric of that run
  bool may_leak = false;       ///< whether communicators may be left behind
  std::vector<std::filesystem::path> files; ///< that programs find in the folder where they begin
  Seconds from{0};                          ///< nobody dies before
  std::set<int> immortal;                   ///< processes, of each job
  std::vector<FaultKind> faults{FaultKind::deaths};
  Seconds duration{0.2}; ///< of faults that are over after a while
  double factor = 10;    ///< how many times as long takes what is slow
  /// After a fault of these kinds a job may give up, however few died of it: who ends in order has noticed it.
  std::vector<FaultKind> gives_up{FaultKind::message_bits, FaultKind::array_bits, FaultKind::memory};
};

struct Scenario {
  std::string name;
  Machine machine;
  NetworkModel network_model = NetworkModel::flows;
  RuntimeProfile runtime;
  std::uint64_t seed = 1;
  Seconds horizon{0};    ///< 0: until every job ended
  std::vector<Job> jobs; ///< none where there is a centre
  std::optional<Centre> centre;
  std::optional<Manager> manager;
  std::vector<Event> events;
  std::optional<Failures> failures;
  std::vector<Breakdown> breakdowns;
  std::optional<Localisation> localisation; ///< whether a failed call asks which part broke
  std::filesystem::path devices;            ///< where the components that break are described
  std::optional<Background> background;     ///< other users' load on the nodes
  std::optional<TreeStore> tree_store;      ///< beside the jobs, for those that use one
  std::optional<Trace> trace;               ///< none: as much as a job's size allows
  std::vector<Expectation> expect;
  std::optional<Exploration> explore; ///< none: nothing is said of it
  std::vector<Input> inputs;          ///< logs, a trace, programs
  Parameters parameters;              ///< the numbers that say where they come from
  std::string resolved_json; ///< the scenario with overrides applied and named files written out, for provenance
};

} // namespace daruma::scenario
