#include "sim/cli/output.hpp"

#include "sim/cli/command_line.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>

namespace daruma::cli {

void throw_unwritable(const std::filesystem::path& path, const std::string& reason) {
  throw MachineError(path.string() + " cannot be written: " + reason);
}

void write_file(const std::filesystem::path& file, const std::string& content) {
  write_file(file, [&content](const results::Sink& sink) { sink(content); });
}

void write_file(const std::filesystem::path& file, const std::function<void(const results::Sink&)>& write) {
  if (const std::string reason = reason_against_writing(file, write); !reason.empty()) throw_unwritable(file, reason);
}

std::string reason_against_writing(const std::filesystem::path& file,
                                   const std::function<void(const results::Sink&)>& write) {
  std::filesystem::path unfinished = file;
  unfinished += ".unfinished-" + std::to_string(getpid());
  std::error_code ignored;
  std::filesystem::remove(unfinished, ignored);
  std::FILE* const stream = std::fopen(unfinished.c_str(), "wbx"); // what lies there, links among it, is not written to
  if (stream == nullptr) return std::strerror(errno);
  int error = 0;
  write([&](std::string_view part) {
    if (error == 0 && std::fwrite(part.data(), 1, part.size(), stream) != part.size()) error = errno;
  });
  if (std::fclose(stream) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(unfinished.c_str(), file.c_str()) != 0) error = errno;
  if (error == 0) return "";
  std::filesystem::remove(unfinished, ignored);
  return std::strerror(error);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw_unwritable(folder, problem.message());
}

std::string reason_against_files(const std::filesystem::path& folder) {
  constexpr off_t small = 1 << 20;
  std::string name = folder / ".daruma-XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) return std::strerror(errno);
  const int error = posix_fallocate(file, 0, small);
  close(file);
  std::filesystem::remove(name);
  return error == 0 ? "" : std::strerror(error);
}

int columns() {
  constexpr int standard = 100;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return standard;
  return size.ws_col;
}

} // namespace daruma::cli
