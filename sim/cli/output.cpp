#include "sim/cli/output.hpp"

#include "sim/cli/command_line.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>

namespace daruma::cli {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& reason) {
  throw MachineError(path.string() + " cannot be written: " + reason);
}

} // namespace

void write_file(const std::filesystem::path& file, const std::string& content) {
  write_file(file, [&content](const results::Sink& sink) { sink(content); });
}

void write_file(const std::filesystem::path& file, const std::function<void(const results::Sink&)>& write) {
  std::filesystem::path unfinished = file;
  unfinished += ".unfinished";
  std::ofstream stream(unfinished, std::ios::binary | std::ios::trunc);
  write([&stream](std::string_view part) { stream.write(part.data(), static_cast<std::streamsize>(part.size())); });
  stream.close();
  if (!stream) {
    const std::string reason = std::strerror(errno);
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    refuse(file, reason);
  }
  std::error_code problem;
  std::filesystem::rename(unfinished, file, problem);
  if (problem) refuse(file, problem.message());
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) refuse(folder, problem.message());
}

int columns() {
  constexpr int standard = 100;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return standard;
  return size.ws_col;
}

} // namespace daruma::cli
