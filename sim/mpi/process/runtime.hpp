// Failure semantics, the ULFM operations and dynamic processes for MPI programs under SimGrid.
//
// This header is the library's boundary towards whoever hosts jobs; the boundary towards programs
// is <mpi.h> and <mpi-ext.h>. SMPI lends its header, datatypes and reduction operators; messages,
// communicators and collectives are this library's own, because SMPI's cannot survive a death
// (SMPI.md). Detection, propagation, revocation, agreement, shrink, split and spawn cost what the
// job's runtime profile says. One Runtime lives at a time, as one SimGrid engine does.
#pragma once

#include "sim/core/initial_errhandler.hpp"
#include "sim/core/runtime_profile.hpp"
#include "sim/core/units.hpp"
#include "sim/mpi/process/flips.hpp"
#include "sim/mpi/transport/interruptions.hpp"
#include "sim/mpi/transport/network_plan.hpp"

#include <simgrid/s4u/Host.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::mpi {

/// Names a process towards the host: the job and the process's number in it.
struct ProcessName {
  std::string_view job;
  int number;
  int thread = 0; ///< of its program; 0 is the one that it began with, which stands for all
};

/// What happens inside, told to the host. Called in kernel context or by the process concerned; must not block.
class Listener {
public:
  virtual ~Listener() = default;
  virtual void died(ProcessName who, std::string_view cause) = 0;
  virtual void detected(ProcessName dead, ProcessName by) = 0;
  virtual void revoked(ProcessName by) = 0;
  /// A recovery operation of one process, finished: shrink, agree, split, spawn, merge.
  virtual void operated(ProcessName who, std::string_view operation, Seconds begin, std::string_view outcome) = 0;
  /// A process gives up all it is about, to begin its program again in place (ulfm/global_restart.hpp).
  virtual void rolled_back(ProcessName) {}
  /// A process returned from its program after MPI_Finalize.
  virtual void returned(ProcessName who) = 0;
  /// MPI_Abort, or an error under MPI_ERRORS_ARE_FATAL: the whole job is being killed.
  virtual void aborted(ProcessName by, std::string_view reason) = 0;
  /// A process used MPI in a way that no MPI could serve; all jobs are being killed. `what` is one sentence.
  virtual void misused(ProcessName by, std::string_view what) = 0;
  /// A process made a mistake that real MPI libraries overlook; everything goes on. `what` is one sentence.
  virtual void warned(ProcessName, std::string_view /*what*/) {}
  /// A communication call of the calling process failed because of known_failures(). May let time pass. What is known
  /// of the reasons goes into the error's text.
  virtual std::string call_failed(ProcessName) { return {}; }
  /// Where in its program a process is, "file.c:12"; empty if unknown. Asked for messages only.
  virtual std::string whereabouts(ProcessName) { return {}; }
  /// The same of an address right after a call in a program.
  virtual std::string source_line(const void*) { return {}; }
};

/// What runs in a process, and where.
struct Launch {
  std::function<void(int number)> program;
  std::vector<simgrid::s4u::Host*> hosts; ///< one per process
  std::string refusal{};                  ///< why there are fewer than asked for
};

/// One command of MPI_Comm_spawn or MPI_Comm_spawn_multiple.
struct Command {
  std::string name;
  std::vector<std::string> arguments;
  int count = 0;
  std::vector<int> fewer{};         ///< counts that will do as well, the largest first
  std::vector<std::string> nodes{}; ///< the names of those where it is to run; anywhere if empty
  std::string folder{};             ///< in which it begins, an absolute path; where the simulator is if empty
  std::string initial_errhandler{}; ///< its name, as the program has it (initial_errhandler.hpp); none if empty
};

struct JobPlan {
  std::string name;
  RuntimeProfile profile;
  Launch first;
  /// Answers MPI_Comm_spawn: what to start and where; fewer hosts than asked for refuse the spawn.
  std::function<Launch(const Command&)> spawn;
  /// How many processes the job may have at a time; as many as it has had where this is empty.
  std::function<int()> universe;
  std::size_t stack = 8 << 20;                         ///< bytes of a process's stack
  std::optional<InitialErrhandler> initial_errhandler; ///< of the processes that it begins with, where it was asked for
};

