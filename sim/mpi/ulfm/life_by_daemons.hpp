// The restart of all processes of a job, and what follows until the next one, by the daemons of its nodes and their
// tree (global_restart.hpp).
//
// The root plans where the dead are replaced. Down the tree goes that all begin anew: a daemon signals each of its
// processes, which makes its part of a communicator anew, as after a shrink, and starts those that are new, which
// initialise themselves, as in a spawn; each tells the daemon its address. The addresses of all go down, and as soon as
// everybody has them, all may go on: that is the barrier. When all processes have come to their end, that goes down,
// too.
#pragma once

#include "sim/mpi/ulfm/daemon_tree.hpp"
#include "sim/mpi/ulfm/global_restart.hpp"

#include <vector>

namespace daruma::mpi {

class LifeByDaemons final : public Life, public DaemonTree {
public:
  LifeByDaemons(Job& job, std::vector<Reborn> reborn);

  void begin() override;
  void returned(Process& process) override;

private:
  struct Daemon {
    std::vector<const Reborn*> processes;
    std::size_t waits_for = 0; ///< processes that have not taken the step
    std::size_t returned = 0;  ///< processes that have come to their end
    bool is_under_way = false;
  };

  int processes(int daemon) const override;
  void take(int daemon, TreeLaunch::Step step) override;
  void take(int daemon, const Reborn& reborn, TreeLaunch::Step step);
  void tell(int daemon, const Process& process, Work told);
  void take_launch(int daemon, const Reborn& reborn);
  void roll_back(int daemon, const Reborn& reborn);
  void tell_daemon(int daemon, const Process& process, Seconds work, TreeLaunch::Step step);
  void conclude_if_over(int daemon);
  Daemon& at(int daemon) { return of_daemons_[static_cast<std::size_t>(daemon)]; }

  std::vector<Reborn> reborn_;
  std::vector<Daemon> of_daemons_;
  bool starts_some_ = false;
};

} // namespace daruma::mpi
