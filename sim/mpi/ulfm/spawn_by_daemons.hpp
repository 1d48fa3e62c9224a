// MPI_Comm_spawn by messages: the daemons of the job's nodes start the processes and connect them with their parents.
//
// The nodes of the new processes take part, too. A process that has been started initialises itself and tells its
// daemon its address; it asks for the connection once it knows all addresses. It runs its program, and a parent
// returns, when its daemon tells it that it is connected. A death of one of them stops nobody: daemons see what ends on
// their node. That another node went off they find out after the detector's timeout.
#pragma once

#include "sim/mpi/ulfm/daemon_tree.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace daruma::mpi {

class Rendezvous;

/// A process that is there but does not run yet.
struct Child {
  Process* process;
  std::function<void(int)> program;
};

class SpawnByDaemons final : public DaemonTree {
public:
  /// `parents` is the rendezvous in which it was decided. Without children its answer is all that is told.
  SpawnByDaemons(Job& job, std::shared_ptr<Rendezvous> parents, std::vector<Child> children);

  /// A parent asks for it. Called in kernel context.
  void request(const Process& root);
  /// The node goes off now. Called in kernel context.
  void lost(const simgrid::s4u::Host& node);

private:
  struct Daemon {
    std::vector<Process*> parents;
    std::vector<const Child*> children;
    int waits_for = 0; ///< children that have not taken the step
  };

  int processes(int daemon) const override;
  void take(int daemon, TreeLaunch::Step step) override;
  void connect(int daemon);
  Daemon& at(int daemon) { return of_daemons_[static_cast<std::size_t>(daemon)]; }

  std::shared_ptr<Rendezvous> parents_;
  std::vector<Child> children_;
  std::vector<Daemon> of_daemons_;
};

} // namespace daruma::mpi
