#include "sim/hosting/program_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <sstream>
#include <string_view>
#include <utility>

namespace daruma::hosting {

bool keeps_what_is_open(const std::string& library) { return library.rfind("libgfortran.so", 0) == 0; }

bool is_of_the_systems(const std::filesystem::path& file) {
  const std::string path = std::filesystem::weakly_canonical(file).string();
  const auto is_below = [&](const char* folder) { return path.rfind(folder, 0) == 0; };
  return is_below("/lib") || (is_below("/usr/") && !is_below("/usr/local/"));
}

namespace {

namespace fs = std::filesystem;

/// The folders of a list such as RUNPATH or LD_LIBRARY_PATH; $ORIGIN is where the object itself lies.
std::vector<fs::path> folders_in(std::string_view list, const fs::path& origin) {
  std::vector<fs::path> folders;
  std::istringstream words{std::string(list)};
  for (std::string folder; std::getline(words, folder, ':');) {
    for (const std::string name : {"${ORIGIN}", "$ORIGIN"})
      if (const auto at = folder.find(name); at != std::string::npos) folder.replace(at, name.size(), origin.string());
    if (!folder.empty()) folders.emplace_back(folder);
  }
  return folders;
}

/// The folders of DT_RPATH, which hold for the libraries of a library as well.
std::vector<fs::path> rpath_of(const ProgramFile& file) {
  if (!file.elf.dynamic_text(DT_RUNPATH).empty()) return {};
  return folders_in(file.elf.dynamic_text(DT_RPATH), fs::absolute(file.path).parent_path());
}

/// Where ld.so looks before the system's folders, in its order.
std::vector<fs::path> folders_searched_for(const ProgramFile& file, const std::vector<fs::path>& rpath) {
  std::vector<fs::path> all = rpath;
  const auto add = [&](const std::vector<fs::path>& more) { all.insert(all.end(), more.begin(), more.end()); };
  const fs::path origin = fs::absolute(file.path).parent_path();
  if (const char* const listed = std::getenv("LD_LIBRARY_PATH")) add(folders_in(listed, origin));
  add(folders_in(file.elf.dynamic_text(DT_RUNPATH), origin));
  return all;
}

/// The file outside of the system's folders that ld.so would take; nothing if it would take one of the system's.
std::optional<fs::path> found_outside(const std::string& name, const std::vector<fs::path>& folders) {
  std::vector<fs::path> candidates;
  if (name.find('/') != std::string::npos)
    candidates.emplace_back(name);
  else
    for (const fs::path& folder : folders) candidates.push_back(folder / name);
  for (const fs::path& file : candidates)
    if (fs::is_regular_file(file)) return is_of_the_systems(file) ? std::nullopt : std::optional(fs::absolute(file));
  return std::nullopt;
}

/// The one that ld.so takes where nothing says otherwise.
std::optional<fs::path> found_by_system(const std::string& library) {
  void* const handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return std::nullopt;
  const link_map* map = nullptr;
  ::dlinfo(handle, RTLD_DI_LINKMAP, &map);
  fs::path path = map->l_name;
  ::dlclose(handle);
  return path;
}

/// The simulator has it itself.
bool is_in_simulator(const std::string& name) {
  void* const handle = ::dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle) ::dlclose(handle);
  return handle != nullptr;
}

std::optional<std::string> reason_to_share(const ElfFile& library) {
  if (library.has_alternatives()) return "it has several versions of a symbol";
  return reason_against_images(library);
}

/// What ld.so is to load before all that the program needs.
std::vector<fs::path> preloaded(const fs::path& origin) {
  const char* const listed = std::getenv("LD_PRELOAD");
  std::string list = listed ? listed : "";
  std::replace(list.begin(), list.end(), ' ', ':');
  return folders_in(list, origin);
}

/// A tool, which sees a program's calls of MPI by standing before them (PMPI).
bool has_calls_of_mpi(const ElfFile& library) {
  const auto definitions = library.definitions();
  return std::any_of(definitions.begin(), definitions.end(), [](const auto& definition) {
    return definition.first.rfind("MPI_", 0) == 0 || definition.first.rfind("mpi_", 0) == 0;
  });
}

/// Follows what files need, each file once.
class Search {
public:
  /// The file behind all of its libraries that have not been visited before.
  void visit(ProgramFile file) {
    const bool is_program = visited_.empty();
    visited_.push_back(file.path);
    if (is_program) rpath_ = rpath_of(file);
    const std::vector<fs::path> folders = folders_searched_for(file, rpath_);
    for (const Needed& needed : file.elf.needed()) {
      const std::string name(needed.name);
      if (name == library_for_outside || (is_in_simulator(name) && !keeps_what_is_open(name))) continue;
      auto path = found_outside(name, folders);
      if (!path && keeps_what_is_open(name)) path = found_by_system(name);
      if (!path) left_to_system.push_back(name);
      if (path && !is_visited(*path)) visit_library(*path);
    }
    if (is_program) visit_tools(file.path, folders);
    own.push_back(std::move(file));
  }

