#include "sim/mpi/ulfm/spawn.hpp"

#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/spawn_by_daemons.hpp"

#include <simgrid/kernel/Timer.hpp>

#include <algorithm>
#include <functional>
#include <set>

namespace daruma::mpi {

namespace {

using Program = std::function<void(int)>;
using Commands = std::vector<Command>;

/// The programs of several commands, one per process.
std::vector<Program> programs_of(const Job& job, const Commands& commands) {
  std::vector<Program> programs;
  for (const Command& command : commands) {
    const Program program = job.plan.spawn({command.name, command.arguments, 0}).program;
    programs.insert(programs.end(), static_cast<std::size_t>(command.count), program);
  }
  return programs;
}

Launch ask_for(const Job& job, const Commands& commands, int count) {
  if (!job.plan.spawn || count == 0) return {};
  return job.plan.spawn({commands.front().name, commands.front().arguments, count});
}

/// None where it is refused.
std::vector<Child> make_children(Rendezvous& meeting, Job& job, const Commands& commands) {
  int count = 0;
  for (const Command& command : commands) count += std::max(command.count, 0);
  const Launch launch = ask_for(job, commands, count);
  const bool granted = count > 0 && static_cast<int>(launch.hosts.size()) == count;
  meeting.outcome.codes.assign(static_cast<std::size_t>(count), granted ? +MPI_SUCCESS : +MPI_ERR_SPAWN);
  if (!granted) {
    meeting.outcome.error = MPI_ERR_SPAWN;
    return {};
  }
  const auto programs = commands.size() > 1 ? programs_of(job, commands)
                                            : std::vector<Program>(static_cast<std::size_t>(count), launch.program);
  const Members processes = job.world->add_processes(job, launch);
  const auto inter = make_intercommunicator(meeting.communicator().groups[0], group_of(processes));
  meeting.hand_out(*inter);
  std::vector<Child> children;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    processes[i]->parent = handle_of(*inter, *processes[i]);
    children.push_back({processes[i], programs[i]});
  }
  return children;
}

Course start_by_law(const Job& job, const std::vector<Child>& children) {
  const SpawnCost& cost = job.profile().spawn;
  std::set<const simgrid::s4u::Host*> nodes;
  for (const Child& child : children) nodes.insert(child.process->host);
  const Seconds duration = cost.fixed + cost.per_process * static_cast<double>(children.size()) +
                           cost.per_node * static_cast<double>(nodes.size());
  if (!children.empty())
    simgrid::kernel::timer::Timer::set((now() + duration).count(), [world = job.world, children] {
      for (const Child& child : children) world->start(*child.process, child.program);
    });
  return {duration};
}

Course start_by_daemons(Job& job, Rendezvous& meeting, int root, std::vector<Child> children) {
  const auto spawn = std::make_shared<SpawnByDaemons>(job, meeting.shared_from_this(), std::move(children));
  job.spawns.push_back(spawn);
  spawn->request(meeting.communicator().participant(root));
  return {Seconds(0), false, Seconds(0), true};
}

} // namespace

Course decide_spawn(Rendezvous& meeting, Job& job, int root) {
  std::vector<Child> children = make_children(meeting, job, meeting.of(root).commands);
  return job.messages ? start_by_daemons(job, meeting, root, std::move(children)) : start_by_law(job, children);
}

} // namespace daruma::mpi
