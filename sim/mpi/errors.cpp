#include "sim/mpi/errors.hpp"

#include "sim/mpi/job.hpp"

#include <string>

namespace daruma::mpi {

const char* describe(int error_class) {
  switch (error_class) {
  case MPI_SUCCESS:
    return "MPI_SUCCESS: no error";
  case MPI_ERR_COMM:
    return "MPI_ERR_COMM: invalid communicator";
  case MPI_ERR_ARG:
    return "MPI_ERR_ARG: invalid argument";
  case MPI_ERR_TYPE:
    return "MPI_ERR_TYPE: invalid datatype";
  case MPI_ERR_REQUEST:
    return "MPI_ERR_REQUEST: invalid request";
  case MPI_ERR_INTERN:
    return "MPI_ERR_INTERN: internal error";
  case MPI_ERR_COUNT:
    return "MPI_ERR_COUNT: invalid count";
  case MPI_ERR_RANK:
    return "MPI_ERR_RANK: invalid rank";
  case MPI_ERR_TAG:
    return "MPI_ERR_TAG: invalid tag";
  case MPI_ERR_TRUNCATE:
    return "MPI_ERR_TRUNCATE: message longer than the receive buffer";
  case MPI_ERR_GROUP:
    return "MPI_ERR_GROUP: invalid group";
  case MPI_ERR_OP:
    return "MPI_ERR_OP: invalid reduction operation";
  case MPI_ERR_OTHER:
    return "MPI_ERR_OTHER: other error";
  case MPI_ERR_IN_STATUS:
    return "MPI_ERR_IN_STATUS: the error is in the statuses";
  case MPI_ERR_PENDING:
    return "MPI_ERR_PENDING: the request is neither complete nor in error";
  case MPI_ERR_BUFFER:
    return "MPI_ERR_BUFFER: invalid buffer";
  case MPI_ERR_ROOT:
    return "MPI_ERR_ROOT: invalid root";
  case MPI_ERR_SPAWN:
    return "MPI_ERR_SPAWN: processes could not be started";
  case MPI_ERR_UNSUPPORTED_OPERATION:
    return "MPI_ERR_UNSUPPORTED_OPERATION: not supported here";
  case MPIX_ERR_PROC_FAILED:
    return "MPI_ERR_PROC_FAILED: a process that the call depends on has failed";
  case MPIX_ERR_PROC_FAILED_PENDING:
    return "MPI_ERR_PROC_FAILED_PENDING: a possible sender has failed, and that was not acknowledged";
  case MPIX_ERR_REVOKED:
    return "MPI_ERR_REVOKED: the communicator has been revoked";
  default:
    return "";
  }
}

int raise(Handle& comm, int error) {
  pass(poll_cost);
  const MPI_Errhandler handler = comm.error_handler;
  if (handler == MPI_ERRORS_RETURN) return error;
  if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRHANDLER_NULL) {
    Process& process = *comm.owner;
    process.job->world->abort(*process.job, &process,
                              std::string(process.waiting.call) + " under MPI_ERRORS_ARE_FATAL: " + describe(error));
    return error;
  }
  MPI_Comm as_mpi = to_mpi(&comm);
  reinterpret_cast<MPI_Comm_errhandler_function*>(handler)(&as_mpi, &error);
  return error;
}

void misuse(const char* call, const char* what) {
  Process& process = self();
  process.job->world->abort(*process.job, &process, std::string(call) + " " + what);
  die(what);
}

Process& enter(const char* call) {
  note_call();
  Process& process = self();
  if (!process.initialized) misuse(call, "was called before MPI_Init");
  if (process.finalized) misuse(call, "was called after MPI_Finalize");
  process.waiting = {};
  process.waiting.call = call;
  return process;
}

} // namespace daruma::mpi
