// Reading and writing files, in all forms: blocking, non-blocking, and collective ones in two halves.
#include "sim/mpi/api/file_calls.hpp"
#include "sim/mpi/api/request_calls.hpp"
#include "sim/mpi/collective/nonblocking.hpp"
#include "sim/mpi/files/accesses.hpp"

#include <cstring>
#include <string_view>

namespace daruma::mpi {

namespace {

/// Carries an access out at once.
struct AtOnce {
  MPI_Status* status;

  int operator()(LocalFile&, const char*, const FileOperation& operation) const {
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

  int operator()(const LocalFile& file, const char*, const FileOperation& operation) const {
    *request = to_mpi(&start(file, operation));
    return MPI_SUCCESS;
  }
};

/// The same, until the call that is its other half.
struct Begun {
  int operator()(LocalFile& file, const char* call, const FileOperation& operation) const {
    file.split = {&start(file, operation), call};
    return MPI_SUCCESS;
  }
};

template <class Run>
int access(const char* call, MPI_File handle, Way way, MPI_Offset offset, const void* buffer, int count,
           MPI_Datatype type, Run&& run) {
  return on_file(call, handle, [&](LocalFile& file) {
    const Buffer data = buffer_of(buffer, count, type);
    if (const int error = check_access(file, way, offset, data)) return error;
    if (file.split.request && way.company == Company::together) return +MPI_ERR_OTHER; // MPI 3.1, section 13.4.5
    return run(file, call, begin_access(file, way, offset, data));
  });
}

/// "MPI_File_read_all_end" ends what "MPI_File_read_all_begin" has begun.
bool are_halves(std::string_view begun_by, std::string_view ended_by) {
  const auto without = [](std::string_view call, std::string_view last) {
    return call.substr(0, call.size() - last.size());
  };
  return without(begun_by, "begin") == without(ended_by, "end");
}

int end(const char* call, MPI_File handle, MPI_Status* status) {
  return on_file(call, handle, [&](LocalFile& file) {
    Request* const request = file.split.request;
    if (!request || !are_halves(file.split.begun_by, call)) return +MPI_ERR_OTHER;
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

// Calls in all their forms, a line for each pair of parameters: MPI_File_##call with a status, MPI_File_i##call with a
// request; `memory` is the type of the buffer.
// NOLINTBEGIN(bugprone-macro-parentheses): names and types
#define DARUMA_AT(call, icall, memory, way)                                                                            \
  int MPI_File_##call(MPI_File file, MPI_Offset offset, memory buffer, int count, MPI_Datatype type,                   \
                      MPI_Status* status) {                                                                            \
    return access(__func__, file, way, offset, buffer, count, type, AtOnce{status});                                   \
  }                                                                                                                    \
  int MPI_File_##icall(MPI_File file, MPI_Offset offset, memory buffer, int count, MPI_Datatype type,                  \
                       MPI_Request* request) {                                                                         \
    *request = MPI_REQUEST_NULL;                                                                                       \
    return access(__func__, file, way, offset, buffer, count, type, InBackground{request});                            \
  }
#define DARUMA_AT_POINTER(call, memory, way)                                                                           \
  int MPI_File_##call(MPI_File file, memory buffer, int count, MPI_Datatype type, MPI_Status* status) {                \
    return access(__func__, file, way, nowhere, buffer, count, type, AtOnce{status});                                  \
  }
#define DARUMA_AT_POINTER_IN_BACKGROUND(icall, memory, way)                                                            \
  int MPI_File_##icall(MPI_File file, memory buffer, int count, MPI_Datatype type, MPI_Request* request) {             \
    *request = MPI_REQUEST_NULL;                                                                                       \
    return access(__func__, file, way, nowhere, buffer, count, type, InBackground{request});                           \
  }
#define DARUMA_AT_IN_HALVES(call, memory, way)                                                                         \
  int MPI_File_##call##_begin(MPI_File file, MPI_Offset offset, memory buffer, int count, MPI_Datatype type) {         \
    return access(__func__, file, way, offset, buffer, count, type, Begun{});                                          \
  }                                                                                                                    \
  int MPI_File_##call##_end(MPI_File file, memory, MPI_Status* status) { return end(__func__, file, status); }
#define DARUMA_AT_POINTER_IN_HALVES(call, memory, way)                                                                 \
  int MPI_File_##call##_begin(MPI_File file, memory buffer, int count, MPI_Datatype type) {                            \
    return access(__func__, file, way, nowhere, buffer, count, type, Begun{});                                         \
  }                                                                                                                    \
  int MPI_File_##call##_end(MPI_File file, memory, MPI_Status* status) { return end(__func__, file, status); }
// NOLINTEND(bugprone-macro-parentheses)

DARUMA_AT(read_at, iread_at, void*, alone(Direction::read, Place::explicitly))
DARUMA_AT(write_at, iwrite_at, const void*, alone(Direction::write, Place::explicitly))
DARUMA_AT(read_at_all, iread_at_all, void*, together(Direction::read, Place::explicitly))
DARUMA_AT(write_at_all, iwrite_at_all, const void*, together(Direction::write, Place::explicitly))
DARUMA_AT_IN_HALVES(read_at_all, void*, together(Direction::read, Place::explicitly))
DARUMA_AT_IN_HALVES(write_at_all, const void*, together(Direction::write, Place::explicitly))

DARUMA_AT_POINTER(read, void*, alone(Direction::read, Place::individually))
DARUMA_AT_POINTER(write, const void*, alone(Direction::write, Place::individually))
DARUMA_AT_POINTER(read_all, void*, together(Direction::read, Place::individually))
DARUMA_AT_POINTER(write_all, const void*, together(Direction::write, Place::individually))
DARUMA_AT_POINTER(read_shared, void*, alone(Direction::read, Place::shared))
DARUMA_AT_POINTER(write_shared, const void*, alone(Direction::write, Place::shared))
DARUMA_AT_POINTER(read_ordered, void*, together(Direction::read, Place::shared))
DARUMA_AT_POINTER(write_ordered, const void*, together(Direction::write, Place::shared))

DARUMA_AT_POINTER_IN_BACKGROUND(iread, void*, alone(Direction::read, Place::individually))
DARUMA_AT_POINTER_IN_BACKGROUND(iwrite, const void*, alone(Direction::write, Place::individually))
DARUMA_AT_POINTER_IN_BACKGROUND(iread_all, void*, together(Direction::read, Place::individually))
DARUMA_AT_POINTER_IN_BACKGROUND(iwrite_all, const void*, together(Direction::write, Place::individually))
DARUMA_AT_POINTER_IN_BACKGROUND(iread_shared, void*, alone(Direction::read, Place::shared))
DARUMA_AT_POINTER_IN_BACKGROUND(iwrite_shared, const void*, alone(Direction::write, Place::shared))

DARUMA_AT_POINTER_IN_HALVES(read_all, void*, together(Direction::read, Place::individually))
DARUMA_AT_POINTER_IN_HALVES(write_all, const void*, together(Direction::write, Place::individually))
DARUMA_AT_POINTER_IN_HALVES(read_ordered, void*, together(Direction::read, Place::shared))
DARUMA_AT_POINTER_IN_HALVES(write_ordered, const void*, together(Direction::write, Place::shared))
}

} // namespace daruma::mpi
