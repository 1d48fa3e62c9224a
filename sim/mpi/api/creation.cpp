// Communicators made from others, and dynamic processes.
#include "sim/mpi/api/creation.hpp"
#include "sim/core/lower.hpp"
#include "sim/mpi/api/collective_calls.hpp"
#include "sim/mpi/api/infos.hpp"
#include "sim/mpi/process/groups.hpp"
#include "sim/mpi/ulfm/operations.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace daruma::mpi {

namespace {

int inherit(LocalCommunicator& handle, Attributes& copies) {
  return copy_attributes(handle.owner->key_values, to_mpi(&handle), handle.attributes(), copies);
}

/// A duplicate has the attributes that the keys' copy functions give it.
int duplicate_with_attributes(LocalCommunicator& handle, LocalCommunicator*& made) {
  Attributes inherited;
  if (const int error = inherit(handle, inherited)) return error;
  const int error = duplicate(take_turn(handle, FaultMode::strict), made);
  if (made && !inherited.empty()) made->annotate().attributes = std::move(inherited);
  return error;
}

/// The hints are those of now, whatever becomes of the program's info meanwhile.
int start_duplicating(const char* call, MPI_Comm comm, const Info& hints, MPI_Comm* newcomm, MPI_Request* request) {
  *newcomm = MPI_COMM_NULL;
  return on_communicator(call, comm, [&](LocalCommunicator& handle) {
    Attributes inherited;
    if (const int error = inherit(handle, inherited)) return error;
    return NonBlocking{request}(handle, [turn = take_turn(handle, FaultMode::strict), inherited, hints, newcomm] {
      LocalCommunicator* made = nullptr;
      const int error = duplicate(turn, made);
      if (error != MPI_SUCCESS) return error;
      if (!inherited.empty()) made->annotate().attributes = inherited;
      take_hints(*made, hints);
      *newcomm = to_mpi(made);
      return +MPI_SUCCESS;
    });
  });
}

using Words = std::vector<std::string>;

/// The words up to the null pointer.
Words words_of(char** argv) {
  Words words;
  if (argv == MPI_ARGV_NULL) return words;
  for (; *argv; ++argv) words.emplace_back(*argv);
  return words;
}

/// The counts up to `most` that "soft" names, the largest first: numbers and ranges "first:last:step".
std::vector<int> counts_of(const std::string& soft, int most) {
  std::set<int, std::greater<>> counts;
  std::istringstream items(soft);
  for (std::string item; std::getline(items, item, ',');) {
    std::istringstream numbers(item);
    int part[3] = {0, 0, 1};
    char colon = 0;
    numbers >> part[0];
    part[1] = part[0];
    if (numbers >> colon >> part[1]) numbers >> colon >> part[2];
    for (int count = part[0]; part[2] > 0 && count <= std::min(part[1], most); count += part[2])
      if (count > 0) counts.insert(count);
  }
  return {counts.begin(), counts.end()};
}

Words split(const std::string& list) {
  Words words;
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');) words.push_back(item);
  return words;
}

/// The nodes that a list names; the caller's own is also "localhost", as mpirun's hosts have it.
Words nodes_of(const std::string& list) {
  Words nodes = split(list);
  std::replace(nodes.begin(), nodes.end(), std::string("localhost"), self().host->get_name());
  return nodes;
}

Command command_of(const char* name, Words arguments, int count, MPI_Info hints) {
  Command command{name ? name : "", std::move(arguments), count};
  const Info& info = resolve(hints);
  if (const std::string* soft = find(info, "soft")) command.fewer = counts_of(*soft, count);
  if (!command.fewer.empty()) { // only these are allowed (MPI 3.1, section 10.3.4)
    command.count = command.fewer.front();
    command.fewer.erase(command.fewer.begin());
  }
  if (const std::string* host = find(info, "host")) command.nodes = nodes_of(*host);
  if (const std::string* handler = find(info, "mpi_initial_errhandler")) command.initial_errhandler = lower(*handler);
  if (const std::string* folder = find(info, "wdir")) command.folder = std::filesystem::absolute(*folder).string();
  return command;
}

/// `list()` makes the commands, at the root; elsewhere the arguments may be anything.
template <class List>
int spawn_from(const char* call, List&& list, int root, MPI_Comm comm, MPI_Comm* intercomm, int* codes) {
  return making(call, comm, intercomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    if (root < 0 || root >= peers_of(handle)) return +MPI_ERR_ROOT;
    std::vector<int> result;
    const int error = spawn(handle, handle.rank == root ? list() : std::vector<Command>{}, root, made, result);
    if (codes != MPI_ERRCODES_IGNORE) std::copy(result.begin(), result.end(), codes);
    return error;
  });
}

} // namespace

