#include "sim/hosting/plain_files.hpp"

#include "sim/hosting/hosted.hpp"
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/waiting.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/mpi/process/threads.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <stdio_ext.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

Bytes size_of(std::size_t bytes) { return Bytes(static_cast<double>(bytes)); }

// The functions of a stream whose cookie is a descriptor.

int descriptor_of(void* cookie) { return static_cast<int>(reinterpret_cast<std::intptr_t>(cookie)); }

ssize_t read_stream(void* cookie, char* room, std::size_t size) {
  const int descriptor = descriptor_of(cookie);
  const bool is_plain = is_plain_file(descriptor);
  if (!is_plain && simulated_caller() && !wait_until_readable(descriptor)) return -1;
  const ssize_t got = ::read(descriptor, room, size);
  if (got >= 0 && is_plain) await_read(static_cast<std::size_t>(got));
  return got;
}

/// 0 where it fails, as streams of that kind have it.
ssize_t write_stream(void* cookie, const char* bytes, std::size_t size) {
  if (is_plain_file(descriptor_of(cookie))) await_write(size);
  const ssize_t written = write_and_wait(descriptor_of(cookie), bytes, size);
  return written < 0 ? 0 : written;
}

int seek_stream(void* cookie, off64_t* offset, int whence) {
  const off64_t place = ::lseek64(descriptor_of(cookie), *offset, whence);
  if (place < 0) return -1;
  *offset = place;
  return 0;
}

int close_stream(void* cookie) { return ::close(descriptor_of(cookie)); }

/// Whether a regular file is memory that has a descriptor.
bool is_memory(int descriptor) {
  std::array<char, 32> name{};
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t size = ::readlink(link.c_str(), name.data(), name.size());
  const std::string_view target(name.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  return target.rfind("/dev/shm/", 0) == 0 || target.rfind("/memfd:", 0) == 0;
}

bool is_of_system(const char* path) {
  const std::string_view name(path ? path : "");
  const auto is_below = [name](std::string_view folder) { return name.rfind(folder, 0) == 0; };
  return is_below("/dev/") || is_below("/proc/") || is_below("/sys/");
}

} // namespace

bool is_plain_file(int descriptor) {
  if (descriptor <= STDERR_FILENO || !simulated_caller()) return false;
  struct stat found {};
  const int before = errno;
  const bool is_plain = ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) && !is_memory(descriptor);
  errno = before;
  return is_plain;
}

bool is_fifo(int folder, const char* path) {
  struct stat found {};
  const int before = errno;
  const bool is_one = ::fstatat(folder, path, &found, 0) == 0 && S_ISFIFO(found.st_mode);
  errno = before;
  return is_one;
}

void await_write(std::size_t bytes) {
  if (!simulated_caller()) return;
  charge_computation();
  const mpi::OutsideMpi outside;
  mpi::write_to_file_system(size_of(bytes));
}

void await_read(std::size_t bytes) {
  if (!simulated_caller()) return;
  charge_computation();
  const mpi::OutsideMpi outside;
  mpi::read_from_file_system(size_of(bytes));
}

void owe_write(std::size_t bytes) { current()->owed.push_back({OwedTransfer::Kind::write, bytes}); }
void owe_read(std::size_t bytes) { current()->owed.push_back({OwedTransfer::Kind::read, bytes}); }

/// Output that is collected meanwhile may add to it.
void pay_for_files() {
  auto& owed = current()->owed;
  while (!owed.empty()) {
    const OwedTransfer transfer = owed.front();
    owed.pop_front();
    if (transfer.kind == OwedTransfer::Kind::write)
      mpi::write_to_file_system(size_of(transfer.bytes));
    else
      mpi::read_from_file_system(size_of(transfer.bytes));
  }
}

std::size_t bytes_of(const iovec* parts, int count) {
  std::size_t size = 0;
  for (int i = 0; i < count; ++i) size += parts[i].iov_len;
  return size;
}

std::string joined(const iovec* parts, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  return bytes;
}

void await_file_system() { await_write(0); }

void note_request(const char* path) {
  if (!simulated_caller() || is_of_system(path)) return;
  const int before = errno;
  await_file_system();
  look_at_clock();
  errno = before;
}

/// What opens a file may say more than whether it is read, written or appended to.
FILE* stream_with_costs(int descriptor, const char* mode) {
  const std::string plain = std::string(1, *mode) + (std::strchr(mode, '+') ? "+" : "");
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a cookie is a pointer
  void* const cookie = reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor));
  FILE* const stream = ::fopencookie(cookie, plain.c_str(), {read_stream, write_stream, seek_stream, close_stream});
  if (stream) stream->_fileno = descriptor; // what fileno() says
  return stream;
}

std::size_t read_with_costs(void* room, std::size_t size, FILE* stream) {
  auto* const bytes = static_cast<char*>(room);
  const auto buffered = static_cast<std::size_t>(stream->_IO_read_end - stream->_IO_read_ptr);
  if (size < buffered + BUFSIZ || ::__fwriting(stream) != 0 || std::ferror(stream) != 0)
    return std::fread(bytes, 1, size, stream);
  std::size_t got = std::fread(bytes, 1, buffered, stream);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a cookie is a pointer
  void* const cookie = reinterpret_cast<void*>(static_cast<std::intptr_t>(::fileno(stream)));
  for (ssize_t more = 1; more > 0 && got < size; got += static_cast<std::size_t>(std::max<ssize_t>(more, 0)))
    more = read_stream(cookie, bytes + got, size - got);
  return got < size ? got + std::fread(bytes + got, 1, size - got, stream) : got; // which notes the end of the file
}

FILE* with_costs(FILE* file, const char* mode) {
  if (!file || !is_plain_file(::fileno(file))) return file;
  await_file_system();
  const int descriptor = ::dup(::fileno(file));
  std::fclose(file);
  FILE* const stream = descriptor < 0 ? nullptr : stream_with_costs(descriptor, mode);
  if (!stream && descriptor >= 0) ::close(descriptor);
  return stream;
}

} // namespace daruma::hosting
