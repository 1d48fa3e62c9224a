#include "sim/mpi/operations.hpp"

#include "sim/mpi/errors.hpp"
#include "sim/mpi/job.hpp"
#include "sim/mpi/meeting.hpp"

#include <simgrid/kernel/Timer.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace daruma::mpi {

namespace {

Seconds law(const CostLaw& law, const Handle& comm) { return cost(law, comm.communicator->size()); }

const RuntimeProfile& profile_of(const Handle& comm) { return comm.owner->job->profile(); }

/// The caller's handle in whichever of the decided communicators it is a member of.
Handle* pick(const Meeting& meeting, Handle& parent) {
  for (const auto& communicator : meeting.outcome.communicators)
    if (communicator->contains(*parent.owner)) {
      Handle* made = handle_of(*communicator, *parent.owner);
      made->error_handler = parent.error_handler;
      return made;
    }
  return nullptr;
}

std::string size_change(const Handle& before, const Handle* after) {
  const int size = after ? after->communicator->size() : 0;
  return std::to_string(before.communicator->size()) + " -> " + std::to_string(size);
}

void tell(const Handle& comm, const char* operation, Seconds begin, const std::string& outcome) {
  Job& job = *comm.owner->job;
  job.world->listener().operated(job.name(*comm.owner), operation, begin, outcome);
}

/// Splits by (color, key) as MPI_Comm_split does.
void decide_split(Meeting& meeting) {
  std::map<int, std::vector<std::tuple<int, int>>> by_color;
  for (int i = 0; i < meeting.communicator()->size(); ++i) {
    const Contribution& contribution = meeting.of(i);
    if (contribution.number != MPI_UNDEFINED) by_color[contribution.number].emplace_back(contribution.key, i);
  }
  for (auto& [color, keyed] : by_color) {
    std::sort(keyed.begin(), keyed.end());
    Members group;
    for (const auto& [key, participant] : keyed) group.push_back(&meeting.communicator()->participant(participant));
    meeting.outcome.communicators.push_back(make_communicator(std::move(group)));
  }
}

} // namespace

int split(Handle& comm, int color, int key, Handle*& made) {
  const Seconds begin = now();
  const auto meeting = meet(comm, false, {color, key, {}}, [&comm](Meeting& all) {
    decide_split(all);
    return law(profile_of(comm).split, comm);
  });
  made = pick(*meeting, comm);
  if (meeting->outcome.error == MPI_SUCCESS) tell(comm, "split", begin, size_change(comm, made));
  return meeting->outcome.error;
}

int duplicate(Handle& comm, Handle*& made) {
  const auto meeting = meet(comm, false, {}, [&comm](Meeting& all) {
    const auto& groups = comm.communicator->groups;
    all.outcome.communicators.push_back(make_communicator(groups[0], groups[1]));
    return law(profile_of(comm).split, comm);
  });
  made = pick(*meeting, comm);
  return meeting->outcome.error;
}

int create(Handle& comm, const Members& group, Handle*& made) {
  const auto meeting = meet(comm, false, {}, [&comm, group](Meeting& all) {
    if (!group.empty()) all.outcome.communicators.push_back(make_communicator(group));
    return law(profile_of(comm).split, comm);
  });
  made = pick(*meeting, comm);
  return meeting->outcome.error;
}

int merge(Handle& inter, bool high, Handle*& made) {
  const Seconds begin = now();
  const auto meeting = meet(inter, false, {high, 0, {}}, [&inter](Meeting& all) {
    const auto& groups = inter.communicator->groups;
    const int first_high = all.of(0).number;
    const int second_high = all.of(static_cast<int>(groups[0].size())).number;
    const bool swapped = first_high > second_high;
    Members group = groups[swapped];
    group.insert(group.end(), groups[!swapped].begin(), groups[!swapped].end());
    all.outcome.communicators.push_back(make_communicator(std::move(group)));
    return law(profile_of(inter).split, inter);
  });
  made = pick(*meeting, inter);
  if (meeting->outcome.error == MPI_SUCCESS) tell(inter, "merge", begin, size_change(inter, made));
  return meeting->outcome.error;
}

