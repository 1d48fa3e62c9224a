// MPI_Comm_spawn by messages: the daemons of the job's nodes start the processes and connect them with their parents.
//
// Takes part: each node that is on and has a living process of the job, the new ones among them; the daemon of the
// first of them is the root of the tree. A process that has been started initialises itself and tells its daemon its
// address; it asks for the connection once it knows all addresses. It runs its program, and a parent returns, when its
// daemon tells it that it is connected. A death of one of them stops nobody: daemons see what ends on their node. That
// another node went off they find out after the detector's timeout.
#pragma once

#include "sim/mpi/process/process.hpp"
#include "sim/mpi/ulfm/tree_launch.hpp"

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

class Rendezvous;

/// A process that is there but does not run yet.
struct Child {
  Process* process;
  std::function<void(int)> program;
};

class SpawnByDaemons : public std::enable_shared_from_this<SpawnByDaemons>, private TreeLaunch::Surroundings {
public:
  /// `parents` is the rendezvous in which it was decided. Without children its answer is all that is told.
  SpawnByDaemons(Job& job, std::shared_ptr<Rendezvous> parents, std::vector<Child> children);

  /// A parent asks for it. Called in kernel context.
  void request(const Process& root);
  /// The node goes off now. Called in kernel context.
  void lost(const simgrid::s4u::Host& node);

private:
  struct Daemon {
    simgrid::s4u::Host* node;
    std::vector<Process*> parents;
    std::vector<const Child*> children;
    int waits_for = 0; ///< children that have not taken the step
  };
  using Work = std::function<void()>;

  int processes(int daemon) const override;
  void send(int from, int to, const TreeLaunch::Message& message) override;
  void take(int daemon, TreeLaunch::Step step) override;
  void tell(Process& process, Seconds work, Work done);
  void connect(const Daemon& daemon);
  Daemon& at(int daemon) { return daemons_[static_cast<std::size_t>(daemon)]; }
  std::vector<Daemon> daemons_of_the_job();

  Job& job_;
  std::shared_ptr<Rendezvous> parents_;
  std::vector<Child> children_;
  std::unordered_map<const simgrid::s4u::Host*, int> numbers_; ///< of the daemons; looked up only
  std::vector<Daemon> daemons_;
  TreeLaunch launch_;
};

} // namespace daruma::mpi
