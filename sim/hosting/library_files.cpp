// Files that the C++ library reads and writes for programs (std::ifstream, std::ofstream), or asks for
// (std::filesystem): the simulator's functions of these names come before the C library's where the C++ library calls
// them. They cost what plain_files.hpp says where the program itself has called it; the simulator's own files, and what
// other libraries do, cost nothing.
#include "sim/hosting/hosted.hpp"
#include "sim/hosting/plain_files.hpp"
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/user_program.hpp"
#include "sim/hosting/waiting.hpp"

#include <array>
#include <cstdio>
#include <dlfcn.h>
#include <exception>
#include <execinfo.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

const void* library_of(const void* address) {
  Dl_info found{};
  return ::dladdr(address, &found) == 0 ? nullptr : found.dli_fbase;
}

/// Whether the C++ library, which has called here, was called by the program.
bool is_called_by_program() {
  static const void* const cpp_library = library_of(reinterpret_cast<const void*>(&std::terminate));
  std::array<void*, 24> frames{};
  const int depth = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  bool has_come_to_library = false;
  for (int i = 0; i < depth; ++i) {
    const void* const place = frames[static_cast<std::size_t>(i)];
    if (library_of(place) == cpp_library)
      has_come_to_library = true;
    else if (has_come_to_library)
      return is_in_program(place);
  }
  return false;
}

/// Whether a file that costs something is the program's.
bool is_for_program(int descriptor) { return is_plain_file(descriptor) && is_called_by_program(); }

/// Whether the program may have to wait there for another process of the simulation.
bool is_programs_channel(int descriptor) { return may_wait_for_others(descriptor) && is_called_by_program(); }

/// The simulator looks for its own file by this name as well.
const char* as_program_names(const char* path) {
  const char* const file = with_own_program(path);
  return file != path && is_called_by_program() ? file : path;
}

/// What the file system has answered.
template <class Answer> Answer after_request(const char* path, Answer answer) {
  if (simulated_caller() && is_called_by_program()) note_request(path);
  return answer;
}

using Open = FILE* (*)(const char* path, const char* mode);

FILE* opened(const char* path, const char* mode) {
  static const auto open = reinterpret_cast<Open>(::dlsym(RTLD_NEXT, "fopen"));
  if (simulated_caller() && is_fifo(AT_FDCWD, path) && is_called_by_program()) {
    const int descriptor = open_fifo_in(mode, path);
    return descriptor < 0 ? nullptr : ::fdopen(descriptor, mode);
  }
  FILE* const file = open(path, mode);
  if (!file) return after_request(path, file);
  if (is_for_program(::fileno(file))) owe_write(0);
  return file;
}

} // namespace

} // namespace daruma::hosting

extern "C" {

// Which of the two the C++ library calls is a question of its version.
FILE* fopen(const char* path, const char* mode) { return daruma::hosting::opened(path, mode); }
FILE* fopen64(const char* path, const char* mode) { return daruma::hosting::opened(path, mode); }

int stat(const char* path, struct stat* found) {
  return daruma::hosting::after_request(path, ::fstatat(AT_FDCWD, path, found, 0));
}
int lstat(const char* path, struct stat* found) {
  return daruma::hosting::after_request(path, ::fstatat(AT_FDCWD, path, found, AT_SYMLINK_NOFOLLOW));
}
ssize_t readlink(const char* path, char* room, std::size_t size) {
  const char* const file = daruma::hosting::as_program_names(path);
  if (file != path) return static_cast<ssize_t>(std::string_view(file).copy(room, size));
  return daruma::hosting::after_request(path, ::readlinkat(AT_FDCWD, path, room, size));
}
char* realpath(const char* path, char* room) {
  static const auto find = reinterpret_cast<char* (*)(const char*, char*)>(::dlsym(RTLD_NEXT, "realpath"));
  return find(path ? daruma::hosting::as_program_names(path) : path, room);
}
int mkdir(const char* path, mode_t mode) {
  return daruma::hosting::after_request(path, ::mkdirat(AT_FDCWD, path, mode));
}

ssize_t read(int descriptor, void* room, std::size_t size) {
  const auto* const process = daruma::hosting::current();
  if (descriptor == STDIN_FILENO && process && !process->state.has_input()) return 0;
  if (daruma::hosting::is_programs_channel(descriptor) && !daruma::hosting::wait_until_readable(descriptor)) return -1;
  const ssize_t got = ::syscall(SYS_read, descriptor, room, size);
  if (got >= 0 && daruma::hosting::is_for_program(descriptor)) daruma::hosting::owe_read(static_cast<std::size_t>(got));
  return got;
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  if (daruma::hosting::is_for_program(descriptor)) daruma::hosting::owe_write(size);
  if (daruma::hosting::is_programs_channel(descriptor)) return daruma::hosting::write_and_wait(descriptor, bytes, size);
  return ::syscall(SYS_write, descriptor, bytes, size);
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
  if (daruma::hosting::is_for_program(descriptor)) daruma::hosting::owe_write(daruma::hosting::bytes_of(parts, count));
  if (daruma::hosting::is_programs_channel(descriptor)) {
    const std::string together = daruma::hosting::joined(parts, count);
    return daruma::hosting::write_and_wait(descriptor, together.data(), together.size());
  }
  return ::syscall(SYS_writev, descriptor, parts, count);
}
}
