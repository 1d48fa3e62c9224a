#include "models/port/files/run_files.hpp"

#include "sim/core/number.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace daruma::models {

namespace fs = std::filesystem;

Settings read_settings(const fs::path& file) {
  Settings settings;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (const auto equals = line.find('='); equals != std::string::npos)
      settings[line.substr(0, equals)] = line.substr(equals + 1);
  return settings;
}

std::optional<std::string> find(const Settings& settings, std::string_view name) {
  const auto entry = settings.find(name);
  return entry == settings.end() ? std::nullopt : std::optional(entry->second);
}

std::int64_t number(const Settings& settings, std::string_view name, std::int64_t otherwise) {
  const auto text = find(settings, name);
  if (!text) return otherwise;
  if (const auto value = number_in<std::int64_t>(*text)) return *value;
  throw std::runtime_error("job: " + std::string(name) + " must be a whole number, got \"" + *text + "\"");
}

void write_whole(const fs::path& file, std::string_view content) {
  const fs::path draft = file.string() + "." + std::to_string(getpid());
  std::ofstream out(draft, std::ios::binary);
  out << content;
  out.close();
  if (!out) {
    const std::string reason = std::strerror(errno);
    fs::remove(draft);
    throw std::runtime_error(file.string() + " cannot be written: " + reason);
  }
  fs::rename(draft, file);
}

std::optional<std::string> read_whole(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

int take_numbers(const fs::path& counter, int count) {
  const int file = open(counter.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0 || flock(file, LOCK_EX) != 0) throw std::runtime_error("cannot lock " + counter.string());
  std::int32_t taken = 0;
  if (pread(file, &taken, sizeof taken, 0) < 0) taken = 0;
  const std::int32_t next = taken + count;
  if (pwrite(file, &next, sizeof next, 0) != sizeof next) throw std::runtime_error("cannot write " + counter.string());
  close(file);
  return taken;
}

int numbers_taken(const fs::path& counter) {
  std::int32_t taken = 0;
  const std::string content = read_whole(counter).value_or("");
  if (content.size() == sizeof taken) std::memcpy(&taken, content.data(), sizeof taken);
  return taken;
}

} // namespace daruma::models
