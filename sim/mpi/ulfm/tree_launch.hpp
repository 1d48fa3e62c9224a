// Starting processes by daemons, one on each node, over a tree of a given radix, as PRRTE does under Open MPI 5 (its
// plm, odls, grpcomm and routing tree).
//
// Whoever wants processes started asks its daemon, and the request goes up to the root. There are three steps, each of
// which goes down the tree: daemons start their processes; all are told the addresses of all; those who were there
// before and the new ones are connected. When the processes of a subtree have taken a step, its daemon tells its
// parent, and once the root has heard all, it begins the next. A restart of all (global_restart.hpp) has a fourth step:
// there the third lasts until all processes have come to their end. The daemons are numbered by rows of the tree: the
// root, its children, and so on.
//
// When a daemon is lost, the others close ranks, which gives a new tree, and begin again; what a daemon's processes
// have done they do not do again, and messages of the old tree are ignored.
//
// No simulator: what goes out and what is to come back is in the surroundings.
#pragma once

#include <cstdint>
#include <vector>

namespace daruma::mpi {

class TreeLaunch {
public:
  enum Step { launch, addresses, connection, end };

  struct Steps {
    Step first; ///< the connection where nothing is to be started, and the answer is all
    Step last;  ///< after which nobody is heard
  };

  struct Message {
    enum Kind { request, begin, over } kind;
    Step step;     ///< that begins, or is over in the sender's subtree
    int processes; ///< how many have been started, as far as the sender has heard
    int tree;      ///< of how many before
  };

  class Surroundings {
  public:
    virtual ~Surroundings() = default;
    /// How many processes a daemon is to start.
    virtual int processes(int daemon) const = 0;
    /// Leads to arrived(to, message), unless one of both is lost.
    virtual void send(int from, int to, const Message& message) = 0;
    /// Lets the daemon's processes take the step; leads to taken(daemon, step), unless that is lost.
    virtual void take(int daemon, Step step) = 0;
  };

  TreeLaunch(int daemons, int radix, Steps steps, Surroundings& surroundings);

  /// A process of the daemon's wants the launch.
  void request(int daemon);
  void arrived(int daemon, const Message& message);
  void taken(int daemon, Step step);
  /// The others have found out that it does not exist any more.
  void lost(int daemon);

private:
  struct Daemon {
    int place = 0;     ///< in the tree
    int begun = 0;     ///< how many steps it has let its processes take
    int taken = 0;     ///< how many of them they have taken
    int step = -1;     ///< that has come down to it, in this tree
    int heard = 0;     ///< how many of its children's subtrees have taken it
    int processes = 0; ///< started in its subtree, as far as it has heard
  };
  Daemon& of(int daemon) { return daemons_[static_cast<std::size_t>(daemon)]; }
  std::vector<int> children(const Daemon&) const;
  int parent(const Daemon& own) const { return living_[static_cast<std::size_t>((own.place - 1) / radix_)]; }
  void begin(int daemon, Step step, int processes);
  void go_on_if_over(int daemon);

  Surroundings& surroundings_;
  int radix_;
  Steps steps_;
  int trees_ = 0; ///< before this one
  std::vector<Daemon> daemons_;
  std::vector<int> living_; ///< by place in the tree
};

} // namespace daruma::mpi
