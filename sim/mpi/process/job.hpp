// A job's processes and the state they share; the world holds all jobs of a simulation.
#pragma once

#include "sim/mpi/p2p/messages.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/mpi/transport/connections.hpp"
#include "sim/mpi/transport/raw_transfer.hpp"
#include "sim/mpi/ulfm/detector.hpp"
#include "sim/mpi/ulfm/node_daemons.hpp"
#include "sim/mpi/ulfm/ports.hpp"
#include "sim/mpi/ulfm/runtime_messages.hpp"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace daruma::mpi {

class GlobalRestart;
class SpawnByDaemons;
class World;

/// Which calls that part of the processes make together belong together (MPI_Comm_create_group, MPI_Intercomm_create,
/// and those of sessions, which have no context): context, tag and the members of either side.
using GroupCall = std::tuple<ContextId, std::string, GroupPtr, GroupPtr>;

struct Job {
  World* world = nullptr;
  JobPlan plan;
  GroupTable groups;
  FailureHistories histories;
  std::vector<std::unique_ptr<Process>> processes;   ///< by number
  std::vector<std::unique_ptr<Process>> former;      ///< what processes were before a restart of all
  std::unique_ptr<RuntimeMessages> messages;         ///< null where formulas say what operations take
  std::unique_ptr<NodeDaemons> daemons;              ///< null where formulas say what a spawn takes
  std::vector<std::weak_ptr<SpawnByDaemons>> spawns; ///< that go by messages
  Ports ports;
  std::unique_ptr<Detector> detector;
  GlobalRestart* restart = nullptr; ///< the detector, where the launcher restarts all upon a failure
  std::vector<Process*> dead;       ///< without those that finalized, in order of death
  int living = 0;
  int launches = 0;
  int windows = 0; ///< that were made
  bool spans_nodes = false;
  bool is_aborting = false;                                     ///< a process of its own kills all others
  std::map<GroupCall, std::shared_ptr<Communicator>> in_making; ///< communicators that not all members have come to

  const RuntimeProfile& profile() const { return plan.profile; }
  ProcessName name(const Process& process) const { return {plan.name, process.number}; }
  /// Null if there is none of that number.
  Process* find(int number) const;
  /// How many processes there may be together with those that the host has room for.
  int size_of_universe() const;
  /// By number; null if none lives.
  Process* first_living();

private:
  std::size_t first_living_ = 0; ///< no process before it lives
};

class World {
public:
  World(Listener& listener, std::uint64_t seed, std::uint64_t replication, const NetworkPlan& network);
  ~World();

  Job& launch(JobPlan plan);
  /// One that is none of the job's yet.
  std::unique_ptr<Process> make_process(Job& job, int number, simgrid::s4u::Host& host);
  /// Adds the processes of a launch to the job, not running yet.
  std::vector<Process*> add_processes(Job& job, const Launch& launch);
  /// Starts a process made by add_processes; one whose node is off dies at once.
  void start(Process& process, const std::function<void(int)>& program);

  /// The process ceases to exist: its messages, its requests, its detector. The actor is the caller's to end.
  void die(Process& process, std::string_view cause);
  void kill(Process& process, std::string_view cause);
  /// The process, which lives, gives up all it is about; in its place there is `after`, of the same number. Kernel
  /// context.
  void roll_back(Process& process, std::unique_ptr<Process> after);
  /// The calling process has come to its end in order.
  void finish(Process& process);
  void switch_off(simgrid::s4u::Host& node, std::string_view why);
  /// The node's processes come no further, and nothing leaves it or gets there; until it answers, nothing is lost.
  void hang(simgrid::s4u::Host& node);
  void answer(simgrid::s4u::Host& node);
  void begin(const Interruptions::Partition&);
  void end(const Interruptions::Partition&);
  void abort(Job& job, const Process* by, std::string_view reason);
  /// Ends the simulation because of what the calling process did.
  [[noreturn]] void break_off(Process& by, const std::string& sentence);

  Job* find(const std::string& name) const;
  std::vector<std::string> who_waits_for_whom() const;
  /// "job: rank 1 (process 1)", by its rank in MPI_COMM_WORLD.
  std::string introduce(const Process& process) const;
  /// " at file.c:12", or nothing where the host does not know.
  std::string place_of(const Process& process, int thread = 0) const;
  /// The same of an address in its program.
  std::string place_of(const void* address) const;

  ContextId next_context() { return contexts_ += circles; }
  Listener& listener() const { return listener_; }
  Transport& transport() { return transport_; }
  RawTransfers& raw_transfers() { return raw_transfers_; }
  /// Null where there is no file system.
  simgrid::s4u::Host* file_server() const { return file_server_; }
  Connections& connections() { return connections_; }
  Backlog& backlog() { return backlog_; }
  const Backlog& backlog() const { return backlog_; }
  InFlight& in_flight() { return in_flight_; }
  const InFlight& in_flight() const { return in_flight_; }
  std::uint64_t next_meeting() { return ++meetings_; }

private:
  void run(Process& process, const std::function<void(int)>& program);
  std::vector<Process*> processes_on(const simgrid::s4u::Host& node) const;
  /// Who is apart has changed.
  void reconsider_transfers();

  Listener& listener_;
  std::uint64_t seed_;
  std::uint64_t replication_;
  Transport transport_;
  RawTransfers raw_transfers_{transport_};
  simgrid::s4u::Host* file_server_;
  Connections connections_;
  Backlog backlog_;
  InFlight in_flight_;
  ContextId contexts_ = 0;
  std::uint64_t meetings_ = 0;
  bool is_breaking_off_ = false;
  std::vector<std::unique_ptr<Job>> jobs_;
};

} // namespace daruma::mpi