  std::vector<ProgramFile> own;
  std::vector<SharedLibrary> shared;
  std::vector<std::string> left_to_system; ///< which may not find them

private:
  bool is_visited(const fs::path& path) const {
    return std::find(visited_.begin(), visited_.end(), path) != visited_.end();
  }

  /// As if the program had been linked with them first. Whoever is visited last is found first.
  void visit_tools(const fs::path& program, const std::vector<fs::path>& folders) {
    const std::vector<fs::path> names = preloaded(fs::absolute(program).parent_path());
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      const auto path = found_outside(*name, folders);
      if (!path || is_visited(*path)) continue;
      ProgramFile tool = read_program_file(*path);
      if (!has_calls_of_mpi(tool.elf)) continue;
      if (const auto reason = reason_to_share(tool.elf))
        throw ImageError("cannot be given " + path->string() + ", as LD_PRELOAD wants: " + *reason);
      visit(std::move(tool));
    }
  }

  void visit_library(const fs::path& path) {
    ProgramFile library = read_program_file(path);
    const auto reason = reason_to_share(library.elf);
    if (!reason) return visit(std::move(library));
    visited_.push_back(path);
    shared.push_back({path, *reason});
  }

  std::vector<fs::path> visited_;
  std::vector<fs::path> rpath_; ///< of the program
};

template <class Entry, class Change> void change(std::string& bytes, std::size_t position, const Change& to) {
  Entry entry;
  std::memcpy(&entry, bytes.data() + position, sizeof entry);
  to(entry);
  std::memcpy(bytes.data() + position, &entry, sizeof entry);
}

/// ld.so looks for the versions in another library, and need not find them.
void want_nothing(std::string& bytes, const VersionNeed& need, const VersionNeed& other) {
  Elf64_Verneed there;
  std::memcpy(&there, bytes.data() + other.position, sizeof there);
  change<Elf64_Verneed>(bytes, need.position, [&there](Elf64_Verneed& entry) { entry.vn_file = there.vn_file; });
  for (const std::size_t version : need.versions)
    change<Elf64_Vernaux>(bytes, version, [](Elf64_Vernaux& entry) { entry.vna_flags |= VER_FLG_WEAK; });
}

std::size_t end_of_segments(const ElfFile& file) {
  std::size_t end = 0;
  for (const Elf64_Phdr& segment : file.segments())
    if (segment.p_type == PT_LOAD || segment.p_type == PT_TLS)
      end = std::max<std::size_t>(end, segment.p_vaddr + segment.p_memsz);
  return end;
}

} // namespace

