#include "sim/hosting/user_program.hpp"

#include "sim/core/replaced.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/hosting/debugger.hpp"
#include "sim/hosting/memory_file.hpp"
#include "sim/mpi/process/stack.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <link.h>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace daruma::hosting {

namespace {

namespace fs = std::filesystem;

/// Which program a loaded copy was made from, by the address where it begins.
std::map<const void*, fs::path>& copies() {
  static auto* const all = new std::map<const void*, fs::path>; // who calls exit is asked for after it would be gone
  return *all;
}

ProgramFile read_program(const fs::path& file) {
  try {
    return read_program_file(file);
  } catch (const ElfError& problem) { throw ImageError(problem.what()); }
}

std::string reason_for_copies_of(const ElfFile& program) {
  if (is_debugged() && !shown_process()) return "its processes are watched by a debugger";
  try {
    return reason_against_images(program).value_or("");
  } catch (const ElfError& problem) { return std::string("it ") + problem.what(); }
}

/// A complaint about a symbol that nobody has, with the file that wants it.
std::string naming_who_wants_it(const std::string& complaint, const std::vector<ProgramFile>& files) {
  constexpr std::string_view opening = "undefined symbol: ";
  const auto at = complaint.find(opening);
  if (at == std::string::npos) return complaint;
  const std::size_t begin = at + opening.size();
  const std::string symbol = complaint.substr(begin, complaint.find_first_of(", ", begin) - begin);
  for (const ProgramFile& file : files)
    for (const Relocation& relocation : file.elf.relocations())
      if (relocation.symbol == symbol) return complaint + ", which " + file.path.string() + " wants";
  return complaint;
}

/// Some code lies on stacks.
void heed_stacks(const ProgramFile& file) {
  if (file.elf.wants_executable_stacks()) mpi::make_stacks_executable();
}

/// ld.so knows a file by its name and its inode: every copy has a name of its own.
fs::path write_copy(const fs::path& folder, const ProgramFile& program) {
  static int written = 0;
  fs::path copy = folder / (std::to_string(++written) + "-" + program.path.filename().string());
  const std::string bytes = as_library(program, {library_for_outside});
  std::ofstream out(copy, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out)
    throw std::system_error(errno, std::generic_category(),
                            "a copy of " + program.path.string() + " in " + folder.string());
  return copy;
}

/// Of a copy of the program, which is loaded for good. Throws ImageError.
Main main_of(const Opened& copy) {
  const auto* const main = static_cast<const Main*>(::dlsym(copy.handle, name_of_main));
  if (!main || !*main) throw ImageError(without_main);
  return *main;
}

/// What ld.so has loaded, but neither copies nor the originals of images, where nothing runs.
std::vector<std::string> libraries() {
  std::vector<std::string> paths;
  const auto note = [](dl_phdr_info* loaded, std::size_t, void* all) {
    const std::string path = loaded->dlpi_name;
    const bool is_original = path.rfind("/proc/", 0) == 0;
    const void* begin = nullptr;
    std::memcpy(&begin, &loaded->dlpi_addr, sizeof begin);
    const bool is_copy = copies().count(begin) != 0;
    if (!path.empty() && path.front() == '/' && !is_original && !is_copy)
      static_cast<std::vector<std::string>*>(all)->push_back(path);
    return 0;
  };
  ::dl_iterate_phdr(note, &paths);
  return paths;
}

/// A regular expression of these alone.
std::string pattern_of(const std::vector<std::string>& paths) {
  std::string pattern;
  for (const std::string& path : paths) {
    pattern += pattern.empty() ? "^" : "\\|^";
    for (const char letter : path) {
      if (std::string_view(R"(.[]*^$\)").find(letter) != std::string_view::npos) pattern += '\\';
      pattern += letter;
    }
    pattern += '$';
  }
  return pattern;
}

/// Where in which program an address is. Found without taking memory, as signal handlers ask.
struct Place {
  const fs::path* file;
  std::ptrdiff_t offset;
};

std::optional<Place> place_of(const void* address) {
  const auto* const byte = static_cast<const char*>(address);
  if (const Images* images = Images::with(address)) {
    const std::ptrdiff_t place = byte - images->image_at(address);
    const LoadedFile& file = images->program().file_at(static_cast<std::size_t>(place));
    return Place{&file.path, place - static_cast<std::ptrdiff_t>(file.at)};
  }
  Dl_info info{};
  if (copies().empty() || ::dladdr(address, &info) == 0) return {};
  const auto found = copies().find(info.dli_fbase);
  if (found == copies().end()) return {};
  return Place{&found->second, byte - static_cast<const char*>(info.dli_fbase)};
}

/// Writes to `answer` why the program cannot be loaded; ends with an error's number where it is this computer that
/// lacks something. What its initialisers do or print, and how they end outside of a simulation, is not the question:
/// they run when all its symbols have been found.
[[noreturn]] void try_to_load(const fs::path& file, int answer) {
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  std::string said;
  try {
    check_libraries(file);
    check_openmp(file);
    const UserProgram program(file);
    if (!reason_for_copies(file).empty()) program.load(0, nullptr);
  } catch (const std::system_error& lack) { ::_exit(lack.code().value()); } catch (const std::exception& problem) {
    said = problem.what();
  }
  const bool is_written = ::write(answer, said.data(), said.size()) == static_cast<ssize_t>(said.size());
  ::_exit(is_written ? 0 : EPIPE);
}

} // namespace

