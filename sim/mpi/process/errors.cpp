#include "sim/mpi/process/errors.hpp"

#include "sim/core/words.hpp"
#include "sim/mpi/api/refuse.hpp"
#include "sim/mpi/files/file.hpp"
#include "sim/mpi/process/call_observer.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/threads.hpp"
#include "sim/mpi/rma/window.hpp"

#include <algorithm>
#include <iterator>

namespace daruma::mpi {

namespace {

/// What is worth adding to a class's name.
const Choices<int> explanations{{"no error", MPI_SUCCESS},
                                {"invalid communicator", MPI_ERR_COMM},
                                {"invalid argument", MPI_ERR_ARG},
                                {"invalid datatype", MPI_ERR_TYPE},
                                {"invalid request", MPI_ERR_REQUEST},
                                {"internal error", MPI_ERR_INTERN},
                                {"invalid count", MPI_ERR_COUNT},
                                {"invalid rank", MPI_ERR_RANK},
                                {"invalid tag", MPI_ERR_TAG},
                                {"message longer than the receive buffer", MPI_ERR_TRUNCATE},
                                {"invalid group", MPI_ERR_GROUP},
                                {"invalid reduction operation", MPI_ERR_OP},
                                {"other error", MPI_ERR_OTHER},
                                {"the error is in the statuses", MPI_ERR_IN_STATUS},
                                {"the request is neither complete nor in error", MPI_ERR_PENDING},
                                {"invalid buffer, or none attached that has room", MPI_ERR_BUFFER},
                                {"invalid dimensions", MPI_ERR_DIMS},
                                {"the communicator has no such topology", MPI_ERR_TOPOLOGY},
                                {"invalid key", MPI_ERR_KEYVAL},
                                {"invalid root", MPI_ERR_ROOT},
                                {"processes could not be started", MPI_ERR_SPAWN},
                                {"invalid window", MPI_ERR_WIN},
                                {"invalid size", MPI_ERR_SIZE},
                                {"invalid displacement", MPI_ERR_DISP},
                                {"invalid kind of lock", MPI_ERR_LOCKTYPE},
                                {"invalid assertion", MPI_ERR_ASSERT},
                                {"calls on the window come in an order that MPI does not allow", MPI_ERR_RMA_SYNC},
                                {"beyond the memory that the target lets others access", MPI_ERR_RMA_RANGE},
                                {"some of the memory is attached, or none begins there", MPI_ERR_RMA_ATTACH},
                                {"the members are not all on one node", MPI_ERR_RMA_SHARED},
                                {"not for a window of this flavour", MPI_ERR_RMA_FLAVOR},
                                {"not supported here", MPI_ERR_UNSUPPORTED_OPERATION},
                                {"invalid file handle", MPI_ERR_FILE},
                                {"the members' arguments differ", MPI_ERR_NOT_SAME},
                                {"invalid mode of access", MPI_ERR_AMODE},
                                {"no such representation of data", MPI_ERR_UNSUPPORTED_DATAREP},
                                {"there is no such file", MPI_ERR_NO_SUCH_FILE},
                                {"there is such a file already", MPI_ERR_FILE_EXISTS},
                                {"no file can have that name", MPI_ERR_BAD_FILE},
                                {"the file does not allow that", MPI_ERR_ACCESS},
                                {"no room in the file system", MPI_ERR_NO_SPACE},
                                {"quota exceeded", MPI_ERR_QUOTA},
                                {"the file or its file system is only read", MPI_ERR_READ_ONLY},
                                {"the file is in use", MPI_ERR_FILE_IN_USE},
                                {"there is such a representation of data already", MPI_ERR_DUP_DATAREP},
                                {"data are not converted by a program's own functions", MPI_ERR_CONVERSION},
                                {"input or output failed", MPI_ERR_IO}};

} // namespace

std::string describe(int error_class) {
  static const char* const names[] = {FOREACH_ERROR(GENERATE_STRING)};
  switch (error_class) {
  case MPIX_ERR_PROC_FAILED:
    return "MPI_ERR_PROC_FAILED: a process that the call depends on has failed";
  case MPIX_ERR_PROC_FAILED_PENDING:
    return "MPI_ERR_PROC_FAILED_PENDING: a possible sender has failed, and that was not acknowledged";
  case MPIX_ERR_REVOKED:
    return "MPI_ERR_REVOKED: the communicator has been revoked";
  case MPI_ERR_PROC_ABORTED:
    return "MPI_ERR_PROC_ABORTED: a process that the call depends on has been aborted";
  case MPI_ERR_VALUE_TOO_LARGE:
    return "MPI_ERR_VALUE_TOO_LARGE: a value is too large for where it is to go";
  case MPI_ERR_SESSION:
    return "MPI_ERR_SESSION: invalid session";
  case MPI_ERR_ERRHANDLER:
    return "MPI_ERR_ERRHANDLER: invalid error handler";
  case MPI_T_ERR_INVALID:
    return "MPI_T_ERR_INVALID: invalid use of the tool interface, or a bad argument";
  case MPI_T_ERR_INVALID_NAME:
    return "MPI_T_ERR_INVALID_NAME: nothing has that name";
  case MPI_T_ERR_NOT_SUPPORTED:
    return "MPI_T_ERR_NOT_SUPPORTED: not supported here";
  case MPI_T_ERR_NOT_ACCESSIBLE:
    return "MPI_T_ERR_NOT_ACCESSIBLE: not accessible now";
  default:
    break;
  }
  if (error_class < 0 || error_class >= static_cast<int>(std::size(names))) return "";
  const auto more = std::find_if(explanations.begin(), explanations.end(),
                                 [=](const auto& one) { return one.second == error_class; });
  return names[error_class] + (more == explanations.end() ? "" : ": " + std::string(more->first));
}

namespace {

bool is_of_process(int error) { return error == MPIX_ERR_PROC_FAILED || error == MPIX_ERR_PROC_FAILED_PENDING; }

/// Lets the host find out why processes that the caller knows to be dead are.
void investigate(Process& process, int error) {
  if (is_of_process(error))
    process.reason_of_failure = process.job->world->listener().call_failed(process.job->name(process));
}

} // namespace

std::string describe(const Process& process, int error) {
  const bool is_refusal = error == MPI_ERR_SPAWN;
  const std::string& reason = is_refusal ? process.reason_of_refusal : process.reason_of_failure;
  const std::string known = describe(error);
  return (is_refusal || is_of_process(error)) && !reason.empty() ? known.substr(0, known.find(':') + 2) + reason
                                                                 : known;
}

namespace {

/// Ends all processes of the job, or those of the communicator.
void abort_for(const LocalCommunicator& comm, MPI_Errhandler handler, int error) {
  Process& process = *comm.owner;
  World& world = *process.job->world;
  const bool is_for_all = handler != MPI_ERRORS_ABORT;
  const std::string reason = std::string(fiber().waiting.call) + " under MPI_ERRORS_" +
                             (is_for_all ? "ARE_FATAL: " : "ABORT: ") + describe(process, error);
  if (is_for_all || comm.communicator == process.world->communicator) world.abort(*process.job, &process, reason);
  for (int i = 0; i < comm.communicator->size(); ++i)
    if (Process& other = comm.communicator->participant(i); &other != &process) world.kill(other, reason);
  die(reason);
}

template <class Function, class Handle> int call_handler(MPI_Errhandler handler, Handle handle, int error) {
  reinterpret_cast<Function*>(handler)(&handle, &error);
  return error;
}

} // namespace

bool is_programs(MPI_Errhandler handler) {
  return handler != MPI_ERRORS_RETURN && handler != MPI_ERRORS_ARE_FATAL && handler != MPI_ERRORS_ABORT &&
         handler != MPI_ERRHANDLER_NULL;
}

int raise(LocalCommunicator& comm, int error) { return raise(comm, comm.error_handler, error); }

int raise(LocalCommunicator& comm, MPI_Errhandler handler, int error) {
  pass(poll_cost);
  investigate(*comm.owner, error);
  if (handler == MPI_ERRORS_RETURN) return error;
  if (!is_programs(handler)) {
    abort_for(comm, handler, error);
    return error;
  }
  const auto rank = static_cast<std::size_t>(comm.rank);
  if (const auto& window = comm.communicator->window)
    return call_handler<MPI_Win_errhandler_function>(handler, to_mpi(&window->members[rank]), error);
  if (const auto& file = comm.communicator->file)
    return call_handler<MPI_File_errhandler_function>(handler, to_mpi(&file->members[rank]), error);
  return call_handler<MPI_Comm_errhandler_function>(handler, to_mpi(&comm), error);
}

int raise_without_file(Process& process, int error) {
  pass(poll_cost);
  investigate(process, error);
  const MPI_Errhandler handler = process.error_handler_of_files;
  if (handler == MPI_ERRORS_RETURN) return error;
  if (is_programs(handler)) return call_handler<MPI_File_errhandler_function>(handler, MPI_FILE_NULL, error);
  abort_for(*process.world, handler, error);
  return error;
}

void misuse(const std::string& call, const std::string& what) {
  Process& process = self();
  World& world = *process.job->world;
  world.break_off(process, world.introduce(process) + " in " + call + world.place_of(process) + ": " + what);
}

void refuse(const char* call, const char* reason) { misuse(call, reason); }

Process& enter(const char* call) {
  note_call();
  Fiber& caller = fiber();
  Process& process = caller.process();
  if (process.sessions == 0) {
    if (!process.initialized) misuse(call, "is called before MPI_Init");
    if (process.finalized) misuse(call, "is called after MPI_Finalize");
  }
  caller.waiting = {};
  caller.waiting.call = call;
  if (process.threads) process.threads->check_call(caller);
  tell_entered(caller, call);
  return process;
}

} // namespace daruma::mpi
