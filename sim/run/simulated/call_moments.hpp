// Where the processes of jobs have come to, by their calls of MPI, and who wants something to happen just there.
//
// A process that has come to a moment does what is wanted itself, before it goes on: nothing else happens in between.
#pragma once

#include "sim/mpi/process/call_observer.hpp"
#include "sim/scenario/call_moment.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::run {

/// What a process is in a collective call.
struct Membership {
  int processes; ///< of the communicator
  int rank;
  int root; ///< negative where there is none
};

/// A process has come to a moment.
struct Arrival {
  scenario::CallMoment moment;
  Seconds now;
  int node; ///< the process's
};

/// What a process leaves behind in MPI_Finalize.
struct LeftBehind {
  int communicators = 0;
  int requests = 0; ///< that are neither completed nor freed, though nobody's death is in the way
};

/// Who wants something to happen where processes come to certain moments. Asked in the context of the process.
class Intervention {
public:
  virtual ~Intervention() = default;
  /// What is to happen at this moment, each after the event's delay. The events outlive the simulation.
  virtual std::vector<const scenario::Event*> at(const Arrival&) = 0;
  /// The call that the process is in is a collective one.
  virtual void takes_part(const scenario::CallMoment& /*call*/, const Membership&) {}
  /// The process finalizes, and leaves so many communicators behind.
  virtual void finalizes(const scenario::CallMoment& /*call*/, const LeftBehind&) {}
  /// A process sends a message with so many bytes of data.
  virtual void sends(const std::string& /*job*/, int /*process*/, std::size_t /*bytes*/) {}
  /// A process sends a message of its program's own to that one, to whose notice it comes then.
  virtual void sends_to(const std::string& /*job*/, int /*from*/, int /*to*/, Seconds /*comes*/) {}
  /// A process receives from whoever sends first.
  virtual void takes_any(const std::string& /*job*/, int /*process*/) {}
};

/// What the scenario's own events want.
class EventsDuringCalls final : public Intervention {
public:
  explicit EventsDuringCalls(std::vector<const scenario::Event*> events) : events_(std::move(events)) {}
  std::vector<const scenario::Event*> at(const Arrival&) override;

private:
  std::vector<const scenario::Event*> events_;
};

class CallMoments final : private mpi::CallObserver {
public:
  struct World {
    std::function<void(const scenario::Event&)> carry_out; ///< now, or after its delay
    std::function<Seconds()> now;
    std::function<int(const std::string& job, int process)> node_of;
  };

  explicit CallMoments(World world);
  ~CallMoments() override;
  CallMoments(const CallMoments&) = delete;
  CallMoments& operator=(const CallMoments&) = delete;

  /// Who outlives this.
  void add(Intervention& who) { interested_.push_back(&who); }
  /// The calling process computes, waits or reads and writes, outside of MPI.
  void works();

private:
  /// What a thread of a process did last.
  struct Last {
    std::string_view call; ///< empty: none yet
    int occurrence = 0;
    int blocked = 0; ///< times inside that call
    int worked = 0;  ///< times since
  };
  struct Calls {
    std::map<std::string_view, int> made; ///< by name
    std::map<int, Last> last;             ///< by thread
  };
  using Part = scenario::CallMoment::Part;

  void entered(mpi::Fiber&, std::string_view call) override;
  void blocks(mpi::Fiber&) override;
  void takes_part(mpi::Fiber&, const mpi::LocalCommunicator&, int root) override;
  void finalizes(mpi::Fiber&, int communicators, int requests) override;
  void sends(const mpi::Process&, std::size_t bytes) override;
  void sends_to(const mpi::Process& from, const mpi::Process& to, Seconds comes) override;
  void takes_any(const mpi::Process&) override;
  Last& last_of(const mpi::Fiber&);
  void come_to(const mpi::Fiber&, const Last&, Part, int nth);

  World world_;
  std::vector<Intervention*> interested_;
  std::map<std::pair<std::string, int>, Calls> calls_; ///< by job and process
};

} // namespace daruma::run
