// What stands in for calls that move data between two files, or write without a buffer of the program's, at the cost of
// the machine's file system: what is moved is read, then written, and is in the file once it has come there.
#include "sim/hosting/plain_files.hpp"
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/waiting.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sys/sendfile.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

/// How much of so many bytes a plain file has from there on, or from where it is read next.
std::size_t present(int file, const off_t* at, std::size_t size) {
  struct stat found {};
  if (::fstat(file, &found) != 0) return 0;
  const off_t from = at ? *at : ::lseek(file, 0, SEEK_CUR);
  return std::min(size, static_cast<std::size_t>(std::max<off_t>(0, found.st_size - from)));
}

/// Before that many bytes at most go from the one to the other.
void before_move(int from, const off_t* at, int to, std::size_t size) {
  std::size_t moved = size;
  if (is_plain_file(from)) {
    moved = present(from, at, size);
    await_read(moved);
  } else if (current()) {
    wait_until_readable(from);
  }
  if (is_plain_file(to)) await_write(moved);
}

int print_to(int descriptor, const char* format, va_list values) {
  char* text = nullptr;
  const int size = ::vasprintf(&text, format, values);
  if (size < 0) return size;
  const std::unique_ptr<char, decltype(&std::free)> freed(text, std::free);
  return static_cast<int>(simulated_write(descriptor, text, static_cast<std::size_t>(size)));
}

} // namespace

} // namespace daruma::hosting

extern "C" {

ssize_t simulated_sendfile(int to, int from, off_t* at, std::size_t size) {
  before_move(from, at, to, size);
  return ::sendfile(to, from, at, size);
}
ssize_t simulated_sendfile64(int to, int from, off_t* at, std::size_t size) {
  return simulated_sendfile(to, from, at, size);
}

ssize_t simulated_copy_file_range(int from, off_t* at, int to, off_t* there, std::size_t size, unsigned flags) {
  before_move(from, at, to, size);
  return ::copy_file_range(from, at, to, there, size, flags);
}

ssize_t simulated_splice(int from, off_t* at, int to, off_t* there, std::size_t size, unsigned flags) {
  before_move(from, at, to, size);
  return ::splice(from, at, to, there, size, flags);
}

int simulated_vdprintf(int descriptor, const char* format, va_list values) {
  return print_to(descriptor, format, values);
}
int simulated_vdprintf_chk(int descriptor, int, const char* format, va_list values) {
  return print_to(descriptor, format, values);
}
int simulated_dprintf(int descriptor, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int size = print_to(descriptor, format, values);
  va_end(values);
  return size;
}
int simulated_dprintf_chk(int descriptor, int, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int size = print_to(descriptor, format, values);
  va_end(values);
  return size;
}

/// Room alone is a matter of names.
int simulated_posix_fallocate(int descriptor, off_t at, off_t size) {
  if (is_plain_file(descriptor)) await_file_system();
  return ::posix_fallocate(descriptor, at, size);
}
int simulated_posix_fallocate64(int descriptor, off_t at, off_t size) {
  return simulated_posix_fallocate(descriptor, at, size);
}
}
