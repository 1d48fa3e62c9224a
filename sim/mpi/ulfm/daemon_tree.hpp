// What the daemons of a job's nodes do together over a tree, step by step (tree_launch.hpp), as messages between them.
//
// Takes part: each node that is on and has a living process of the job; the daemon of the first of them is the root.
#pragma once

#include "sim/mpi/process/process.hpp"
#include "sim/mpi/ulfm/tree_launch.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

class DaemonTree : public std::enable_shared_from_this<DaemonTree>, protected TreeLaunch::Surroundings {
public:
  ~DaemonTree() override = default;

protected:
  using Work = std::function<void()>;

  DaemonTree(Job& job, TreeLaunch::Steps steps);

  int daemons() const { return static_cast<int>(nodes_.size()); }
  /// Nothing where the node takes no part.
  std::optional<int> daemon_of(const simgrid::s4u::Host& node) const;
  simgrid::s4u::Host& node(int daemon) const { return *nodes_[static_cast<std::size_t>(daemon)]; }

  // The object stays until the work is done. Kernel context, as all.

  /// The daemon spends the time of a message on it.
  void handle(int daemon, Work done);
  void work(int daemon, Seconds duration, Work done);
  /// The process spends that time on it.
  void occupy(const Process& process, Seconds duration, Work done);

  Job& job_;

private:
  std::vector<simgrid::s4u::Host*> nodes_of_the_job();
  void send(int from, int to, const TreeLaunch::Message& message) final;

  std::unordered_map<const simgrid::s4u::Host*, int> numbers_; ///< of the daemons; looked up only
  std::vector<simgrid::s4u::Host*> nodes_;                     ///< by daemon

protected:
  TreeLaunch launch_;
};

} // namespace daruma::mpi
