// Files that members of a communicator have opened together (MPI 3.1, chapter 13).
//
// They are real files of this computer, under the names that programs use, in the working folder of the rank that opens
// them first (rank 0 of the communicator). Their bytes go over the simulated network between the process's node and the
// machine's file system, whose bandwidth all nodes share; each access of it takes a latency, too, and accesses of one
// process's that are one call come one after the other. What is read is read when the access begins, and what is
// written is in the file, for everybody, when it has come to the file system: so all accesses are atomic, and locks
// cost nothing. A process that dies meanwhile has written nothing with that access. Where there is no file system (see
// runtime.hpp), all of it takes no time.
//
// A file has a communicator of its own, on which its collective calls are made, which holds its error handler and is
// revoked with the one that the file was opened on. Failures (ULFM): collective calls raise PROC_FAILED at members that
// know of one, as collective operations do, and MPI_File_close still closes; other accesses go on.
#pragma once

#include "sim/mpi/collective/exchange.hpp"
#include "sim/mpi/files/view.hpp"
#include "sim/mpi/process/communicator.hpp"

#include <mpi.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace daruma::mpi {

struct File;

/// A collective access of which one half has been called, MPI_File_write_all_begin.
struct SplitCall {
  Request* request = nullptr; ///< null while none is under way
  const char* ended_by = nullptr;
};

/// One member's part of a file; an MPI_File points at it.
struct LocalFile {
  File* file = nullptr;
  LocalCommunicator* comm = nullptr;
  std::shared_ptr<const View> view;
  MPI_Offset position = 0; ///< of the individual pointer, in bytes of data
  bool is_atomic = false;
  SplitCall split;
  std::vector<std::pair<std::string, std::string>> hints; ///< that the program has given
  bool is_closed = false;
};

struct File {
  Communicator* communicator = nullptr;
  int mode = 0;
  std::string path;               ///< absolute
  int descriptor = -1;            ///< of this computer's file; -1 once it is closed
  MPI_Offset shared_position = 0; ///< of the shared pointer, in bytes of data
  std::vector<LocalFile> members;

  File() = default;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  bool is_read() const { return (mode & MPI_MODE_WRONLY) == 0; }
  bool is_written() const { return (mode & MPI_MODE_RDONLY) == 0; }
  bool is_sequential() const { return (mode & MPI_MODE_SEQUENTIAL) != 0; }
  /// Of this computer's file; 0 once it is closed.
  MPI_Offset size() const;
};

/// What all members of `comm` open together; an error class.
int open_file(LocalCommunicator& comm, const std::string& name, int mode, LocalFile*& opened);

/// Closes the caller's part, even where it fails because of a failure or revocation.
int close_file(LocalFile& file);

/// A file that is not there any more afterwards; an error class.
int delete_file(const std::string& name);

/// The caller's operation at the file system without data: a latency.
void await_file_system();

/// The error class that MPI has for an errno.
int class_of(int errno_value);

/// Everybody comes, and nobody leaves before rank 0 has done it: `act()` returns an error class.
int have_root_do(const Exchange& all, const std::function<int()>& act);

LocalFile* resolve(MPI_File file);
MPI_File to_mpi(LocalFile* file);

} // namespace daruma::mpi
