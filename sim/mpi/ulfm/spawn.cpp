#include "sim/mpi/ulfm/spawn.hpp"

#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/spawn_by_daemons.hpp"
#include "sim/simgrid/timer.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace daruma::mpi {

namespace {

using Program = std::function<void(int)>;
using Commands = std::vector<Command>;

/// What is granted, and which program each process runs.
struct Grant {
  Launch launch;
  std::vector<Program> programs{};
  std::vector<int> commands{};                                 ///< by process, the number of its command
  std::vector<std::optional<InitialErrhandler>> errhandlers{}; ///< by command, where one is asked for
};

/// Why the command's words are none that MPI has; empty if they are.
std::string reason_against(const Command& command) {
  if (command.initial_errhandler.empty() || value_named(initial_errhandlers, command.initial_errhandler)) return {};
  return "mpi_initial_errhandler takes mpi_errors_are_fatal, mpi_errors_abort or mpi_errors_return, and not \"" +
         command.initial_errhandler + "\"";
}

/// So many processes of the command; of the counts that will do, the largest that there is room for.
Launch ask_for(const Job& job, Command command) {
  Launch launch = job.plan.spawn(command);
  for (const int fewer : Command(command).fewer) {
    if (static_cast<int>(launch.hosts.size()) == command.count) break;
    command.count = fewer;
    launch = job.plan.spawn(command);
  }
  if (static_cast<int>(launch.hosts.size()) < command.count) launch.hosts.clear();
  return launch;
}

/// Several commands have their processes together or not at all.
Grant ask_for(const Job& job, const Commands& commands) {
  Grant grant;
  if (!job.plan.spawn || commands.empty()) return {{{}, {}, "this job cannot start processes"}};
  Command all = commands.front();
  for (std::size_t i = 1; i < commands.size(); ++i) all.count += commands[i].count;
  if (all.count <= 0) return {{{}, {}, "no process is asked for"}};
  for (std::size_t i = 0; i < commands.size(); ++i) {
    Command one = commands[i];
    one.count = 0;
    const Launch launch = job.plan.spawn(one);
    if (!launch.refusal.empty()) return {launch};
    if (std::string reason = reason_against(one); !reason.empty()) return {{{}, {}, std::move(reason)}};
    grant.errhandlers.push_back(value_named(initial_errhandlers, one.initial_errhandler));
    grant.programs.insert(grant.programs.end(), static_cast<std::size_t>(commands[i].count), launch.program);
    grant.commands.insert(grant.commands.end(), static_cast<std::size_t>(commands[i].count), static_cast<int>(i));
  }
  grant.launch = ask_for(job, all);
  return grant;
}

/// None where it is refused.
std::vector<Child> make_children(Rendezvous& meeting, Job& job, const Commands& commands) {
  const Grant grant = ask_for(job, commands);
  const std::size_t count = grant.launch.hosts.size();
  std::size_t asked_for = 0;
  for (const Command& command : commands) asked_for += static_cast<std::size_t>(std::max(command.count, 0));
  meeting.outcome.codes.assign(asked_for, MPI_ERR_SPAWN);
  std::fill_n(meeting.outcome.codes.begin(), count, MPI_SUCCESS);
  if (count == 0) {
    meeting.outcome.error = MPI_ERR_SPAWN;
    meeting.outcome.reason = grant.launch.refusal;
    return {};
  }
  const Members processes = job.world->add_processes(job, grant.launch);
  const auto inter = make_intercommunicator(meeting.communicator().groups[0], group_of(processes));
  meeting.hand_out(*inter);
  std::vector<Child> children;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    processes[i]->parent = handle_of(*inter, *processes[i]);
    processes[i]->number_of_command = grant.commands[i];
    begin_with(grant.errhandlers[static_cast<std::size_t>(grant.commands[i])], *processes[i]);
    children.push_back({processes[i], grant.programs[i]});
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
    simgrid_api::at(now() + duration, [world = job.world, children] {
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
