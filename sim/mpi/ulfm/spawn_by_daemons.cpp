#include "sim/mpi/ulfm/spawn_by_daemons.hpp"

#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/node_daemons.hpp"
#include "sim/mpi/ulfm/rendezvous.hpp"

#include <utility>

namespace daruma::mpi {

SpawnByDaemons::SpawnByDaemons(Job& job, std::shared_ptr<Rendezvous> parents, std::vector<Child> children)
    : job_(job), parents_(std::move(parents)), children_(std::move(children)), daemons_(daemons_of_the_job()),
      launch_(static_cast<int>(daemons_.size()), job.profile().daemons.radix,
              children_.empty() ? TreeLaunch::connection : TreeLaunch::launch, *this) {
  for (const Child& child : children_)
    if (const auto found = numbers_.find(child.process->host); found != numbers_.end())
      at(found->second).children.push_back(&child);
    else
      job_.world->start(*child.process, child.program); // dies of its node, which is off
  for (Process* parent : parents_->present())
    if (const auto found = numbers_.find(parent->host); found != numbers_.end())
      at(found->second).parents.push_back(parent);
}

std::vector<SpawnByDaemons::Daemon> SpawnByDaemons::daemons_of_the_job() {
  std::vector<Daemon> daemons;
  for (const auto& process : job_.processes) {
    simgrid::s4u::Host* const node = process->host;
    if (process->alive && node->is_on() && numbers_.try_emplace(node, static_cast<int>(daemons.size())).second)
      daemons.push_back({node, {}, {}});
  }
  return daemons;
}

/// The root plans before the request has come up to it; the sum is the same.
void SpawnByDaemons::request(const Process& root) {
  const auto found = numbers_.find(root.host);
  const int daemon = found == numbers_.end() ? 0 : found->second;
  job_.daemons->work(*at(0).node, job_.profile().daemons.plan, [keep = shared_from_this(), daemon] {
    keep->job_.daemons->handle(*keep->at(daemon).node, [keep, daemon] { keep->launch_.request(daemon); });
  });
}

void SpawnByDaemons::lost(const simgrid::s4u::Host& node) {
  const auto found = numbers_.find(&node);
  if (found == numbers_.end()) return;
  act_at(now() + job_.profile().detector.timeout,
         [keep = shared_from_this(), daemon = found->second] { keep->launch_.lost(daemon); });
}

int SpawnByDaemons::processes(int daemon) const {
  return static_cast<int>(daemons_[static_cast<std::size_t>(daemon)].children.size());
}

/// Addresses come up where processes have been started, and go down to be known.
void SpawnByDaemons::send(int from, int to, const TreeLaunch::Message& message) {
  const bool is_up = message.kind == TreeLaunch::Message::over && message.step == TreeLaunch::launch;
  const bool is_down = message.kind == TreeLaunch::Message::begin && message.step == TreeLaunch::addresses;
  const int addresses = is_up || is_down ? message.processes : 0;
  job_.daemons->send(*at(from).node, *at(to).node, message_size + job_.profile().daemons.address * addresses,
                     [keep = shared_from_this(), to, message] { keep->launch_.arrived(to, message); });
}

void SpawnByDaemons::tell(Process& process, Seconds work, Work done) {
  act_at(job_.messages->occupy(process, work), std::move(done));
}

void SpawnByDaemons::take(int daemon, TreeLaunch::Step step) {
  Daemon& own = at(daemon);
  if (step == TreeLaunch::connection) return connect(own);
  own.waits_for = processes(daemon);
  if (own.waits_for == 0) return launch_.taken(daemon, step);
  const auto& profile = job_.profile();
  const bool is_launch = step == TreeLaunch::launch;
  const Seconds of_daemon = is_launch ? profile.daemons.start : profile.daemons.message;
  const Seconds of_child =
      profile.overheads.send + (is_launch ? profile.daemons.initialise : profile.overheads.receive);
  for (const Child* child : own.children)
    job_.daemons->work(*own.node, of_daemon, [=, keep = shared_from_this()] {
      keep->tell(*child->process, of_child, [=] {
        keep->job_.daemons->handle(*keep->at(daemon).node, [=] {
          if (--keep->at(daemon).waits_for == 0) keep->launch_.taken(daemon, step);
        });
      });
    });
}

void SpawnByDaemons::connect(const Daemon& daemon) {
  const auto tell_next = [&](Process& process, const Work& connected) {
    job_.daemons->handle(*daemon.node, [keep = shared_from_this(), &process, connected] {
      keep->tell(process, keep->job_.profile().overheads.receive, connected);
    });
  };
  for (const Child* child : daemon.children)
    tell_next(*child->process,
              [keep = shared_from_this(), child] { keep->job_.world->start(*child->process, child->program); });
  for (Process* parent : daemon.parents)
    tell_next(*parent, [keep = shared_from_this(), parent] {
      keep->parents_->finish(keep->parents_->communicator().index_of(*parent));
    });
}

} // namespace daruma::mpi
