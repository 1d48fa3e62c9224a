#include "sim/mpi/ulfm/daemon_tree.hpp"

#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/node_daemons.hpp"

#include <utility>

namespace daruma::mpi {

DaemonTree::DaemonTree(Job& job, TreeLaunch::Steps steps)
    : job_(job), nodes_(nodes_of_the_job()), launch_(daemons(), job.profile().daemons.radix, steps, *this) {}

std::vector<simgrid::s4u::Host*> DaemonTree::nodes_of_the_job() {
  std::vector<simgrid::s4u::Host*> nodes;
  for (const auto& process : job_.processes)
    if (simgrid::s4u::Host* const node = process->host;
        process->alive && node->is_on() && numbers_.try_emplace(node, static_cast<int>(nodes.size())).second)
      nodes.push_back(node);
  return nodes;
}

std::optional<int> DaemonTree::daemon_of(const simgrid::s4u::Host& node) const {
  const auto found = numbers_.find(&node);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

void DaemonTree::handle(int daemon, Work done) {
  job_.daemons->handle(node(daemon), [keep = shared_from_this(), done = std::move(done)] { done(); });
}

void DaemonTree::work(int daemon, Seconds duration, Work done) {
  job_.daemons->work(node(daemon), duration, [keep = shared_from_this(), done = std::move(done)] { done(); });
}

void DaemonTree::occupy(const Process& process, Seconds duration, Work done) {
  act_at(job_.messages->occupy(process, duration), [keep = shared_from_this(), done = std::move(done)] { done(); });
}

/// Addresses come up where processes have been started, and go down to be known.
void DaemonTree::send(int from, int to, const TreeLaunch::Message& message) {
  const bool is_up = message.kind == TreeLaunch::Message::over && message.step == TreeLaunch::launch;
  const bool is_down = message.kind == TreeLaunch::Message::begin && message.step == TreeLaunch::addresses;
  const int addresses = is_up || is_down ? message.processes : 0;
  job_.daemons->send(node(from), node(to), message_size + job_.profile().daemons.address * addresses,
                     [this, keep = shared_from_this(), to, message] { launch_.arrived(to, message); });
}

} // namespace daruma::mpi
