// What a process changes of its place among this computer's files: its folder, its umask, its locale, its streams.
#include "sim/hosting/plain_files.hpp"
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/hosting/waiting.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/close_range.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace daruma::hosting {

namespace {

ProcessState& state() { return caller("_a change of files or folders").state; }

int changed_folder(int result) {
  if (result == 0) state().note_folder();
  return result;
}

/// Then it is not there for the calling process.
bool is_anothers(int descriptor) {
  const Hosted* const hosted = simulated_caller();
  return hosted != nullptr && hosted->descriptors.are_without(descriptor);
}

/// Before the descriptor is closed.
void forget(int descriptor) {
  Hosted* const hosted = simulated_caller();
  if (!hosted) return;
  hosted->descriptors.forget(descriptor);
  hosted->locks.forget(descriptor);
  hosted->channels.forget(descriptor);
}

FILE* opened_fifo(const char* path, const char* mode) {
  const int descriptor = open_fifo_in(mode, path);
  return descriptor < 0 ? nullptr : stream_with_costs(descriptor, mode);
}

bool is_standard(int descriptor) { return descriptor >= STDIN_FILENO && descriptor <= STDERR_FILENO; }
bool is_standard(const FILE* stream) { return StandardStreams::first().include(stream); }

/// A standard stream is everybody's, what is behind it the process's own. So only that is exchanged: where the file
/// cannot be opened, the C library would close the stream of all.
FILE* led_to(const char* path, const char* mode, FILE* stream) {
  std::fflush(stream);
  FILE* const file = std::fopen(path, mode);
  if (!file) {
    const int error = errno;
    ::close(::fileno(stream));
    errno = error;
    return nullptr;
  }
  ::dup2(::fileno(file), ::fileno(stream));
  std::fclose(file);
  std::clearerr(stream);
  return stream;
}

} // namespace

void note_opened(int descriptor) {
  Hosted* const hosted = simulated_caller();
  if (!hosted || descriptor < 0) return;
  hosted->descriptors.note(descriptor);
  hosted->channels.note(descriptor);
}

int open_fifo_in(const char* mode, const char* path) {
  const int flags = std::strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
  return simulated_open(path, flags, 0);
}

} // namespace daruma::hosting

extern "C" {

int simulated_chdir(const char* path) { return changed_folder(::chdir(path)); }
int simulated_fchdir(int folder) { return changed_folder(::fchdir(folder)); }

void simulated_current_path(const std::filesystem::path& path) {
  std::filesystem::current_path(path);
  state().note_folder();
}
void simulated_current_path_or_error(const std::filesystem::path& path, std::error_code& error) {
  std::filesystem::current_path(path, error);
  if (!error) state().note_folder();
}

mode_t simulated_umask(mode_t mask) { return state().set_umask(mask); }
char* simulated_setlocale(int category, const char* name) { return state().set_locale(category, name); }

int simulated_close(int descriptor) {
  if (is_anothers(descriptor)) return fail(EBADF);
  forget(descriptor);
  if (is_standard(descriptor)) state().make_descriptors_own();
  return ::close(descriptor);
}
void simulated_closefrom(int first) { simulated_close_range(static_cast<unsigned>(first), ~0U, 0); }
int simulated_close_range(unsigned first, unsigned last, int flags) {
  Hosted* const hosted = simulated_caller();
  if (!hosted || (static_cast<unsigned>(flags) & CLOSE_RANGE_CLOEXEC) != 0) return 0;
  for (const int descriptor : hosted->descriptors.all())
    if (static_cast<unsigned>(descriptor) >= first && static_cast<unsigned>(descriptor) <= last)
      simulated_close(descriptor);
  return 0;
}
int simulated_dup2(int from, int to) {
  if (is_anothers(to)) return fail(EBADF);
  forget(to);
  if (is_standard(to)) state().make_descriptors_own();
  return ::dup2(from, to);
}
int simulated_dup3(int from, int to, int flags) {
  if (is_anothers(to)) return fail(EBADF);
  forget(to);
  if (is_standard(to)) state().make_descriptors_own();
  return ::dup3(from, to, flags);
}

// A thread of its own may open files, which then stay open.

FILE* simulated_fopen(const char* path, const char* mode) {
  if (simulated_caller() && is_fifo(AT_FDCWD, path)) return state().opened(opened_fifo(path, mode));
  FILE* const file = std::fopen(path, mode);
  if (!file) note_request(path);
  return is_programs_own_thread() ? file : state().opened(with_costs(file, mode));
}
FILE* simulated_fopen64(const char* path, const char* mode) { return simulated_fopen(path, mode); }
FILE* simulated_fdopen(int descriptor, const char* mode) {
  if (is_plain_file(descriptor)) return state().opened(stream_with_costs(descriptor, mode));
  FILE* const file = ::fdopen(descriptor, mode);
  return is_programs_own_thread() ? file : state().opened(file);
}
FILE* simulated_tmpfile() { return state().opened(with_costs(std::tmpfile(), "w+")); }
FILE* simulated_tmpfile64() { return simulated_tmpfile(); }

FILE* simulated_freopen(const char* path, const char* mode, FILE* stream) {
  if (!is_standard(stream)) return std::freopen(path, mode, stream);
  state().make_descriptors_own();
  const std::string itself = "/proc/self/fd/" + std::to_string(::fileno(stream));
  return led_to(path ? path : itself.c_str(), mode, stream);
}
FILE* simulated_freopen64(const char* path, const char* mode, FILE* stream) {
  return simulated_freopen(path, mode, stream);
}

int simulated_fclose(FILE* stream) {
  forget(::fileno(stream));
  if (!is_standard(stream)) return is_programs_own_thread() ? std::fclose(stream) : state().close(stream);
  state().make_descriptors_own();
  std::fflush(stream);
  return ::close(::fileno(stream));
}

std::size_t simulated_fread(void* room, std::size_t size, std::size_t count, FILE* stream) {
  if (size == 0 || is_programs_own_thread() || !state().has_opened(stream) || !is_plain_file(::fileno(stream)))
    return std::fread(room, size, count, stream);
  return read_with_costs(room, size * count, stream) / size;
}

/// Streams of other processes are not the caller's.
int simulated_fflush(FILE* stream) {
  return stream || is_programs_own_thread() ? std::fflush(stream) : state().flush_all();
}

// How the standard streams are buffered is not one process's to say: a buffer of its own would outlive it.

int simulated_setvbuf(FILE* stream, char* buffer, int mode, std::size_t size) {
  return is_standard(stream) ? 0 : std::setvbuf(stream, buffer, mode, size);
}
void simulated_setbuf(FILE* stream, char* buffer) {
  if (!is_standard(stream)) std::setbuf(stream, buffer);
}
void simulated_setlinebuf(FILE* stream) {
  if (!is_standard(stream)) ::setlinebuf(stream);
}
}