namespace {

Seconds duration_of(const SpawnCost& cost, const Launch& launch) {
  const std::set<const simgrid::s4u::Host*> nodes(launch.hosts.begin(), launch.hosts.end());
  return cost.fixed + cost.per_process * static_cast<double>(launch.hosts.size()) +
         cost.per_node * static_cast<double>(nodes.size());
}

/// Makes the children of a spawn and sets them going when the spawn is over.
Seconds decide_spawn(Meeting& meeting, Job& job, const std::string& command, int count) {
  const Launch launch = job.plan.spawn ? job.plan.spawn(command, count) : Launch{};
  const bool granted = count > 0 && static_cast<int>(launch.hosts.size()) == count;
  meeting.outcome.codes.assign(static_cast<std::size_t>(std::max(count, 0)), granted ? +MPI_SUCCESS : +MPI_ERR_SPAWN);
  if (!granted) {
    meeting.outcome.error = MPI_ERR_SPAWN;
    return job.profile().spawn.fixed;
  }
  const Members children = job.world->add_processes(job, launch);
  const auto inter = make_communicator(meeting.communicator()->groups[0], children);
  for (Process* child : children) child->parent = handle_of(*inter, *child);
  meeting.outcome.communicators.push_back(inter);
  const Seconds duration = duration_of(job.profile().spawn, launch);
  simgrid::kernel::timer::Timer::set((now() + duration).count(), [&job, children, program = launch.program] {
    for (Process* child : children) job.world->start(*child, program);
  });
  return duration;
}

} // namespace

int spawn(Handle& comm, const std::string& command, int count, int root, Handle*& inter, std::vector<int>& codes) {
  const Seconds begin = now();
  const auto meeting = meet(comm, false, {count, 0, command}, [&comm, root](Meeting& all) {
    return decide_spawn(all, *comm.owner->job, all.of(root).text, all.of(root).number);
  });
  codes = meeting->outcome.codes;
  inter = pick(*meeting, comm);
  if (inter) tell(comm, "spawn", begin, "+" + std::to_string(codes.size()));
  return meeting->outcome.error;
}

void revoke(Handle& comm) {
  if (comm.revoked) return;
  comm.revoked = true;
  const auto communicator = comm.communicator;
  if (communicator->revocation_spreads) return;
  communicator->revocation_spreads = true;
  Job& job = *comm.owner->job;
  job.world->listener().revoked(job.name(*comm.owner));
  const Seconds arrival = now() + law(job.profile().revoke, comm);
  simgrid::kernel::timer::Timer::set(arrival.count(), [communicator] {
    for (const auto& side : communicator->handles)
      for (Handle* handle : side) {
        handle->revoked = true;
        if (handle->owner->alive) handle->owner->ring();
      }
  });
}

namespace {

/// What a tolerant meeting has found out about failures becomes everybody's knowledge.
void share_knowledge(const Meeting& meeting) {
  for (Process* missing : meeting.missing())
    for (Process* process : meeting.present()) process->learn_of(*missing);
}

bool acknowledged(Handle& handle, const Process& failed) {
  handle.refresh();
  const auto end = handle.failed.begin() + static_cast<std::ptrdiff_t>(handle.acknowledged);
  return std::find(handle.failed.begin(), end, &failed) != end;
}

} // namespace

int agree(Handle& comm, int& flag) {
  const Seconds begin = now();
  const auto meeting = meet(comm, true, {flag, 0, {}}, [&comm](Meeting& all) {
    share_knowledge(all);
    all.outcome.flag = ~0;
    for (int i = 0; i < comm.communicator->size(); ++i)
      if (all.has(i)) all.outcome.flag &= all.of(i).number;
    for (const Process* missing : all.missing())
      for (const Process* present : all.present())
        if (!acknowledged(*handle_of(*all.communicator(), *present), *missing))
          all.outcome.error = MPIX_ERR_PROC_FAILED;
    return law(profile_of(comm).agreement, comm);
  });
  flag = meeting->outcome.flag;
  tell(comm, "agree", begin, std::to_string(flag));
  return meeting->outcome.error;
}

int shrink(Handle& comm, Handle*& made) {
  const Seconds begin = now();
  const auto meeting = meet(comm, true, {}, [&comm](Meeting& all) {
    share_knowledge(all);
    Members survivors;
    for (int i = 0; i < comm.communicator->size(); ++i)
      if (!comm.communicator->participant(i).suspected) survivors.push_back(&comm.communicator->participant(i));
    all.outcome.communicators.push_back(make_communicator(std::move(survivors)));
    return law(profile_of(comm).shrink, comm);
  });
  made = pick(*meeting, comm);
  tell(comm, "shrink", begin, size_change(comm, made));
  return meeting->outcome.error;
}

} // namespace daruma::mpi
