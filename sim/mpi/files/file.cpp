#include "sim/mpi/files/file.hpp"

#include "sim/mpi/collective/collectives.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/mpi/ulfm/rendezvous.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace daruma::mpi {

namespace {

constexpr mode_t rights = 0666; // but for the umask

int flags_of(int mode) {
  const int access = mode & MPI_MODE_RDWR ? O_RDWR : mode & MPI_MODE_WRONLY ? O_WRONLY : O_RDONLY;
  return access | O_CLOEXEC | (mode & MPI_MODE_CREATE ? O_CREAT : 0) | (mode & MPI_MODE_EXCL ? O_EXCL : 0);
}

/// Opens this computer's file, in the working folder of the calling process.
int open_here(File& file, const std::string& name) {
  std::error_code unknown;
  file.path = std::filesystem::absolute(name, unknown).string();
  const int descriptor = ::open(name.c_str(), flags_of(file.mode), rights);
  if (descriptor < 0) return class_of(errno);
  struct stat found {};
  if (::fstat(descriptor, &found) != 0 || S_ISDIR(found.st_mode)) {
    ::close(descriptor);
    return MPI_ERR_BAD_FILE;
  }
  file.descriptor = descriptor;
  if (file.mode & MPI_MODE_APPEND) file.shared_position = file.size();
  return MPI_SUCCESS;
}

void close_here(File& file) {
  if (file.descriptor < 0) return;
  ::close(file.descriptor);
  file.descriptor = -1;
  if (file.mode & MPI_MODE_DELETE_ON_CLOSE) ::unlink(file.path.c_str());
}

std::shared_ptr<File> file_on(const std::shared_ptr<Communicator>& communicator, int mode) {
  auto file = std::make_shared<File>();
  const auto view = std::make_shared<const View>();
  file->communicator = communicator.get();
  file->mode = mode;
  file->members = std::vector<LocalFile>(communicator->groups[0]->size());
  for (std::size_t rank = 0; rank < file->members.size(); ++rank) {
    LocalCommunicator& own = communicator->handles[0][rank];
    file->members[rank].file = file.get();
    file->members[rank].comm = &own;
    file->members[rank].view = view;
    own.error_handler = own.owner->error_handler_of_files;
  }
  return file;
}

/// Decides what becomes of what the members of `all` bring.
void make_together(Rendezvous& all) {
  Communicator& original = all.communicator();
  const int mode = all.of(0).number;
  for (int i = 1; i < original.size(); ++i)
    if (all.of(i).number != mode) all.outcome.error = MPI_ERR_NOT_SAME;
  if (all.outcome.error) return;
  const auto communicator = make_communicator(original.groups[0]);
  communicator->file = file_on(communicator, mode);
  original.revoked_with_it.push_back(communicator.get());
  all.hand_out(*communicator);
}

/// The first one opens the file, which the others then find.
int open_together(LocalFile& own, const std::string& name) {
  const Exchange all(take_turn(*own.comm, FaultMode::strict));
  const auto open = [&] { return all.rank() == 0 ? open_here(*own.file, name) : +MPI_SUCCESS; };
  await_file_system();
  if (const int error = have_root_do(all, open)) return error;
  if (own.file->mode & MPI_MODE_APPEND) own.position = own.file->size();
  return MPI_SUCCESS;
}

bool is_done_with(const LocalFile& member) { return member.is_closed || !member.comm->owner->alive; }

} // namespace

File::~File() {
  if (descriptor >= 0) ::close(descriptor);
}

MPI_Offset File::size() const {
  struct stat found {};
  return ::fstat(descriptor, &found) == 0 ? static_cast<MPI_Offset>(found.st_size) : 0;
}

int class_of(int errno_value) {
  switch (errno_value) {
  case ENOENT:
    return MPI_ERR_NO_SUCH_FILE;
  case EEXIST:
    return MPI_ERR_FILE_EXISTS;
  case EACCES:
  case EPERM:
    return MPI_ERR_ACCESS;
  case EROFS:
    return MPI_ERR_READ_ONLY;
  case ENAMETOOLONG:
  case ENOTDIR:
  case EISDIR:
  case ELOOP:
    return MPI_ERR_BAD_FILE;
  case ENOSPC:
  case EFBIG:
    return MPI_ERR_NO_SPACE;
  case EDQUOT:
    return MPI_ERR_QUOTA;
  case ETXTBSY:
  case EBUSY:
    return MPI_ERR_FILE_IN_USE;
  default:
    return MPI_ERR_IO;
  }
}

int have_root_do(const Exchange& all, const std::function<int()>& act) {
  if (const int error = barrier(all)) return error;
  int outcome = all.rank() == 0 ? act() : +MPI_SUCCESS;
  const int error = bcast(all, {&outcome, 1, MPI_INT}, 0);
  return error ? error : outcome;
}

int open_file(LocalCommunicator& comm, const std::string& name, int mode, LocalFile*& opened) {
  Contribution contribution;
  contribution.number = mode;
  const auto outcome = meet(take_turn(comm, FaultMode::strict), contribution, [&comm](Rendezvous& all) {
    make_together(all);
    return Course{cost(comm.owner->job->profile().split, comm.communicator->size())};
  });
  if (outcome->error != MPI_SUCCESS) return outcome->error;
  const LocalCommunicator& own_comm = *outcome->made[static_cast<std::size_t>(comm.index())];
  LocalFile& own = own_comm.communicator->file->members[static_cast<std::size_t>(own_comm.rank)];
  if (const int error = open_together(own, name)) {
    own.is_closed = true;
    return error;
  }
  opened = &own;
  return MPI_SUCCESS;
}

/// Once one member has come through, all have come, and nobody accesses the file any more.
int close_file(LocalFile& file) {
  const Exchange all(take_turn(*file.comm, FaultMode::strict));
  await_file_system();
  const int error = barrier(all);
  file.is_closed = true;
  const auto& members = file.file->members;
  if (error == MPI_SUCCESS || std::all_of(members.begin(), members.end(), is_done_with)) close_here(*file.file);
  return error;
}

int delete_file(const std::string& name) {
  await_file_system();
  return ::unlink(name.c_str()) == 0 ? +MPI_SUCCESS : class_of(errno);
}

void await_file_system() { write_to_file_system(Bytes(0)); }

LocalFile* resolve(MPI_File file) { return reinterpret_cast<LocalFile*>(file); }

MPI_File to_mpi(LocalFile* file) { return reinterpret_cast<MPI_File>(file); }

} // namespace daruma::mpi
