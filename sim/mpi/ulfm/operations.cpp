#include "sim/mpi/ulfm/operations.hpp"

#include "sim/mpi/process/blocking.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/announcement.hpp"
#include "sim/mpi/ulfm/spawn.hpp"
#include "sim/simgrid/timer.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>

namespace daruma::mpi {

namespace {

Seconds law(const CostLaw& law, const LocalCommunicator& comm) { return cost(law, comm.communicator->size()); }

const RuntimeProfile& profile_of(const LocalCommunicator& comm) { return comm.owner->job->profile(); }

/// By messages a new communicator needs a context, and takes each member its time.
Course making(Seconds lawful, const LocalCommunicator& comm) {
  return {lawful, true, profile_of(comm).overheads.communicator};
}

/// The caller's handle of what was made for it; null if nothing was.
LocalCommunicator* pick(const Resolution& outcome, const LocalCommunicator& parent) {
  LocalCommunicator* made = outcome.made.empty() ? nullptr : outcome.made[static_cast<std::size_t>(parent.index())];
  if (made) made->error_handler = parent.error_handler;
  return made;
}

std::string size_change(const LocalCommunicator& before, const LocalCommunicator* after) {
  const int size = after ? after->communicator->size() : 0;
  return std::to_string(before.communicator->size()) + " -> " + std::to_string(size);
}

/// What all of a communicator make together: `decide(Rendezvous&)` makes it, at the cost of a split.
template <class Decide>
int decide_together(const CollectiveSequence& turn, const Contribution& own, const Decide& decide,
                    LocalCommunicator*& made) {
  LocalCommunicator& comm = *turn.comm;
  const auto outcome = meet(turn, own, [&comm, decide](Rendezvous& all) {
    decide(all);
    return Course{law(profile_of(comm).split, comm)};
  });
  made = pick(*outcome, comm);
  return outcome->error;
}

template <class Decide>
int decide_together(LocalCommunicator& comm, const Contribution& own, const Decide& decide, LocalCommunicator*& made) {
  return decide_together(take_turn(comm, FaultMode::strict), own, decide, made);
}

void tell(const LocalCommunicator& comm, const char* operation, Seconds begin, const std::string& outcome) {
  Job& job = *comm.owner->job;
  job.world->listener().operated(job.name(*comm.owner), operation, begin, outcome);
}

using Parts = std::vector<std::shared_ptr<Communicator>>;

/// Splits by (color, key) as MPI_Comm_split does. An intercommunicator splits into those with members on both sides.
template <class Color> Parts split_by(const Rendezvous& meeting, Color&& color_of) {
  const Communicator& all = meeting.communicator();
  std::map<int, std::vector<std::tuple<int, int>>> by_color;
  for (int i = 0; i < all.size(); ++i)
    if (meeting.of(i).number != MPI_UNDEFINED) by_color[color_of(i)].emplace_back(meeting.of(i).key, i);
  const auto first = static_cast<int>(all.groups[0]->size());
  Parts parts;
  for (auto& [color, keyed] : by_color) {
    std::sort(keyed.begin(), keyed.end());
    Members sides[2];
    for (const auto& [key, participant] : keyed) sides[participant >= first].push_back(&all.participant(participant));
    if (!all.is_inter)
      parts.push_back(make_communicator(group_of(sides[0])));
    else if (!sides[0].empty() && !sides[1].empty())
      parts.push_back(make_intercommunicator(group_of(sides[0]), group_of(sides[1])));
  }
  return parts;
}

Parts split_by_color(const Rendezvous& meeting) {
  return split_by(meeting, [&meeting](int i) { return meeting.of(i).number; });
}

/// A node's color is its first participant.
Parts split_by_host(const Rendezvous& meeting) {
  std::unordered_map<const simgrid::s4u::Host*, int> first_on;
  return split_by(meeting, [&](int i) {
    return first_on.try_emplace(meeting.communicator().participant(i).host, i).first->second;
  });
}

} // namespace

int split(LocalCommunicator& comm, int color, int key, LocalCommunicator*& made) {
  const Seconds begin = now();
  const auto decide = [](Rendezvous& all) {
    for (const auto& part : split_by_color(all)) all.hand_out(*part);
  };
  const int error = decide_together(comm, {color, key, {}, {}}, decide, made);
  if (error == MPI_SUCCESS) tell(comm, "split", begin, size_change(comm, made));
  return error;
}

int split_by_node(LocalCommunicator& comm, bool takes_part, int key, LocalCommunicator*& made) {
  const auto decide = [](Rendezvous& all) {
    for (const auto& part : split_by_host(all)) all.hand_out(*part);
  };
  return decide_together(comm, {takes_part ? 0 : MPI_UNDEFINED, key, {}, {}}, decide, made);
}

int split_grid(LocalCommunicator& comm, int color, int key, const Grid& grid, LocalCommunicator*& made) {
  const auto decide = [grid](Rendezvous& all) {
    for (const auto& part : split_by_color(all)) {
      part->topology.grid = std::make_shared<const Grid>(grid);
      all.hand_out(*part);
    }
  };
  return decide_together(comm, {color, key, {}, {}}, decide, made);
}

int duplicate(const CollectiveSequence& turn, LocalCommunicator*& made) {
  const auto decide = [&original = *turn.comm->communicator](Rendezvous& all) {
    const auto copy = original.is_inter ? make_intercommunicator(original.groups[0], original.groups[1])
                                        : make_communicator(original.groups[0]);
    copy->topology = original.topology;
    all.hand_out(*copy);
  };
  return decide_together(turn, {}, decide, made);
}

namespace {

/// The groups that the participants of a side named, each once.
std::vector<GroupPtr> groups_named(const Rendezvous& meeting, int first, int end) {
  std::vector<GroupPtr> named;
  for (int i = first; i < end; ++i)
    if (const GroupPtr& group = meeting.of(i).group;
        !group->empty() && std::find(named.begin(), named.end(), group) == named.end())
      named.push_back(group);
  return named;
}

} // namespace

int create(LocalCommunicator& comm, const GroupPtr& group, LocalCommunicator*& made) {
  const auto decide = [&original = *comm.communicator](Rendezvous& all) {
    const int side = static_cast<int>(original.groups[0]->size());
    const auto named = groups_named(all, 0, side);
    if (!original.is_inter)
      for (const GroupPtr& one : named) all.hand_out(*make_communicator(one));
    const auto remote = groups_named(all, side, original.size());
    if (!named.empty() && !remote.empty()) all.hand_out(*make_intercommunicator(named.front(), remote.front()));
  };
  return decide_together(comm, {0, 0, group, {}}, decide, made);
}

namespace {

/// The first `size` ranks, with a topology.
int arrange(LocalCommunicator& comm, int size, const Topology& topology, LocalCommunicator*& made) {
  const auto decide = [&group = *comm.communicator->groups[0], size, topology](Rendezvous& all) {
    const auto arranged = make_communicator(group_of({group.begin(), group.begin() + size}));
    arranged->topology = topology;
    all.hand_out(*arranged);
  };
  return decide_together(comm, {}, decide, made);
}

/// All ranks in the graph that `neighbourhoods(Rendezvous&)` makes of what they bring.
template <class Make>
int arrange_all(LocalCommunicator& comm, const Contribution& own, bool is_weighted, Make neighbourhoods,
                LocalCommunicator*& made) {
  const auto decide = [&comm, is_weighted, neighbourhoods](Rendezvous& all) {
    const auto arranged = make_communicator(comm.communicator->groups[0]);
    arranged->topology.distributed =
        std::make_shared<const DistributedGraph>(DistributedGraph{is_weighted, neighbourhoods(all)});
    all.hand_out(*arranged);
  };
  return decide_together(comm, own, decide, made);
}

} // namespace

int arrange(LocalCommunicator& comm, const Grid& grid, LocalCommunicator*& made) {
  return arrange(comm, grid.size(), Topology{std::make_shared<const Grid>(grid), {}, {}}, made);
}

int arrange(LocalCommunicator& comm, const Graph& graph, LocalCommunicator*& made) {
  return arrange(comm, graph.size(), Topology{{}, std::make_shared<const Graph>(graph), {}}, made);
}

int arrange(LocalCommunicator& comm, const Neighbourhood& own, bool is_weighted, LocalCommunicator*& made) {
  const auto neighbourhoods = [](const Rendezvous& all) {
    std::vector<Neighbourhood> by_rank;
    by_rank.reserve(static_cast<std::size_t>(all.communicator().size()));
    for (int i = 0; i < all.communicator().size(); ++i) by_rank.push_back(all.of(i).neighbourhood);
    return by_rank;
  };
  return arrange_all(comm, {0, 0, {}, {}, own, {}}, is_weighted, neighbourhoods, made);
}

int arrange(LocalCommunicator& comm, const std::vector<Edge>& edges, bool is_weighted, LocalCommunicator*& made) {
  const auto neighbourhoods = [](const Rendezvous& all) {
    std::vector<Neighbourhood> by_rank(static_cast<std::size_t>(all.communicator().size()));
    const auto add = [](Neighbours& to, int rank, int weight) {
      to.ranks.push_back(rank);
      to.weights.push_back(weight);
    };
    for (int i = 0; i < all.communicator().size(); ++i)
      for (const auto& [from, to, weight] : all.of(i).edges) {
        add(by_rank[static_cast<std::size_t>(from)].destinations, to, weight);
        add(by_rank[static_cast<std::size_t>(to)].sources, from, weight);
      }
    return by_rank;
  };
  return arrange_all(comm, {0, 0, {}, {}, {}, edges}, is_weighted, neighbourhoods, made);
}

int merge(LocalCommunicator& inter, bool high, LocalCommunicator*& made) {
  const Seconds begin = now();
  const auto outcome = meet(take_turn(inter, FaultMode::strict), {high, 0, {}, {}}, [&inter](Rendezvous& all) {
    const auto& groups = inter.communicator->groups;
    const int first_high = all.of(0).number;
    const int second_high = all.of(static_cast<int>(groups[0]->size())).number;
    const bool swapped = first_high > second_high;
    Members members = groups[swapped]->members();
    members.insert(members.end(), groups[!swapped]->begin(), groups[!swapped]->end());
    all.hand_out(*make_communicator(group_of(std::move(members))));
    return making(law(profile_of(inter).split, inter), inter);
  });
  made = pick(*outcome, inter);
  if (outcome->error == MPI_SUCCESS) tell(inter, "merge", begin, size_change(inter, made));
  return outcome->error;
}

int spawn(LocalCommunicator& comm, const std::vector<Command>& commands, int root, LocalCommunicator*& inter,
          std::vector<int>& codes) {
  const Seconds begin = now();
  const auto decide = [&comm, root](Rendezvous& all) { return decide_spawn(all, *comm.owner->job, root); };
  const auto outcome = meet(take_turn(comm, FaultMode::strict, root), {0, 0, {}, commands}, decide);
  codes = outcome->codes;
  comm.owner->reason_of_refusal = outcome->reason;
  inter = pick(*outcome, comm);
  if (inter) tell(comm, "spawn", begin, "+" + std::to_string(codes.size()));
  return outcome->error;
}

namespace {

void spread_revocation(const LocalCommunicator& comm) {
  Communicator& communicator = *comm.communicator;
  Members participants = communicator.groups[0]->members();
  participants.insert(participants.end(), communicator.groups[1]->begin(), communicator.groups[1]->end());
  const auto revoke_at = [known = communicator.weak_from_this()](Process& who) {
    if (const auto revoked = known.lock()) mark_revoked(*handle_of(*revoked, who));
    who.ring();
  };
  communicator.revocation =
      std::make_shared<Announcement>(std::move(participants), *comm.owner->job->messages, revoke_at);
  communicator.revocation->begin(comm.index());
}

} // namespace

void revoke(LocalCommunicator& comm) {
  if (comm.revoked) return;
  mark_revoked(comm);
  const auto communicator = comm.communicator->shared_from_this();
  if (communicator->revocation) // who began it may die before anybody has heard of it
    in_kernel([&] { communicator->revocation->begin(comm.index()); });
  if (communicator->revocation_spreads) return;
  communicator->revocation_spreads = true;
  Job& job = *comm.owner->job;
  job.world->listener().revoked(job.name(*comm.owner));
  if (job.messages) {
    in_kernel([&comm] { spread_revocation(comm); });
    return;
  }
  const Seconds arrival = now() + law(job.profile().revoke, comm);
  simgrid_api::at(arrival, [communicator] {
    for (auto& side : communicator->handles)
      for (LocalCommunicator& handle : side) {
        mark_revoked(handle);
        if (handle.owner->alive) handle.owner->ring();
      }
  });
}

namespace {

/// What a tolerant meeting has found out about failures becomes everybody's knowledge.
void share_knowledge(const Rendezvous& meeting) {
  const auto missing = meeting.missing();
  auto ignorant = meeting.present();
  const auto knows_all = [&](const Process* present) {
    LocalCommunicator& handle = *handle_of(meeting.communicator(), *present);
    handle.refresh();
    return handle.failed == static_cast<int>(missing.size());
  };
  ignorant.erase(std::remove_if(ignorant.begin(), ignorant.end(), knows_all), ignorant.end());
  for (Process* dead : missing)
    for (Process* process : ignorant) process->learn_of(*dead);
}

/// Members acknowledge what failures they know of, which have been detected: those who have acknowledged as many as
/// were detected have acknowledged all.
bool have_acknowledged(const Rendezvous& meeting) {
  const Communicator& all = meeting.communicator();
  for (const auto& side : all.handles)
    for (const LocalCommunicator& handle : side)
      if (meeting.has(handle.index()) && handle.acknowledged != all.suspected) return false;
  return true;
}

/// The members' flags, those of the other side on an intercommunicator.
void combine_flags(Rendezvous& meeting) {
  const Communicator& all = meeting.communicator();
  auto& flags = meeting.outcome.flags;
  flags[0] = flags[1] = ~0;
  for (int i = 0; i < all.size(); ++i) {
    const bool is_second = i >= static_cast<int>(all.groups[0]->size());
    if (meeting.has(i)) flags[all.is_inter ? !is_second : 0] &= meeting.of(i).number;
  }
}

std::shared_ptr<Communicator> survivors_of(const Communicator& all) {
  Members living[2];
  for (int side = 0; side < 2; ++side)
    std::copy_if(all.groups[side]->begin(), all.groups[side]->end(), std::back_inserter(living[side]),
                 [](const Process* process) { return !process->suspected; });
  return all.is_inter ? make_intercommunicator(group_of(std::move(living[0])), group_of(std::move(living[1])))
                      : make_communicator(group_of(std::move(living[0])));
}

} // namespace

int agree(const CollectiveSequence& turn, int& flag) {
  LocalCommunicator& comm = *turn.comm;
  const Seconds begin = now();
  const auto outcome = meet(turn, {flag, 0, {}, {}}, [&comm](Rendezvous& all) {
    share_knowledge(all);
    combine_flags(all);
    if (!have_acknowledged(all)) all.outcome.error = MPIX_ERR_PROC_FAILED;
    return Course{law(profile_of(comm).agreement, comm)};
  });
  flag = outcome->flags[comm.side];
  tell(comm, "agree", begin, std::to_string(flag));
  return outcome->error;
}

int agree_on_failures(const CollectiveSequence& turn, Members& failed) {
  LocalCommunicator& comm = *turn.comm;
  const Seconds begin = now();
  const auto outcome = meet(turn, {}, [&comm](Rendezvous& all) {
    share_knowledge(all);
    for (const Process* dead : all.missing()) all.outcome.codes.push_back(comm.communicator->index_of(*dead));
    return Course{law(profile_of(comm).agreement, comm)};
  });
  for (const int index : outcome->codes) failed.push_back(&comm.communicator->participant(index));
  tell(comm, "agree", begin, std::to_string(failed.size()) + " failed");
  return outcome->error;
}

int shrink(const CollectiveSequence& turn, LocalCommunicator*& made) {
  LocalCommunicator& comm = *turn.comm;
  const Seconds begin = now();
  const auto outcome = meet(turn, {}, [&comm](Rendezvous& all) {
    share_knowledge(all);
    all.hand_out(*survivors_of(*comm.communicator));
    return making(law(profile_of(comm).shrink, comm), comm);
  });
  made = pick(*outcome, comm);
  tell(comm, "shrink", begin, size_change(comm, made));
  return outcome->error;
}

} // namespace daruma::mpi
