// MPI_Init to MPI_Finalize, time, error handlers and error texts, attributes that programs read.
#include "sim/mpi/errors.hpp"
#include "sim/mpi/job.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

namespace daruma::mpi {

extern "C" {

int MPI_Init(int*, char***) {
  Process& process = self();
  if (process.initialized) misuse(__func__, "was called twice");
  process.initialized = true;
  return MPI_SUCCESS;
}

int MPI_Init_thread(int* argc, char*** argv, int, int* provided) {
  *provided = MPI_THREAD_SINGLE;
  return MPI_Init(argc, argv);
}

int MPI_Query_thread(int* provided) {
  enter(__func__);
  *provided = MPI_THREAD_SINGLE;
  return MPI_SUCCESS;
}

int MPI_Is_thread_main(int* flag) {
  enter(__func__);
  *flag = 1;
  return MPI_SUCCESS;
}

int MPI_Initialized(int* flag) {
  *flag = self().initialized;
  return MPI_SUCCESS;
}

int MPI_Finalize(void) {
  Process& process = enter(__func__);
  complete_unattended(process);
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

/// Who looks at the clock for the second time at the same instant waits for it to move.
double MPI_Wtime(void) {
  note_call();
  Process& process = self();
  if (process.clock_read == now()) pass(poll_cost);
  process.clock_read = now();
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
  *version = 3;
  *subversion = 1;
  return MPI_SUCCESS;
}

int MPI_Alloc_mem(MPI_Aint size, MPI_Info, void* base) {
  void* memory = std::malloc(static_cast<std::size_t>(size));
  std::memcpy(base, &memory, sizeof memory);
  return memory ? +MPI_SUCCESS : +MPI_ERR_NO_MEM;
}

int MPI_Free_mem(void* base) {
  std::free(base);
  return MPI_SUCCESS;
}

int MPI_Error_class(int code, int* error_class) {
  *error_class = code;
  return MPI_SUCCESS;
}

int MPI_Error_string(int code, char* text, int* length) {
  const char* known = describe(code);
  const std::string described = *known ? known : "error class " + std::to_string(code);
  std::strncpy(text, described.c_str(), MPI_MAX_ERROR_STRING - 1);
  text[MPI_MAX_ERROR_STRING - 1] = '\0';
  *length = static_cast<int>(std::strlen(text));
  return MPI_SUCCESS;
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
  return on_communicator(__func__, comm, [&](Handle& handle) {
    handle.error_handler = handler;
    return MPI_SUCCESS;
  });
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler) { return MPI_Comm_set_errhandler(comm, handler); }

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* handler) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    *handler = handle.error_handler;
    return MPI_SUCCESS;
  });
}

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* handler) { return MPI_Comm_get_errhandler(comm, handler); }

int MPI_Comm_call_errhandler(MPI_Comm comm, int error) {
  on_communicator(__func__, comm, [&](Handle&) { return error; });
  return MPI_SUCCESS;
}

int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void* value, int* flag) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    static int largest_tag = 1 << 30;
    int& universe = handle.owner->job->universe_size;
    universe = static_cast<int>(handle.owner->job->processes.size());
    int* const found = keyval == MPI_TAG_UB ? &largest_tag : keyval == MPI_UNIVERSE_SIZE ? &universe : nullptr;
    *flag = found != nullptr;
    if (found) std::memcpy(value, &found, sizeof found);
    return MPI_SUCCESS;
  });
}

int MPI_Attr_get(MPI_Comm comm, int keyval, void* value, int* flag) {
  return MPI_Comm_get_attr(comm, keyval, value, flag);
}
}

} // namespace daruma::mpi
