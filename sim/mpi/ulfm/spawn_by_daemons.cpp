#include "sim/mpi/ulfm/spawn_by_daemons.hpp"

#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/node_daemons.hpp"
#include "sim/mpi/ulfm/rendezvous.hpp"

#include <utility>

namespace daruma::mpi {

SpawnByDaemons::SpawnByDaemons(Job& job, std::shared_ptr<Rendezvous> parents, std::vector<Child> children)
    : DaemonTree(job, {children.empty() ? TreeLaunch::connection : TreeLaunch::launch, TreeLaunch::connection}),
      parents_(std::move(parents)), children_(std::move(children)), of_daemons_(static_cast<std::size_t>(daemons())) {
  for (const Child& child : children_)
    if (const auto daemon = daemon_of(*child.process->host))
      at(*daemon).children.push_back(&child);
    else
      job_.world->start(*child.process, child.program); // dies of its node, which is off
  for (Process* parent : parents_->present())
    if (const auto daemon = daemon_of(*parent->host)) at(*daemon).parents.push_back(parent);
}

/// The root plans before the request has come up to it; the sum is the same.
void SpawnByDaemons::request(const Process& root) {
  const int daemon = daemon_of(*root.host).value_or(0);
  work(0, job_.profile().daemons.plan, [this, daemon] { handle(daemon, [this, daemon] { launch_.request(daemon); }); });
}

void SpawnByDaemons::lost(const simgrid::s4u::Host& node) {
  const auto daemon = daemon_of(node);
  if (!daemon) return;
  act_at(now() + job_.profile().detector.timeout, [this, keep = shared_from_this(), daemon] { launch_.lost(*daemon); });
}

int SpawnByDaemons::processes(int daemon) const {
  return static_cast<int>(of_daemons_[static_cast<std::size_t>(daemon)].children.size());
}

void SpawnByDaemons::take(int daemon, TreeLaunch::Step step) {
  if (step == TreeLaunch::connection) return connect(daemon);
  Daemon& own = at(daemon);
  own.waits_for = processes(daemon);
  if (own.waits_for == 0) return launch_.taken(daemon, step);
  const auto& profile = job_.profile();
  const bool is_launch = step == TreeLaunch::launch;
  const Seconds of_daemon = is_launch ? profile.daemons.start : profile.daemons.message;
  const Seconds of_child =
      profile.overheads.send + (is_launch ? profile.daemons.initialise : profile.overheads.receive);
  for (const Child* child : own.children)
    work(daemon, of_daemon, [=] {
      occupy(*child->process, of_child, [=] {
        handle(daemon, [=] {
          if (--at(daemon).waits_for == 0) launch_.taken(daemon, step);
        });
      });
    });
}

void SpawnByDaemons::connect(int daemon) {
  const auto tell_next = [&](Process& process, const Work& connected) {
    handle(daemon, [this, &process, connected] { occupy(process, job_.profile().overheads.receive, connected); });
  };
  for (const Child* child : at(daemon).children)
    tell_next(*child->process, [this, child] { job_.world->start(*child->process, child->program); });
  for (Process* parent : at(daemon).parents)
    tell_next(*parent, [this, parent] { parents_->finish(parents_->communicator().index_of(*parent)); });
}

} // namespace daruma::mpi
