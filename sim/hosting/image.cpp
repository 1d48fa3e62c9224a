#include "sim/hosting/image.hpp"

#include "sim/core/replaced.hpp"
#include "sim/core/temporary_folder.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

namespace fs = std::filesystem;

/// Which program a loaded copy was made from, by the address where it begins.
std::map<const void*, fs::path>& loaded() {
  static std::map<const void*, fs::path> all;
  return all;
}

/// The loader knows a file by its name and its inode: every copy has a name of its own.
fs::path write_copy(const fs::path& folder, const fs::path& file, const std::string& bytes) {
  static int copies = 0;
  fs::path copy = folder / (std::to_string(++copies) + "-" + file.filename().string());
  std::ofstream out(copy, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw ImageError("has no room for a copy of it in " + folder.string());
  return copy;
}

/// The main of a file that is loaded for good. Throws ImageError.
Main open_for_good(const fs::path& file) {
  void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const std::string problem = ::dlerror();
    const auto colon = problem.find(": ");
    throw ImageError("cannot be loaded: " + (colon == std::string::npos ? problem : problem.substr(colon + 2)));
  }
  void* const entry = ::dlsym(handle, "main");
  if (!entry) throw ImageError("has no function main");
  return reinterpret_cast<Main>(entry);
}

void remember(void* entry, const fs::path& file) {
  Dl_info info{};
  if (::dladdr(entry, &info) != 0) loaded()[info.dli_fbase] = file;
}

/// The first line of what a command prints.
std::string first_line(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> output(::popen(command.c_str(), "r"), ::pclose);
  std::array<char, 1024> line{};
  if (!output || !std::fgets(line.data(), line.size(), output.get())) return {};
  return std::string(line.data(), std::strcspn(line.data(), "\n"));
}

std::string shown_offset(std::ptrdiff_t offset) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "0x%tx", offset);
  return text.data();
}

/// Writes to `answer` why the program cannot be loaded. What its initialisers do or print, and how they end outside of
/// a simulation, is not the question: they run when all its symbols have been found.
[[noreturn]] void try_to_load(const fs::path& file, int answer) {
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  std::string said;
  try {
    const Image is_readable(file);
    open_for_good(fs::absolute(file));
  } catch (const std::exception& problem) { said = problem.what(); }
  const bool is_written = ::write(answer, said.data(), said.size()) == static_cast<ssize_t>(said.size());
  ::_exit(is_written ? 0 : 1);
}

} // namespace

Image::Image(const fs::path& file) : file_(file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw ImageError("cannot be read: " + std::string(std::strerror(errno)));
  bytes_.assign(std::istreambuf_iterator<char>(in), {});
}

Main Image::load() const {
  const TemporaryFolder folder; // may go once the copy is loaded
  const Main main = open_for_good(write_copy(folder.path(), file_, bytes_));
  remember(reinterpret_cast<void*>(main), file_);
  return main;
}

std::string objection(const fs::path& file) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return std::string("cannot be tried: ") + std::strerror(errno);
  const pid_t child = ::fork();
  if (child == 0) try_to_load(file, ends[1]);
  ::close(ends[1]);
  std::string said;
  std::array<char, 1024> part{};
  for (ssize_t size = 0; (size = ::read(ends[0], part.data(), part.size())) > 0;)
    said.append(part.data(), static_cast<std::size_t>(size));
  ::close(ends[0]);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
  return said;
}

bool is_in_copy(const void* address) {
  Dl_info info{};
  return ::dladdr(address, &info) != 0 && loaded().count(info.dli_fbase) != 0;
}

std::string source_line(const void* address) {
  Dl_info info{};
  if (::dladdr(address, &info) == 0) return {};
  const auto found = loaded().find(info.dli_fbase);
  if (found == loaded().end()) return {};
  const auto offset = static_cast<const char*>(address) - static_cast<const char*>(info.dli_fbase);
  const std::string file = found->second.string();
  const std::string line =
      first_line("addr2line -s -e " + shell_word(file) + " " + shown_offset(offset) + " 2>/dev/null");
  const bool is_known = !line.empty() && line.rfind("??", 0) != 0 && line.find(":?") == std::string::npos;
  const std::string bare = line.substr(0, line.find(" ("));
  return is_known ? bare : found->second.filename().string() + "+" + shown_offset(offset);
}

} // namespace daruma::hosting
