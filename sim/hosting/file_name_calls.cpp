// What stands in for calls that ask the file system for a file by its name, or change names: done on this computer's
// files, and a request to the machine's file system each, which takes the latency of the way. Who asks again and again
// until another process has made a file sees time pass, also where there is no latency.
#include "sim/hosting/plain_files.hpp"
#include "sim/hosting/stand_ins.hpp"

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

/// What `call` answers, which has asked the file system.
template <class Call> auto requested(const char* path, Call call) {
  const auto answer = call();
  note_request(path);
  return answer;
}

} // namespace

const char* with_own_program(const char* path) {
  const Hosted* const hosted = simulated_caller();
  return hosted && path == std::string_view("/proc/self/exe") ? hosted->file.c_str() : path;
}

} // namespace daruma::hosting

extern "C" {

int simulated_access(const char* path, int rights) {
  return requested(path, [=] { return ::access(path, rights); });
}
int simulated_euidaccess(const char* path, int rights) {
  return requested(path, [=] { return ::euidaccess(path, rights); });
}
int simulated_faccessat(int folder, const char* path, int rights, int flags) {
  return requested(path, [=] { return ::faccessat(folder, path, rights, flags); });
}
int simulated_stat(const char* path, struct stat* found) {
  return requested(path, [=] { return ::stat(path, found); });
}
int simulated_stat64(const char* path, struct stat64* found) {
  return requested(path, [=] { return ::stat64(path, found); });
}
/// The name of the caller's program is no link.
ssize_t simulated_readlinkat(int folder, const char* path, char* room, std::size_t size) {
  const char* const file = with_own_program(path);
  if (file != path) return static_cast<ssize_t>(std::string_view(file).copy(room, size));
  return requested(path, [=] { return ::readlinkat(folder, path, room, size); });
}
ssize_t simulated_readlink(const char* path, char* room, std::size_t size) {
  return simulated_readlinkat(AT_FDCWD, path, room, size);
}
char* simulated_realpath(const char* path, char* room) {
  return requested(path, [=] { return ::realpath(path ? with_own_program(path) : path, room); });
}
char* simulated_canonicalize_file_name(const char* path) { return simulated_realpath(path, nullptr); }
int simulated_lstat(const char* path, struct stat* found) {
  return requested(path, [=] { return ::lstat(path, found); });
}
int simulated_lstat64(const char* path, struct stat64* found) {
  return requested(path, [=] { return ::lstat64(path, found); });
}
int simulated_fstatat(int folder, const char* path, struct stat* found, int flags) {
  return requested(path, [=] { return ::fstatat(folder, path, found, flags); });
}
int simulated_fstatat64(int folder, const char* path, struct stat64* found, int flags) {
  return requested(path, [=] { return ::fstatat64(folder, path, found, flags); });
}
int simulated_statx(int folder, const char* path, int flags, unsigned wanted, struct statx* found) {
  return requested(path, [=] { return ::statx(folder, path, flags, wanted, found); });
}
DIR* simulated_opendir(const char* path) {
  return requested(path, [=] { return ::opendir(path); });
}
int simulated_mkdir(const char* path, mode_t mode) {
  return requested(path, [=] { return ::mkdir(path, mode); });
}
int simulated_rmdir(const char* path) {
  return requested(path, [=] { return ::rmdir(path); });
}
int simulated_rename(const char* from, const char* to) {
  return requested(from, [=] { return ::rename(from, to); });
}
int simulated_link(const char* from, const char* to) {
  return requested(from, [=] { return ::link(from, to); });
}
int simulated_symlink(const char* target, const char* path) {
  return requested(path, [=] { return ::symlink(target, path); });
}
int simulated_unlink(const char* path) {
  return requested(path, [=] { return ::unlink(path); });
}
int simulated_remove(const char* path) {
  return requested(path, [=] { return std::remove(path); });
}
}