class World;

class Runtime {
public:
  /// `seed` and `replication` key the random phases of detectors.
  Runtime(Listener& listener, std::uint64_t seed, std::uint64_t replication, const NetworkPlan& = {});
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// Starts a job's processes now. A name may be used again once all processes of the earlier job are gone.
  void launch(JobPlan plan);

  /// Kills one process, as SIGKILL would. Nothing happens if it is gone already.
  void kill(const std::string& job, int number, std::string_view cause);
  /// Switches a node off: its processes die, and what is on its way to or from it is lost.
  void switch_off(simgrid::s4u::Host& node, std::string_view why = "its node went off");
  // For a while; nothing is lost by it. Kernel context.

  /// The node's processes come no further, and nothing leaves it or gets there.
  void hang(simgrid::s4u::Host& node);
  void answer(simgrid::s4u::Host& node);
  /// Nothing gets from one set of nodes to the other.
  void begin(const Interruptions::Partition&);
  void end(const Interruptions::Partition&);

  /// From now on a link of the network plan's interconnect carries what it was built for divided by the factor.
  void slow_down(topology::LinkSlot, double factor);
  /// Of the nth message with data that a living process sends from now on, a bit arrives turned over.
  void flip_message(const std::string& job, int number, int nth, ChooseBit choose);
  /// The nth message of its program's own that a living process sends from now on comes so much later to its receiver's
  /// notice, and those to the same receiver that it sends meanwhile stay behind it.
  void delay_message(const std::string& job, int number, int nth, Seconds duration);
  /// A living process learns so much later of what detectors find out from now on.
  void delay_news(const std::string& job, int number, Seconds duration);
  /// What a detector would find out by itself: that process of a job, if it is dead. Kernel context or a process's.
  void report(const std::string& job, int dead, int by);
  /// Kills all processes of a job.
  void abort(const std::string& job, std::string_view cause);

  /// Carries bytes from node to node for something that is no MPI process; kernel context. `arrived` is called in
  /// kernel context, too, unless one of the nodes is off or goes off.
  void carry(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size, std::function<void()> arrived);

  /// How much memory messages may take that no receive has asked for, instead of what sim/mpi/p2p/backlog.hpp says; a
  /// program that goes on sending then is told off.
  void limit_backlog(Bytes limit);

  /// How many messages have been sent.
  std::uint64_t messages_sent() const;

  /// The numbers of the job's living processes, ascending.
  std::vector<int> living(const std::string& job) const;
  /// One sentence per blocked process: who, in which call, waits for whom.
  std::vector<std::string> who_waits_for_whom() const;

private:
  std::unique_ptr<World> world_;
};

/// Ends the calling process as SIGKILL would.
[[noreturn]] void die(std::string_view cause);
/// Ends the calling process in order, after MPI_Finalize; without it, a death.
[[noreturn]] void leave();

/// From now on the launcher restarts the program of all of the job's processes upon a death, in place; how often it has
/// (ulfm/global_restart.hpp).
int enter_restartable();
/// The calling process has come to the end of what is restarted. Waits until all have; then deaths restart nobody.
void await_end_of_restartable();

/// What a process can learn of the others of its job, by number, and do to them.
bool is_alive(int number);
/// Whom the calling process knows to have failed, in the order in which it learnt of it.
std::vector<int> known_failures();
void kill(int number, std::string_view cause);
/// The name of the node of the calling process.
std::string node_name();
/// Blocks the calling process while so many bytes travel; false if one of the nodes is off or goes off meanwhile.
bool carry(simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes size);

// The machine's file system (NetworkPlan::file_server): what goes to it or comes from it shares its bandwidth with all
// others, and takes the latency of the way. Each function blocks the calling process until all has arrived. Where there
// is no file system, no time passes.

void write_to_file_system(Bytes size);
void read_from_file_system(Bytes size);

/// Whatever the host wants to find again from inside a process: one pointer per process, null at first.
void attach(void* attachment);
void* attachment();

} // namespace daruma::mpi