UserProgram::UserProgram(const fs::path& file) : program_(read_program(file)) {
  check_program(program_.elf);
  copies(); // there before a handler of signals asks
  heed_stacks(program_);
  if (!reason_for_copies_of(program_.elf).empty()) return;
  try {
    const std::vector<ProgramFile> files = read_program_files(file);
    std::for_each(files.begin(), files.end(), heed_stacks);
    try {
      images_ = std::make_unique<Images>(files);
    } catch (const ImageError& problem) { throw ImageError(naming_who_wants_it(problem.what(), files)); }
  } catch (const std::system_error&) {} // a machine that forbids memory to be written to and executed
}

Instance UserProgram::load(int argc, char** argv) const { return images_ ? load_image(argc, argv) : load_copy(); }

/// Its file lasts: a debugger reads what it needs when it needs it.
Instance UserProgram::load_for_debugger() const {
  static std::vector<MemoryFile> loaded_from;
  const std::string bytes = as_library(program_, {library_for_outside});
  const MemoryFile& copy = loaded_from.emplace_back("shown", bytes.size());
  copy.write(bytes.data(), bytes.size(), 0);
  Instance instance = load_copy(copy.path());
  std::vector<std::string> known = libraries();
  known.push_back(copy.path());
  shown_process()->begins(pattern_of(known));
  return instance;
}

Instance UserProgram::load_image(int argc, char** argv) const {
  char* const image = images_->make();
  const LoadedProgram& program = images_->program();
  program.initialise(image, argc, argv);
  return {reinterpret_cast<Main>(image + program.main()), [&program, image] { program.finalise(image); },
          [&program, image](const char* name) -> void* {
            const std::optional<std::size_t> place = program.find(name);
            return place ? image + *place : nullptr;
          }};
}

Instance UserProgram::load_copy() const {
  const TemporaryFolder folder; // may go once the copy is loaded
  return load_copy(write_copy(folder.path(), program_));
}

Instance UserProgram::load_copy(const fs::path& copy) const {
  const Opened opened = open_for_good(copy, program_.elf);
  Instance instance;
  instance.main = main_of(opened);
  instance.find = [handle = opened.handle](const char* name) { return ::dlsym(handle, name); };
  copies()[opened.base] = fs::absolute(program_.path);
  lead_calls(program_.elf, opened.base);
  return instance;
}

std::string reason_for_copies(const fs::path& file) {
  try {
    return reason_for_copies_of(read_program_file(file).elf);
  } catch (const ElfError& problem) { return std::string("it ") + problem.what(); }
}

std::vector<std::string> shared_by_all(const fs::path& file) {
  std::vector<std::string> sentences;
  for (const SharedLibrary& library : shared_libraries(file))
    sentences.push_back(library.path.string() + " is shared by all processes: " + library.reason);
  return sentences;
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
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0 && said.empty())
    throw std::system_error(WEXITSTATUS(status), std::generic_category(),
                            file.string() +
                                " cannot be loaded, of which each process needs a copy in a folder of TMPDIR");
  return said;
}

int dladdr_in_program(const void* address, Dl_info* info) {
  const Images* const images = Images::with(address);
  if (!images) {
    if (::dladdr(address, info) == 0) return 0;
    if (const auto copy = copies().find(info->dli_fbase); copy != copies().end())
      info->dli_fname = copy->second.c_str();
    return 1;
  }
  char* const image = images->image_at(address);
  const auto place = static_cast<std::size_t>(static_cast<const char*>(address) - image);
  const LoadedFile& file = images->program().file_at(place);
  if (::dladdr(file.loaded(place), info) == 0) return 0;
  char* const begin = image + file.at;
  if (info->dli_saddr) info->dli_saddr = begin + (static_cast<char*>(info->dli_saddr) - file.base);
  info->dli_fbase = begin;
  info->dli_fname = file.path.c_str();
  return 1;
}

bool is_in_program(const void* address) { return place_of(address).has_value(); }

std::optional<ProgramPlace> program_place(const void* address) {
  const auto place = place_of(address);
  return place ? std::optional(ProgramPlace{*place->file, place->offset}) : std::nullopt;
}

std::string source_line(const void* address) {
  const auto place = program_place(address);
  return place ? short_name(*place) : "";
}

} // namespace daruma::hosting
