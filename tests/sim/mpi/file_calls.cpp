// Files that are opened, changed, read and written by all together.
#include "tests/sim/mpi/call_lists.hpp"

#include <filesystem>
#include <string>
#include <unistd.h>

namespace daruma::mpi::test {

namespace {

/// A file that is closed and gone whatever becomes of it; `access(file, data)` is what ranks do with it.
int on_a_file(const Ranks& r, const std::function<int(MPI_File, Doubles&)>& access) {
  auto data = filled(r.size);
  MPI_File file = MPI_FILE_NULL;
  const std::string name = std::filesystem::temp_directory_path() / ("daruma-" + std::to_string(::getpid()));
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  if (const int error = MPI_File_open(r.comm, name.c_str(), mode, MPI_INFO_NULL, &file)) return error;
  const int error = access(file, data);
  const int closing = MPI_File_close(&file);
  return error ? error : closing;
}

/// Every second double, by two phases.
int write_by_turns(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    MPI_Datatype filetype = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_DOUBLE, 0, 8L * r.size, &filetype);
    MPI_Type_commit(&filetype);
    int error = MPI_File_set_view(file, 8L * r.rank, MPI_DOUBLE, filetype, "native", MPI_INFO_NULL);
    if (!error) error = MPI_File_write_all(file, data.data(), count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (!error) error = MPI_File_read_at_all(file, 0, data.data(), count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_Type_free(&filetype);
    return error;
  });
}

int write_in_order(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    int error = MPI_File_write_ordered(file, data.data(), count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (!error) error = MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    if (!error) error = MPI_File_read_ordered_begin(file, data.data(), count, MPI_DOUBLE);
    return error ? error : MPI_File_read_ordered_end(file, data.data(), MPI_STATUS_IGNORE);
  });
}

int write_in_background(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    MPI_Request request = MPI_REQUEST_NULL;
    int error = MPI_File_iwrite_at_all(file, 8L * count * r.rank, data.data(), count, MPI_DOUBLE, &request);
    if (!error) error = MPI_Wait(&request, MPI_STATUS_IGNORE);
    return error ? error : MPI_File_sync(file);
  });
}

/// Its place in the file, written and read in two halves each.
int access_in_halves(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    const MPI_Offset at = 8L * count * r.rank;
    int error = MPI_File_write_at_all_begin(file, at, data.data(), count, MPI_DOUBLE);
    if (!error) error = MPI_File_write_at_all_end(file, data.data(), MPI_STATUS_IGNORE);
    if (!error) error = MPI_File_read_at_all_begin(file, at, data.data(), count, MPI_DOUBLE);
    return error ? error : MPI_File_read_at_all_end(file, data.data(), MPI_STATUS_IGNORE);
  });
}

int access_alone(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    int error = MPI_File_write_shared(file, data.data(), count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (!error) error = MPI_File_write(file, data.data(), count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (!error)
      error = started(
          [&](MPI_Request* request) { return MPI_File_iread_at(file, 0, data.data(), count, MPI_DOUBLE, request); });
    return error ? error : MPI_Barrier(r.comm);
  });
}

int read_in_order(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    int error = MPI_File_set_size(file, 8L * count * r.size);
    if (!error) error = MPI_File_read_ordered(file, data.data(), count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    return error;
  });
}

/// All read the same.
int read_in_halves(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    int error = MPI_File_set_size(file, 8L * count);
    if (!error) error = MPI_File_read_all_begin(file, data.data(), count, MPI_DOUBLE);
    return error ? error : MPI_File_read_all_end(file, data.data(), MPI_STATUS_IGNORE);
  });
}

int read_in_background(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    int error = MPI_File_set_size(file, 8L * count * r.size);
    if (!error)
      error = started([&](MPI_Request* request) {
        return MPI_File_iread_at_all(file, 8L * count * r.rank, data.data(), count, MPI_DOUBLE, request);
      });
    return error;
  });
}

int change_its_size(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles&) {
    int error = MPI_File_set_size(file, 1000);
    if (!error) error = MPI_File_preallocate(file, 100000);
    if (!error) error = MPI_File_set_atomicity(file, 1);
    return error ? error : MPI_File_set_info(file, MPI_INFO_NULL);
  });
}

} // namespace

std::vector<NamedCall> file_calls() {
  return {{"FileWriteAll", write_by_turns},         {"FileWriteOrdered", write_in_order},
          {"FileIwriteAtAll", write_in_background}, {"FileAtAllBegin", access_in_halves},
          {"FileWriteShared", access_alone},        {"FileSetSize", change_its_size},
          {"FileReadOrdered", read_in_order},       {"FileReadAllBegin", read_in_halves},
          {"FileIreadAtAll", read_in_background}};
}

} // namespace daruma::mpi::test
