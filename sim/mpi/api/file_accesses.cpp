// Reading and writing files, in all forms: blocking, non-blocking, and collective ones in two halves.
#include "sim/mpi/api/file_calls.hpp"
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/collective/nonblocking.hpp"
#include "sim/mpi/files/accesses.hpp"

#include <cstring>

namespace daruma::mpi {

namespace {

/// Carries an access out at once.
struct AtOnce {
  MPI_Status* status;

  int operator()(LocalFile&, const FileOperation& operation) const {
    MPI_Status own{MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
    const int error = operation(own);
    give(own, status);
    return error;
  }
};

Request& start(const LocalFile& file, const FileOperation& operation) {
  return start_operation(*file.comm, [operation](Request& request) { return operation(request.status); });
}

/// Leaves it to a fiber of its own.
struct InBackground {
  MPI_Request* request;

  int operator()(const LocalFile& file, const FileOperation& operation) const {
    *request = to_mpi(&start(file, operation));
    return MPI_SUCCESS;
  }
};

/// The same, until the call that is its other half.
struct Begun {
  const char* ended_by;

  int operator()(LocalFile& file, const FileOperation& operation) const {
    file.split = {&start(file, operation), ended_by};
    return MPI_SUCCESS;
  }
};

template <class Run>
int access(const char* call, MPI_File handle, Way way, MPI_Offset offset, const void* buffer, MPI_Count count,
           MPI_Datatype type, Run&& run) {
  return on_file(call, handle, [&](LocalFile& file) {
    const Buffer data(const_cast<void*>(buffer), count, type);
    if (const int error = check_access(file, way, offset, data)) return error;
    if (file.split.request && way.company == Company::together) return +MPI_ERR_OTHER; // MPI 3.1, section 13.4.5
    return run(file, begin_access(file, way, offset, data));
  });
}

int end(const char* call, MPI_File handle, MPI_Status* status) {
  return on_file(call, handle, [&](LocalFile& file) {
    Request* const request = file.split.request;
    if (!request || std::strcmp(file.split.ended_by, call) != 0) return +MPI_ERR_OTHER;
    const int error = wait_for(*request);
    give(request->status, status);
    take_back(*request);
    file.split = {};
    return error;
  });
}

constexpr MPI_Offset nowhere = 0; // where a pointer says it

constexpr Way alone(Direction direction, Place place) { return {direction, place, Company::alone}; }
constexpr Way together(Direction direction, Place place) { return {direction, place, Company::together}; }

} // namespace

extern "C" {
#define DARUMA_COUNTED_CALLS "sim/mpi/api/file_accesses.inc"
#include "sim/mpi/api/counted.hpp"

// NOLINTBEGIN(bugprone-macro-parentheses): a name and a type
#define DARUMA_END(call, memory)                                                                                       \
  int MPI_File_##call##_end(MPI_File file, memory, MPI_Status* status) { return end(__func__, file, status); }
// NOLINTEND(bugprone-macro-parentheses)

DARUMA_END(read_at_all, void*)
DARUMA_END(write_at_all, const void*)
DARUMA_END(read_all, void*)
DARUMA_END(write_all, const void*)
DARUMA_END(read_ordered, void*)
DARUMA_END(write_ordered, const void*)
}

} // namespace daruma::mpi
