// Sessions (MPI 4.0, section 11.3): MPI for a part of a program, without a world of its own. The process sets are
// mpi://WORLD and mpi://SELF.
#include "sim/mpi/api/infos.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/groups.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/threads.hpp"
#include "sim/mpi/ulfm/operations.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <strings.h>
#include <utility>

struct daruma_mpi_session {
  MPI_Errhandler error_handler;
  daruma::mpi::ThreadLevel thread_level;
};

namespace daruma::mpi {

namespace {

/// Ends a call that failed on the session, by its error handler or by returning the class.
int raise(Process& process, MPI_Session session, int error) {
  const MPI_Errhandler handler = session->error_handler;
  if (!is_programs(handler)) return raise(*process.world, handler, error);
  pass(poll_cost);
  reinterpret_cast<MPI_Session_errhandler_function*>(handler)(&session, &error);
  return error;
}

/// A call on a session: the error of `body(Process&)` is raised after its objects are gone.
template <class Body> int on_session(const char* call, MPI_Session session, Body&& body) {
  Process& process = enter(call);
  if (session == MPI_SESSION_NULL) return raise(*process.world, MPI_ERR_SESSION);
  const int error = error_of(body, process);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(process, session, error);
}

constexpr const char* process_sets[] = {"mpi://WORLD", "mpi://SELF"};
constexpr int number_of_process_sets = 2;

/// Null if there is none of that name, in which capitals make no difference.
GroupPtr process_set(Process& process, const char* name) {
  if (!name) return nullptr;
  if (::strcasecmp(name, process_sets[0]) == 0) return process.world->communicator->groups[0];
  return ::strcasecmp(name, process_sets[1]) == 0 ? group_of({&process}) : nullptr;
}

/// What makes a communicator of groups, without one that it comes from: its errors are the given handler's.
/// `body(LocalCommunicator& own, LocalCommunicator*& made)` gets the caller's MPI_COMM_SELF.
template <class Body> int making(const char* call, MPI_Errhandler handler, MPI_Comm* result, Body&& body) {
  enter(call);
  LocalCommunicator& own = *resolve(MPI_COMM_SELF);
  int error = MPI_ERR_ARG;
  if (result) {
    *result = MPI_COMM_NULL;
    LocalCommunicator* made = nullptr;
    error = body(own, made);
    if (made && error == MPI_SUCCESS) {
      made->error_handler = handler;
      *result = to_mpi(made);
    }
  }
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(own, handler, error);
}

/// What the info asks for.
ThreadLevel thread_level_of(MPI_Info info) {
  const std::string* const asked = find(resolve(info), "thread_level");
  return asked ? value_named(thread_levels(), *asked).value_or(ThreadLevel::single) : ThreadLevel::single;
}

bool is_rank_in(const Group& group, int rank) { return rank >= 0 && rank < static_cast<int>(group.size()); }

} // namespace

extern "C" {

int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
  Process& process = self();
  const ThreadLevel level = std::max(process.thread_level, thread_level_of(info));
  *session = std::make_unique<daruma_mpi_session>(daruma_mpi_session{errhandler, level}).release();
  process.thread_level = level;
  ++process.sessions;
  return MPI_SUCCESS;
}

int MPI_Session_finalize(MPI_Session* session) {
  return on_session(__func__, *session, [&](Process& process) {
    complete_unattended(process);
    --process.sessions;
    const std::unique_ptr<daruma_mpi_session> finalized(std::exchange(*session, MPI_SESSION_NULL));
  });
}

int MPI_Session_get_num_psets(MPI_Session session, MPI_Info, int* num) {
  return on_session(__func__, session, [&](Process&) { *num = number_of_process_sets; });
}

int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info, int n, int* pset_len, char* pset_name) {
  return on_session(__func__, session, [&](Process&) {
    if (n < 0 || n >= number_of_process_sets) return +MPI_ERR_ARG;
    const std::string name = process_sets[n];
    if (*pset_len > 0) {
      const std::string part = name.substr(0, static_cast<std::size_t>(*pset_len) - 1);
      std::memcpy(pset_name, part.c_str(), part.size() + 1);
    }
    *pset_len = static_cast<int>(name.size()) + 1;
    return +MPI_SUCCESS;
  });
}

int MPI_Session_get_info(MPI_Session session, MPI_Info* info) {
  return on_session(__func__, session, [&](Process&) {
    *info = to_mpi(Info{{"thread_level", name_of(session->thread_level)}});
  });
}

int MPI_Session_get_pset_info(MPI_Session session, const char* pset_name, MPI_Info* info) {
  return on_session(__func__, session, [&](Process& process) {
    const GroupPtr set = process_set(process, pset_name);
    if (!set) return +MPI_ERR_ARG;
    *info = to_mpi(Info{{"mpi_size", std::to_string(set->size())}});
    return +MPI_SUCCESS;
  });
}

int MPI_Session_create_errhandler(MPI_Session_errhandler_function* function, MPI_Errhandler* errhandler) {
  *errhandler = reinterpret_cast<MPI_Errhandler>(function);
  return MPI_SUCCESS;
}

int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) {
  return on_session(__func__, session, [&](Process&) { session->error_handler = errhandler; });
}

int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler* errhandler) {
  return on_session(__func__, session, [&](Process&) { *errhandler = session->error_handler; });
}

int MPI_Session_call_errhandler(MPI_Session session, int error) {
  on_session(__func__, session, [&](Process&) { return error; });
  return MPI_SUCCESS;
}

int MPI_Group_from_session_pset(MPI_Session session, const char* pset_name, MPI_Group* newgroup) {
  return on_session(__func__, session, [&](Process& process) {
    const GroupPtr set = process_set(process, pset_name);
    *newgroup = set ? to_mpi(set) : MPI_GROUP_NULL;
    return set ? +MPI_SUCCESS : +MPI_ERR_ARG;
  });
}

int MPI_Comm_create_from_group(MPI_Group group, const char* stringtag, MPI_Info, MPI_Errhandler errhandler,
                               MPI_Comm* newcomm) {
  return making(__func__, errhandler, newcomm, [&](LocalCommunicator& own, LocalCommunicator*& made) {
    if (group == MPI_GROUP_NULL) return +MPI_ERR_GROUP;
    const GroupPtr& members = resolve(group);
    if (members->empty()) return +MPI_SUCCESS;
    if (!members->contains(*own.owner)) return +MPI_ERR_GROUP;
    return create_from_group(own, members, stringtag ? stringtag : "", made);
  });
}

int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader,
                                     const char* stringtag, MPI_Info, MPI_Errhandler errhandler,
                                     MPI_Comm* newintercomm) {
  return making(__func__, errhandler, newintercomm, [&](LocalCommunicator& own, LocalCommunicator*& made) {
    if (local_group == MPI_GROUP_NULL || !resolve(local_group)->contains(*own.owner)) return +MPI_ERR_GROUP;
    const GroupPtr& local = resolve(local_group);
    if (!is_rank_in(*local, local_leader)) return +MPI_ERR_RANK;
    Process* other = nullptr;
    if (local->rank_of(*own.owner) == local_leader) {
      if (remote_group == MPI_GROUP_NULL) return +MPI_ERR_GROUP;
      if (!is_rank_in(*resolve(remote_group), remote_leader)) return +MPI_ERR_RANK;
      other = (*resolve(remote_group))[static_cast<std::size_t>(remote_leader)];
    }
    return connect_groups(own, local, local_leader, other, stringtag ? stringtag : "", made);
  });
}
}

} // namespace daruma::mpi