extern "C" {

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (color < 0 && color != MPI_UNDEFINED) return +MPI_ERR_ARG;
    return split(handle, color, key, made);
  });
}

/// Of the kinds of hardware there are nodes alone: by them a guided split goes if it is told to, and no unguided one
/// finds anything below.
int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    const bool is_known = split_type == MPI_COMM_TYPE_SHARED || split_type == MPI_UNDEFINED ||
                          (split_type >= MPI_COMM_TYPE_HW_GUIDED && split_type <= MPI_COMM_TYPE_RESOURCE_GUIDED);
    if (!is_known) return +MPI_ERR_ARG;
    const bool is_guided = split_type == MPI_COMM_TYPE_HW_GUIDED || split_type == MPI_COMM_TYPE_RESOURCE_GUIDED;
    const std::string* const resource = find(resolve(info), "mpi_hw_resource_type");
    const bool is_by_node = split_type == MPI_COMM_TYPE_SHARED ||
                            (is_guided && resource && (*resource == "mpi_shared_memory" || *resource == "node"));
    const int error = split_by_node(handle, is_by_node, key, made);
    if (made) take_hints(*made, resolve(info));
    return error;
  });
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, duplicate_with_attributes);
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [=](LocalCommunicator& handle, LocalCommunicator*& made) {
    const int error = duplicate_with_attributes(handle, made);
    if (made) take_hints(*made, resolve(info));
    return error;
  });
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return start_duplicating(__func__, comm, {}, newcomm, request);
}

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request) {
  return start_duplicating(__func__, comm, resolve(info), newcomm, request);
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (group == MPI_GROUP_NULL) return +MPI_ERR_GROUP;
    const GroupPtr& members = resolve(group);
    const auto is_here = [&](const Process* member) { return handle.local().contains(*member); };
    if (!std::all_of(members->begin(), members->end(), is_here)) return +MPI_ERR_GROUP;
    return create(handle, members, made);
  });
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
  return making(__func__, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    if (group == MPI_GROUP_NULL) return +MPI_ERR_GROUP;
    return create_group(handle, resolve(group), tag, made);
  });
}

int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                         MPI_Comm* newcomm) {
  return making(__func__, local_comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    if (local_leader < 0 || local_leader >= peers_of(handle)) return +MPI_ERR_RANK;
    LocalCommunicator* peers = handle.rank == local_leader ? resolve(peer_comm) : nullptr;
    if (handle.rank == local_leader && !peers) return +MPI_ERR_COMM;
    if (peers && (remote_leader < 0 || remote_leader >= peers_of(*peers))) return +MPI_ERR_RANK;
    return connect(handle, local_leader, peers, remote_leader, tag, made);
  });
}

int MPI_Intercomm_merge(MPI_Comm inter, int high, MPI_Comm* newcomm) {
  return making(__func__, inter, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (!handle.communicator->is_inter) return +MPI_ERR_COMM;
    return merge(handle, high != 0, made);
  });
}

int MPI_Comm_spawn(const char* command, char** argv, int maxprocs, MPI_Info info, int root, MPI_Comm comm,
                   MPI_Comm* intercomm, int* codes) {
  const auto list = [&] { return std::vector<Command>{command_of(command, words_of(argv), maxprocs, info)}; };
  return spawn_from(__func__, list, root, comm, intercomm, codes);
}

int MPI_Comm_spawn_multiple(int count, char** commands, char*** argvs, int* maxprocs, MPI_Info* infos, int root,
                            MPI_Comm comm, MPI_Comm* intercomm, int* codes) {
  const auto list = [&] {
    std::vector<Command> all;
    all.reserve(static_cast<std::size_t>(std::max(count, 0)));
    for (int i = 0; i < count; ++i)
      all.push_back(command_of(commands[i], argvs == MPI_ARGVS_NULL ? Words{} : words_of(argvs[i]), maxprocs[i],
                               infos ? infos[i] : MPI_INFO_NULL));
    return all;
  };
  return spawn_from(__func__, list, root, comm, intercomm, codes);
}
}

} // namespace daruma::mpi