ProgramFile read_program_file(const fs::path& path) {
  if (fs::is_directory(path)) throw ImageError("is a folder");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ImageError("cannot be read: " + std::string(std::strerror(errno)));
  auto bytes =
      std::make_unique<const std::string>(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  const ElfFile elf(*bytes);
  return {path, std::move(bytes), elf};
}

std::vector<ProgramFile> read_program_files(const fs::path& program) {
  Search search;
  search.visit(read_program_file(program));
  std::reverse(search.own.begin(), search.own.end());
  return std::move(search.own);
}

std::vector<SharedLibrary> shared_libraries(const fs::path& program) {
  Search search;
  search.visit(read_program_file(program));
  return search.shared;
}

std::vector<std::string> libraries_not_found(const fs::path& program) {
  Search search;
  search.visit(read_program_file(program));
  std::vector<std::string> missing = std::move(search.left_to_system);
  const auto is_found = [](const std::string& library) { return found_by_system(library).has_value(); };
  missing.erase(std::remove_if(missing.begin(), missing.end(), is_found), missing.end());
  return missing;
}

namespace {

/// The MPI whose library is called so; empty for other libraries.
std::string mpi_of(std::string_view library) {
  const auto begins_with = [library](std::string_view begin) { return library.rfind(begin, 0) == 0; };
  if (begins_with("libmpich") || library == "libmpi.so.12") return "MPICH";
  if (begins_with("libmpi.so.") || begins_with("libmpi_mpifh.so.") || begins_with("libmpi_cxx.so.")) return "Open MPI";
  return {};
}

std::string mpi_needed_by(const ElfFile& library) {
  for (const Needed& needed : library.needed())
    if (std::string mpi = mpi_of(needed.name); !mpi.empty()) return mpi;
  return {};
}

/// All that the program needs, or one of its libraries, but the libraries of MPIs.
std::vector<fs::path> libraries_of(const fs::path& program) {
  Search search;
  search.visit(read_program_file(program));
  std::vector<fs::path> libraries;
  for (const ProgramFile& file : search.own)
    if (file.path != program) libraries.push_back(file.path);
  for (const SharedLibrary& library : search.shared) libraries.push_back(library.path);
  for (const std::string& name : search.left_to_system)
    if (const auto found = found_by_system(name); found && mpi_of(name).empty()) libraries.push_back(*found);
  return libraries;
}

} // namespace

void check_libraries(const fs::path& program) {
  for (const fs::path& library : libraries_of(program))
    if (const std::string mpi = mpi_needed_by(read_program_file(library).elf); !mpi.empty())
      throw ImageError("needs " + library.string() + ", which was made for " + mpi +
                       ", whose handles mean something else here, and has to be made with daruma cc, too");
}

void check_openmp(const fs::path& program) {
  for (const ProgramFile& file : read_program_files(program))
    for (const Relocation& relocation : file.elf.relocations())
      if (relocation.symbol.rfind("__kmpc_", 0) == 0)
        throw ImageError((file.path == program ? "" : "needs " + file.path.string() + ", which ") +
                         "calls clang's OpenMP, whose threads cannot be simulated; have what uses OpenMP compiled by "
                         "gcc, without DARUMA_CC=clang and its like");
}

std::string as_library(const ProgramFile& file, const std::vector<std::string_view>& without) {
  std::string bytes = *file.bytes;
  const auto is_without = [&without](std::string_view library) {
    const std::string_view base = library.substr(library.rfind('/') + 1);
    return std::find(without.begin(), without.end(), base) != without.end();
  };
  for (const Needed& needed : file.elf.needed())
    if (is_without(needed.name)) hide(bytes, needed.position);
  const std::vector<VersionNeed> needs = file.elf.version_needs();
  const auto kept =
      std::find_if(needs.begin(), needs.end(), [&](const VersionNeed& need) { return !is_without(need.library); });
  for (const VersionNeed& need : needs)
    if (is_without(need.library) && kept != needs.end()) want_nothing(bytes, need, *kept);
  for (const std::size_t at : file.elf.unique_symbols())
    change<Elf64_Sym>(bytes, at, [](Elf64_Sym& symbol) {
      symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, ELF64_ST_TYPE(symbol.st_info));
    });
  for (const std::size_t at : file.elf.positions({DT_FLAGS_1}))
    change<Elf64_Dyn>(bytes, at, [](Elf64_Dyn& entry) { entry.d_un.d_val &= ~Elf64_Xword{DF_1_PIE}; });
  if (const auto at = file.elf.executable_stack())
    change<Elf64_Phdr>(bytes, *at, [](Elf64_Phdr& segment) { segment.p_flags &= ~Elf64_Word{PF_X}; });
  return bytes;
}

void hide(std::string& bytes, std::size_t position) {
  constexpr Elf64_Sxword unknown = 0x60000000;
  std::memcpy(bytes.data() + position, &unknown, sizeof unknown);
}

void check_program(const ElfFile& file) {
  const auto& segments = file.segments();
  const bool has_thread_locals =
      std::any_of(segments.begin(), segments.end(), [](const Elf64_Phdr& segment) { return segment.p_type == PT_TLS; });
  if (file.is_executable() && has_thread_locals)
    throw ImageError("has thread-local variables, which gcc by itself places for good; have darumacc called instead of "
                     "gcc: CC=darumacc CXX=darumac++ cmake ...");
}

std::optional<std::string> reason_against_images(const ElfFile& file) {
  constexpr std::size_t largest = UINT32_MAX / 2; // offsets in an image have 32 bits
  if (end_of_segments(file) > largest) return "its globals take more than 2 GiB";
  for (const Relocation& relocation : file.relocations()) switch (relocation.type) {
    case R_X86_64_NONE:
    case R_X86_64_SIZE64:
    case R_X86_64_RELATIVE:
    case R_X86_64_IRELATIVE:
    case R_X86_64_64:
    case R_X86_64_GLOB_DAT:
    case R_X86_64_JUMP_SLOT:
    case R_X86_64_DTPMOD64:
    case R_X86_64_DTPOFF64:
    case R_X86_64_COPY:
      break;
    case R_X86_64_TPOFF64:
      return "its thread-local variables are of the initial-exec model";
    case R_X86_64_TLSDESC:
      return "its thread-local variables are found by descriptors (-mtls-dialect=gnu2)";
    default:
      return "its code depends on where it lies (relocation " + std::to_string(relocation.type) + ")";
    }
  return {};
}

} // namespace daruma::hosting
