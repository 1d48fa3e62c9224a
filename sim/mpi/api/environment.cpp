// MPI_Init to MPI_Finalize, time, error handlers and error texts.
#include "sim/mpi/p2p/send_buffer.hpp"
#include "sim/mpi/process/call_observer.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/threads.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <daruma-version.h>
#include <string>
#include <vector>

namespace daruma::mpi {

namespace {

std::string describe(const Request& request) {
  if (request.kind == Request::Kind::operation || request.kind == Request::Kind::access) return request.issued_by;
  const bool sends = request.kind == Request::Kind::send;
  const std::string peer = request.peer == MPI_ANY_SOURCE ? "any rank" : "rank " + std::to_string(request.peer);
  const std::string tag = request.tag == MPI_ANY_TAG ? "any tag" : "tag " + std::to_string(request.tag);
  return std::string(request.issued_by) + (sends ? " to " : " from ") + peer + " with " + tag;
}

/// What was issued, that `is_meant`, and is neither completed nor freed, as a sentence; empty if there is none.
template <class IsMeant> std::string leaks(const Process& process, IsMeant is_meant) {
  std::string leaked;
  int count = 0;
  for (const auto& request : process.issued) {
    if (!request->active || !is_meant(*request)) continue;
    if (++count <= 3) leaked += (leaked.empty() ? "" : ", ") + describe(*request);
  }
  if (count == 0) return "";
  return std::to_string(count) + (count == 1 ? " request is" : " requests are") + " neither completed nor freed (" +
         leaked + (count > 3 ? ", ..." : "") + "): call MPI_Wait or MPI_Request_free before";
}

bool has_partner(const Request& request) {
  return request.peer >= 0 && !request.is_collective() && request.kind != Request::Kind::operation;
}

bool has_dead_partner(const Request& request) {
  return has_partner(request) && request.peers()[static_cast<std::size_t>(request.peer)]->crashed;
}

/// Whether it may have had to be left behind: its partner is dead, its communicator revoked, or it receives in one that
/// has been freed. So libraries end that look out for failures by a receive for which nobody ever sends (Fenix).
bool is_stranded(const Request& request) {
  const LocalCommunicator& comm = *request.handle;
  if (comm.is_freed && request.kind == Request::Kind::receive) return true;
  if (comm.revoked || comm.owner->known_failures) return true;
  return has_partner(request) ? has_dead_partner(request) : !comm.communicator->dead.empty();
}

/// Where a communicator is revoked, or a failure known, only those are told of that one of the dead was to answer.
void warn_of_leaks(const Process& process) {
  const auto is_worth_a_word = [](const Request& one) {
    return has_dead_partner(one) || (!one.handle->revoked && !one.owner->known_failures);
  };
  const std::string leaked = leaks(process, is_worth_a_word);
  const World& world = *process.job->world;
  if (!leaked.empty())
    world.listener().warned(process.job->name(process), "MPI_Finalize" + world.place_of(process) + ": " + leaked);
}

bool could_be_completed(const Request& request) { return request.active && !request.complete && !is_stranded(request); }

std::vector<Request*> under_way(const Process& process) {
  std::vector<Request*> all;
  for (const auto& request : process.issued)
    if (could_be_completed(*request)) all.push_back(request.get());
  return all;
}

/// What is still under way, and nobody has completed or freed, comes to its end: messages on their way, and operations,
/// in which others count on this process. A receive for which nothing has come is called off; what only the program
/// could complete is left.
void come_to_end(const std::vector<Request*>& requests) {
  std::vector<Request*> awaited;
  for (Request* const request : requests) {
    if (request->generalized || request->partitioned) continue;
    if (request->kind != Request::Kind::receive || request->message) {
      awaited.push_back(request);
    } else {
      withdraw(*request);
      request->finish(MPI_SUCCESS);
    }
  }
  wait_all(awaited.data(), static_cast<int>(awaited.size()));
}

/// How many requests are left behind that could have been completed: the program is told of them. Who dies at this very
/// instant counts as dead.
int settle_leaks(const Process& process) {
  if (!under_way(process).empty()) pass(poll_cost);
  const std::vector<Request*> left = under_way(process);
  warn_of_leaks(process);
  come_to_end(left);
  return static_cast<int>(left.size());
}

/// Those that the program has made and not freed.
int communicators_left(const Process& process) {
  const auto is_left = [&process](const std::shared_ptr<Communicator>& one) {
    const LocalCommunicator* const handle = handle_of(*one, process);
    const bool is_given = handle == process.world || handle == process.self || handle == process.parent;
    return !is_given && !handle->is_freed && !one->window && !one->file;
  };
  return static_cast<int>(std::count_if(process.communicators.begin(), process.communicators.end(), is_left));
}

/// Sends what is left in the buffers of the process and of its communicators.
void drain_send_buffers(const Process& process) {
  if (process.send_buffer) process.send_buffer->drain();
  for (const auto& communicator : process.communicators) {
    const auto& notes = handle_of(*communicator, process)->annotations;
    if (notes && notes->send_buffer) notes->send_buffer->drain();
  }
}

/// The class or code that the application added under this number; null if there is none.
AddedError* added(Process& process, int code) {
  const int index = code - first_added_error;
  auto& all = process.added_errors;
  if (index < 0 || index >= static_cast<int>(all.size())) return nullptr;
  AddedError& found = all[static_cast<std::size_t>(index)];
  return found.is_removed ? nullptr : &found;
}

/// A class is its own class.
int add_error(Process& process, int error_class) {
  const int code = first_added_error + static_cast<int>(process.added_errors.size());
  process.added_errors.push_back({error_class == MPI_SUCCESS ? code : error_class, ""});
  return code;
}

bool is_class(const AddedError& error, int code) { return error.error_class == code; }

/// Numbers at the end are free again.
void remove(Process& process, AddedError& error) {
  error.is_removed = true;
  auto& all = process.added_errors;
  while (!all.empty() && all.back().is_removed) all.pop_back();
}

/// A call on a class or code that the application added: `body(Process&, AddedError&)` returns an error class.
template <class Body> int on_added(const char* call, int code, Body&& body) {
  Process& process = enter(call);
  AddedError* const own = added(process, code);
  const int error = own ? body(process, *own) : +MPI_ERR_ARG;
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

} // namespace

extern "C" {

// Their addresses are handles.
char daruma_mpi_errors_abort = 0;
char daruma_mpi_communicators[2]{};
char daruma_mpi_info_env = 0;

int MPI_Init(int*, char***) {
  Process& process = self();
  if (process.initialized) misuse(__func__, "is called twice");
  tell_entered(fiber(), __func__);
  process.initialized = true;
  return MPI_SUCCESS;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  *provided = static_cast<int>(self().thread_level = thread_level_for(required));
  return MPI_Init(argc, argv);
}

int MPI_Query_thread(int* provided) {
  *provided = static_cast<int>(self().thread_level);
  return MPI_SUCCESS;
}

int MPI_Is_thread_main(int* flag) {
  *flag = fiber().thread() == 0;
  return MPI_SUCCESS;
}

int MPI_Initialized(int* flag) {
  *flag = self().initialized;
  return MPI_SUCCESS;
}

int MPI_Finalize(void) {
  Process& process = enter(__func__);
  if (process.self)
    if (const int error = remove_attributes(*process.self)) return raise(*process.self, error);
  const int requests_left = settle_leaks(process);
  complete_unattended(process);
  drain_send_buffers(process);
  tell_finalizes(fiber(), communicators_left(process), requests_left);
  process.finalized = true;
  return MPI_SUCCESS;
}

int MPI_Finalized(int* flag) {
  *flag = self().finalized;
  return MPI_SUCCESS;
}

int MPI_Abort(MPI_Comm, int code) {
  Process& process = self();
  process.job->world->abort(*process.job, &process, "MPI_Abort with code " + std::to_string(code));
  return MPI_SUCCESS;
}

double MPI_Wtime(void) {
  note_call();
  Process& process = self();
  look_at_the_clock(process);
  return process.clock_read.count();
}

double MPI_Wtick(void) { return 1e-9; }

int MPI_Get_processor_name(char* name, int* length) {
  const std::string& host = enter(__func__).host->get_name();
  std::strncpy(name, host.c_str(), MPI_MAX_PROCESSOR_NAME - 1);
  name[MPI_MAX_PROCESSOR_NAME - 1] = '\0';
  *length = static_cast<int>(std::strlen(name));
  return MPI_SUCCESS;
}

int MPI_Get_version(int* version, int* subversion) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}

int MPI_Get_library_version(char* version, int* length) {
  std::strncpy(version, DARUMA_LIBRARY_VERSION, MPI_MAX_LIBRARY_VERSION_STRING);
  *length = static_cast<int>(std::strlen(version));
  return MPI_SUCCESS;
}

/// Nobody profiles here; a profiling library has its own.
int MPI_Pcontrol(const int, ...) { return MPI_SUCCESS; }

int MPI_Alloc_mem(MPI_Aint size, MPI_Info, void* base) {
  Process& process = enter(__func__);
  if (size < 0) return raise(*process.world, MPI_ERR_ARG);
  void* memory = std::malloc(static_cast<std::size_t>(size));
  std::memcpy(base, &memory, sizeof memory);
  return memory || size == 0 ? +MPI_SUCCESS : raise(*process.world, MPI_ERR_NO_MEM);
}

int MPI_Free_mem(void* base) {
  std::free(base);
  return MPI_SUCCESS;
}

int MPI_Error_class(int code, int* error_class) {
  const AddedError* own = added(self(), code);
  *error_class = own ? own->error_class : code;
  return MPI_SUCCESS;
}

int MPI_Error_string(int code, char* text, int* length) {
  const AddedError* own = added(self(), code);
  const std::string known = own ? own->text : describe(self(), code);
  const std::string described = known.empty() && !own ? "error class " + std::to_string(code) : known;
  std::strncpy(text, described.c_str(), MPI_MAX_ERROR_STRING - 1);
  text[MPI_MAX_ERROR_STRING - 1] = '\0';
  *length = static_cast<int>(std::strlen(text));
  return MPI_SUCCESS;
}

int MPI_Add_error_class(int* error_class) {
  *error_class = add_error(enter(__func__), MPI_SUCCESS);
  return MPI_SUCCESS;
}

int MPI_Add_error_code(int error_class, int* code) {
  *code = add_error(enter(__func__), error_class);
  return MPI_SUCCESS;
}

int MPI_Add_error_string(int code, char* text) {
  return on_added(__func__, code, [&](Process&, AddedError& own) {
    own.text = text;
    return MPI_SUCCESS;
  });
}

/// A class goes after its codes.
int MPI_Remove_error_class(int error_class) {
  return on_added(__func__, error_class, [&](Process& process, AddedError& own) {
    const auto& all = process.added_errors;
    const auto uses = [&](const AddedError& one) {
      return !one.is_removed && &one != &own && is_class(one, error_class);
    };
    if (!is_class(own, error_class) || std::any_of(all.begin(), all.end(), uses)) return +MPI_ERR_ARG;
    remove(process, own);
    return +MPI_SUCCESS;
  });
}

int MPI_Remove_error_code(int error_code) {
  return on_added(__func__, error_code, [&](Process& process, AddedError& own) {
    if (is_class(own, error_code)) return +MPI_ERR_ARG;
    remove(process, own);
    return +MPI_SUCCESS;
  });
}

int MPI_Remove_error_string(int error_code) {
  return on_added(__func__, error_code, [](Process&, AddedError& own) {
    if (own.text.empty()) return +MPI_ERR_ARG;
    own.text.clear();
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_fn* function, MPI_Errhandler* handler) {
  enter(__func__);
  *handler = reinterpret_cast<MPI_Errhandler>(function);
  return MPI_SUCCESS;
}

int MPI_Errhandler_create(MPI_Comm_errhandler_fn* function, MPI_Errhandler* handler) {
  return MPI_Comm_create_errhandler(function, handler);
}

int MPI_Errhandler_free(MPI_Errhandler* handler) {
  enter(__func__);
  *handler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) { handle.error_handler = handler; });
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler) { return MPI_Comm_set_errhandler(comm, handler); }

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* handler) {
  return on_communicator(__func__, comm, [&](LocalCommunicator& handle) { *handler = handle.error_handler; });
}

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* handler) { return MPI_Comm_get_errhandler(comm, handler); }

int MPI_Comm_call_errhandler(MPI_Comm comm, int error) {
  on_communicator(__func__, comm, [&](LocalCommunicator&) { return error; });
  return MPI_SUCCESS;
}
}

} // namespace daruma::mpi
