// What stands in for the calls that move the data of a program's plain files: done on this computer's files, at the
// cost of the machine's file system. What is written is in the file once it has come there.
#include "sim/hosting/plain_files.hpp"
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/hosting/waiting.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <iterator>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

/// What a call has read.
ssize_t after_read(int descriptor, ssize_t got) {
  if (got >= 0 && is_plain_file(descriptor)) await_read(static_cast<std::size_t>(got));
  return got;
}

/// Reads from where the descriptor is. What comes by a pipe may come from another thread or process of the simulation;
/// standard input never does.
template <class Read> ssize_t read_on(int descriptor, Read read) {
  const bool is_plain = is_plain_file(descriptor);
  const Hosted* const hosted = simulated_caller();
  if (hosted && descriptor == STDIN_FILENO && !hosted->state.has_input()) return 0;
  if (!is_plain && hosted && descriptor != STDIN_FILENO && !wait_until_readable(descriptor)) return -1;
  const ssize_t got = read();
  if (got >= 0 && is_plain) await_read(static_cast<std::size_t>(got));
  return got;
}

void before_write(int descriptor, std::size_t size) {
  if (is_plain_file(descriptor)) await_write(size);
}

/// As `attempt(flags)` opens. A FIFO has to wait for who writes to it where it is opened, or for who reads it: a reader
/// has its descriptor at once, and waits when it reads.
template <class Attempt> int open_fifo(int flags, Attempt attempt) {
  const int descriptor = retried([&] { return attempt(flags | O_NONBLOCK); }, [](int error) { return error == ENXIO; });
  if (descriptor < 0) return -1;
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

template <class Attempt> int opened(int folder, const char* path, int flags, Attempt attempt) {
  if (simulated_caller() && (flags & O_NONBLOCK) == 0 && is_fifo(folder, path)) return open_fifo(flags, attempt);
  return attempt(flags);
}

int after_open(int descriptor, const char* path) {
  note_opened(descriptor);
  if (is_plain_file(descriptor)) await_file_system();
  if (descriptor < 0) note_request(path);
  return descriptor;
}

void before_sync(int descriptor) {
  if (is_plain_file(descriptor)) await_file_system();
}

/// What there is of a file between two places.
std::size_t present(int descriptor, std::size_t size, off_t from) {
  struct stat found {};
  if (::fstat(descriptor, &found) != 0) return 0;
  return std::min(size, static_cast<std::size_t>(std::max<off_t>(0, found.st_size - from)));
}

void note_map(const void* place, std::size_t size, int rights, int flags) {
  if (rights & PROT_WRITE && (flags & MAP_TYPE) != MAP_PRIVATE) caller("_mmap").written_maps[place] = size;
}

} // namespace

} // namespace daruma::hosting

extern "C" {

int simulated_open(const char* path, int flags, mode_t mode) { return simulated_openat(AT_FDCWD, path, flags, mode); }
int simulated_open64(const char* path, int flags, mode_t mode) { return simulated_open(path, flags, mode); }
int simulated_openat(int folder, const char* path, int flags, mode_t mode) {
  return after_open(opened(folder, path, flags, [=](int how) { return ::openat(folder, path, how, mode); }), path);
}
int simulated_openat64(int folder, const char* path, int flags, mode_t mode) {
  return simulated_openat(folder, path, flags, mode);
}
int simulated_creat(const char* path, mode_t mode) { return after_open(::creat(path, mode), path); }
int simulated_creat64(const char* path, mode_t mode) { return simulated_creat(path, mode); }

ssize_t simulated_read(int descriptor, void* room, std::size_t size) {
  return read_on(descriptor, [=] { return ::read(descriptor, room, size); });
}
ssize_t simulated_read_chk(int descriptor, void* room, std::size_t size, std::size_t there) {
  if (size > there) ::abort();
  return simulated_read(descriptor, room, size);
}
ssize_t simulated_pread(int descriptor, void* room, std::size_t size, off_t at) {
  return after_read(descriptor, ::pread(descriptor, room, size, at));
}
ssize_t simulated_pread64(int descriptor, void* room, std::size_t size, off_t at) {
  return simulated_pread(descriptor, room, size, at);
}
ssize_t simulated_readv(int descriptor, const iovec* parts, int count) {
  return read_on(descriptor, [=] { return ::readv(descriptor, parts, count); });
}
ssize_t simulated_preadv(int descriptor, const iovec* parts, int count, off_t at) {
  return after_read(descriptor, ::preadv(descriptor, parts, count, at));
}
ssize_t simulated_preadv64(int descriptor, const iovec* parts, int count, off_t at) {
  return simulated_preadv(descriptor, parts, count, at);
}

ssize_t simulated_write(int descriptor, const void* bytes, std::size_t size) {
  before_write(descriptor, size);
  return after_write(write_and_wait(descriptor, bytes, size));
}
ssize_t simulated_pwrite(int descriptor, const void* bytes, std::size_t size, off_t at) {
  before_write(descriptor, size);
  return ::pwrite(descriptor, bytes, size, at);
}
ssize_t simulated_pwrite64(int descriptor, const void* bytes, std::size_t size, off_t at) {
  return simulated_pwrite(descriptor, bytes, size, at);
}
ssize_t simulated_writev(int descriptor, const iovec* parts, int count) {
  before_write(descriptor, bytes_of(parts, count));
  if (!may_wait_for_others(descriptor)) return after_write(::writev(descriptor, parts, count));
  const std::string together = joined(parts, count);
  return after_write(write_and_wait(descriptor, together.data(), together.size()));
}
ssize_t simulated_pwritev(int descriptor, const iovec* parts, int count, off_t at) {
  before_write(descriptor, bytes_of(parts, count));
  return ::pwritev(descriptor, parts, count, at);
}
ssize_t simulated_pwritev64(int descriptor, const iovec* parts, int count, off_t at) {
  return simulated_pwritev(descriptor, parts, count, at);
}

// What was written has come to the file system before.

int simulated_fsync(int descriptor) {
  before_sync(descriptor);
  return ::fsync(descriptor);
}
int simulated_fdatasync(int descriptor) {
  before_sync(descriptor);
  return ::fdatasync(descriptor);
}

void* simulated_mmap(void* at, std::size_t size, int rights, int flags, int descriptor, off_t from) {
  void* const place = ::mmap(at, size, rights, flags, descriptor, from);
  if (place == MAP_FAILED || (flags & MAP_ANONYMOUS) != 0 || !is_plain_file(descriptor)) return place;
  note_map(place, size, rights, flags);
  await_read(present(descriptor, size, from));
  return place;
}
void* simulated_mmap64(void* at, std::size_t size, int rights, int flags, int descriptor, off_t from) {
  return simulated_mmap(at, size, rights, flags, descriptor, from);
}

int simulated_msync(void* at, std::size_t size, int flags) {
  if (!is_programs_own_thread()) {
    const auto& maps = caller().written_maps;
    const auto behind = maps.upper_bound(at);
    const bool is_written =
        behind != maps.begin() &&
        static_cast<const char*>(at) < static_cast<const char*>(std::prev(behind)->first) + std::prev(behind)->second;
    if (is_written) await_write(size);
  }
  return ::msync(at, size, flags);
}

int simulated_munmap(void* at, std::size_t size) {
  if (!is_programs_own_thread() && caller().written_maps.erase(at) > 0) await_write(size);
  return ::munmap(at, size);
}
}
