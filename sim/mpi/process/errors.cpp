#include "sim/mpi/process/errors.hpp"

#include "sim/mpi/api/refuse.hpp"
#include "sim/mpi/process/job.hpp"

#include <iterator>
#include <string>
#include <vector>

namespace daruma::mpi {

namespace {

/// What is worth adding to a class's name.
const char* explanation(int error_class) {
  switch (error_class) {
  case MPI_SUCCESS:
    return "no error";
  case MPI_ERR_COMM:
    return "invalid communicator";
  case MPI_ERR_ARG:
    return "invalid argument";
  case MPI_ERR_TYPE:
    return "invalid datatype";
  case MPI_ERR_REQUEST:
    return "invalid request";
  case MPI_ERR_INTERN:
    return "internal error";
  case MPI_ERR_COUNT:
    return "invalid count";
  case MPI_ERR_RANK:
    return "invalid rank";
  case MPI_ERR_TAG:
    return "invalid tag";
  case MPI_ERR_TRUNCATE:
    return "message longer than the receive buffer";
  case MPI_ERR_GROUP:
    return "invalid group";
  case MPI_ERR_OP:
    return "invalid reduction operation";
  case MPI_ERR_OTHER:
    return "other error";
  case MPI_ERR_IN_STATUS:
    return "the error is in the statuses";
  case MPI_ERR_PENDING:
    return "the request is neither complete nor in error";
  case MPI_ERR_BUFFER:
    return "invalid buffer, or none attached that has room";
  case MPI_ERR_DIMS:
    return "invalid dimensions";
  case MPI_ERR_TOPOLOGY:
    return "the communicator has no such topology";
  case MPI_ERR_KEYVAL:
    return "invalid key";
  case MPI_ERR_ROOT:
    return "invalid root";
  case MPI_ERR_SPAWN:
    return "processes could not be started";
  case MPI_ERR_UNSUPPORTED_OPERATION:
    return "not supported here";
  default:
    return "";
  }
}

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
  default:
    break;
  }
  if (error_class < 0 || error_class >= static_cast<int>(std::size(names))) return "";
  const std::string more = explanation(error_class);
  return names[error_class] + (more.empty() ? "" : ": " + more);
}

namespace {

bool is_of_process(int error) { return error == MPIX_ERR_PROC_FAILED || error == MPIX_ERR_PROC_FAILED_PENDING; }

/// Lets the host find out why processes that the caller knows to be dead are.
void investigate(Process& process, int error) {
  if (!is_of_process(error)) return;
  std::vector<int> dead;
  for (const Process* one : process.known_failed)
    if (one->job == process.job) dead.push_back(one->number);
  process.reason_of_failure = process.job->world->listener().call_failed(process.job->name(process), dead);
}

} // namespace

std::string describe(const Process& process, int error) {
  const std::string& reason = process.reason_of_failure;
  const std::string known = describe(error);
  return is_of_process(error) && !reason.empty() ? known.substr(0, known.find(':') + 2) + reason : known;
}

int raise(LocalCommunicator& comm, int error) {
  pass(poll_cost);
  investigate(*comm.owner, error);
  const MPI_Errhandler handler = comm.error_handler;
  if (handler == MPI_ERRORS_RETURN) return error;
  if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRHANDLER_NULL) {
    Process& process = *comm.owner;
    process.job->world->abort(*process.job, &process,
                              std::string(process.main.waiting.call) +
                                  " under MPI_ERRORS_ARE_FATAL: " + describe(process, error));
    return error;
  }
  MPI_Comm as_mpi = to_mpi(&comm);
  reinterpret_cast<MPI_Comm_errhandler_function*>(handler)(&as_mpi, &error);
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
  Process& process = self();
  if (!process.initialized) misuse(call, "is called before MPI_Init");
  if (process.finalized) misuse(call, "is called after MPI_Finalize");
  process.main.waiting = {};
  process.main.waiting.call = call;
  return process;
}

} // namespace daruma::mpi
