#include "sim/hosting/loaded_program.hpp"

#include "sim/hosting/memory_file.hpp"
#include "sim/hosting/program_memory.hpp"
#include "sim/hosting/system_calls.hpp"
#include "sim/hosting/thread_locals.hpp"

#include <algorithm>
#include <cstring>
#include <link.h>
#include <optional>
#include <set>
#include <sys/mman.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

using Definer = LoadedProgram::Definer;
using Definers = LoadedProgram::Definers;
using Initialiser = void (*)(int argc, char** argv, char** environment);
using Finaliser = void (*)();

constexpr std::size_t page = 4096;
constexpr std::size_t cache_line = 64;
constexpr std::size_t largest = UINT32_MAX; // an OwnAddress says no more

std::size_t rounded_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

LoadedFile laid_out(const ProgramFile& file, std::size_t after) {
  LoadedFile laid;
  laid.path = std::filesystem::absolute(file.path); // the process may be in another folder when it is asked for
  laid.alignment = page;
  for (const Elf64_Phdr& segment : file.elf.segments())
    laid.alignment = std::max<std::size_t>(laid.alignment, segment.p_align);
  laid.at = rounded_up(after, laid.alignment);
  laid.end = laid.at;
  std::optional<Elf64_Phdr> thread_locals;
  for (const Elf64_Phdr& segment : file.elf.segments()) {
    if (segment.p_type == PT_LOAD) laid.contents.push_back({laid.at + segment.p_vaddr, segment.p_filesz});
    if (segment.p_type == PT_TLS) thread_locals = segment;
    if (segment.p_type == PT_LOAD || segment.p_type == PT_TLS)
      laid.end = std::max<std::size_t>(laid.end, laid.at + segment.p_vaddr + segment.p_memsz);
  }
  if (thread_locals) {
    const std::size_t alignment = std::max<std::size_t>(cache_line, thread_locals->p_align);
    laid.thread_values = {laid.at + thread_locals->p_vaddr, thread_locals->p_filesz};
    laid.thread_block = {rounded_up(laid.end, alignment), thread_locals->p_memsz};
    laid.end = laid.thread_block.at + laid.thread_block.size;
  }
  for (const Relocation& relocation : file.elf.relocations()) // the system's data that ld.so copies into the program
    if (relocation.type == R_X86_64_COPY) laid.contents.push_back({laid.at + relocation.at, relocation.size});
  const auto place = [&](Elf64_Sxword tag) { return file.elf.dynamic(tag) == 0 ? 0 : laid.at + file.elf.dynamic(tag); };
  laid.initialisers = {place(DT_INIT_ARRAY), file.elf.dynamic(DT_INIT_ARRAYSZ)};
  laid.finalisers = {place(DT_FINI_ARRAY), file.elf.dynamic(DT_FINI_ARRAYSZ)};
  laid.first_initialiser = place(DT_INIT);
  laid.last_finaliser = place(DT_FINI);
  return laid;
}

Definers definers_in(const std::vector<ProgramFile>& files) {
  Definers all;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (const auto& [name, definition] : files[i].elf.definitions()) all.emplace(name, Definer{i, definition});
  return all;
}

/// What ld.so is to load: without initialisers, without the libraries that are loaded beside it; what it would look for
/// in these it need not find.
std::string as_loaded(const ProgramFile& file, const std::vector<std::string_view>& loaded_beside,
                      const Definers& definers) {
  std::string bytes = as_library(file, loaded_beside);
  for (const std::size_t at :
       file.elf.positions({DT_INIT, DT_FINI, DT_INIT_ARRAY, DT_FINI_ARRAY, DT_INIT_ARRAYSZ, DT_FINI_ARRAYSZ}))
    hide(bytes, at);
  for (const Relocation& relocation : file.elf.relocations()) {
    if (relocation.symbol.empty() || relocation.is_to_own || definers.count(relocation.symbol) == 0) continue;
    Elf64_Sym symbol;
    std::memcpy(&symbol, bytes.data() + relocation.symbol_position, sizeof symbol);
    symbol.st_info = ELF64_ST_INFO(STB_WEAK, ELF64_ST_TYPE(symbol.st_info));
    std::memcpy(bytes.data() + relocation.symbol_position, &symbol, sizeof symbol);
  }
  return bytes;
}

/// Data of the system's that a program linked as an executable has itself is copied by ld.so from where it is defined;
/// the simulator has a copy of its own, which is the one that everybody else uses.
void copy_data(const ElfFile& file, char* base) {
  if (!file.is_executable()) return;
  for (const Relocation& relocation : file.relocations()) {
    if (relocation.type != R_X86_64_COPY) continue;
    const void* const data = ::dlsym(RTLD_DEFAULT, std::string(relocation.symbol).c_str());
    if (data) std::memcpy(base + relocation.at, data, relocation.size);
  }
}

/// Where ld.so has put it. It knows a file by its inode: that of an open one is its own for as long. A debugger reads
/// it, too.
Opened load(const std::string& bytes, const ElfFile& file) {
  static std::vector<MemoryFile> loaded_from;
  const MemoryFile& copy = loaded_from.emplace_back("program", bytes.size());
  copy.write(bytes.data(), bytes.size(), 0);
  return open_for_good(copy.path(), file);
}

void forbid_execution(const ElfFile& file, char* base) {
  for (const Elf64_Phdr& segment : file.segments())
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X))
      ::mprotect(base + segment.p_vaddr / page * page, segment.p_memsz + segment.p_vaddr % page, PROT_READ);
}

/// A function of the program's own goes before the system's of that name, in whose place `daruma cc` has put the
/// simulator's where another source calls it.
std::string_view before_wrapping(std::string_view symbol) {
  constexpr std::string_view wrap = "__wrap_";
  return symbol.substr(0, wrap.size()) == wrap ? symbol.substr(wrap.size()) : symbol;
}

/// Only words that the linker lists are looked at: no number is taken for an address.
class Relocator {
public:
  Relocator(const std::vector<LoadedFile>& files, const Definers& definers, std::vector<LoadedProgram::OwnAddress>& own,
            std::vector<LoadedProgram::Word>& words)
      : files_(files), definers_(definers), own_(own), words_(words) {}

  void note(const Relocation& relocation, const LoadedFile& file) const {
    const std::size_t at = file.at + relocation.at;
    if (has_no_address(relocation.type)) return;
    if (relocation.symbol == "__tls_get_addr")
      return keep(at, reinterpret_cast<std::uint64_t>(address_of_thread_local));
    const Definer* const other = definer_of(relocation);
    const LoadedFile& in = other ? files_[other->file] : file;
    if (relocation.type == R_X86_64_DTPMOD64) {
      if (other || relocation.is_to_own) point(at, in.thread_block.at);
    } else if (relocation.type == R_X86_64_DTPOFF64) {
      if (other) keep(at, other->definition.at + static_cast<std::uint64_t>(relocation.addend));
    } else if (other && other->definition.type != STT_GNU_IFUNC) {
      point(at, in.at + other->definition.at + static_cast<std::uint64_t>(relocation.addend));
    } else if (relocation.is_to_own) {
      point_as_loaded(at, file);
    } else if (const void* const stand_in = stand_in_for(relocation.symbol)) {
      keep(at, reinterpret_cast<std::uint64_t>(stand_in));
    } else if (const void* const call = memory_call(relocation.symbol);
               call && !keeps_what_is_open(file.path.filename())) {
      keep(at, reinterpret_cast<std::uint64_t>(call));
    }
  }

private:
  static bool has_no_address(std::uint32_t type) {
    return type == R_X86_64_NONE || type == R_X86_64_SIZE64 || type == R_X86_64_COPY;
  }
  const Definer* definer_of(const Relocation& relocation) const {
    if (relocation.is_bound) return nullptr;
    auto found = definers_.find(relocation.symbol);
    if (found == definers_.end()) found = definers_.find(before_wrapping(relocation.symbol));
    return found == definers_.end() ? nullptr : &found->second;
  }
  /// A call of the system that `daruma cc` has not seen, in a library that others have made.
  static const void* stand_in_for(std::string_view function) {
    static const std::set<std::string_view> all(wrapped_symbols().begin(), wrapped_symbols().end());
    return all.count(function) == 0 ? nullptr : ::dlsym(RTLD_DEFAULT, ("__wrap_" + std::string(function)).c_str());
  }
  void keep(std::size_t at, std::uint64_t value) const { words_.push_back({at, value}); }
  void point(std::size_t at, std::size_t of) const {
    own_.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(of)});
  }
  void point_as_loaded(std::size_t at, const LoadedFile& file) const {
    std::uint64_t value = 0;
    std::memcpy(&value, file.loaded(at), sizeof value);
    const std::uint64_t offset = value - reinterpret_cast<std::uint64_t>(file.base);
    if (offset <= file.end - file.at) point(at, file.at + offset);
  }

  const std::vector<LoadedFile>& files_;
  const Definers& definers_;
  std::vector<LoadedProgram::OwnAddress>& own_;
  std::vector<LoadedProgram::Word>& words_;
};

} // namespace

LoadedProgram::LoadedProgram(const std::vector<ProgramFile>& files) {
  const Definers definers = definers_in(files);
  std::vector<std::string> names{std::string(library_for_outside)};
  for (const ProgramFile& file : files) {
    names.push_back(file.path.filename());
    names.emplace_back(file.elf.dynamic_text(DT_SONAME));
  }
  for (const ProgramFile& file : files) {
    LoadedFile& laid = files_.emplace_back(laid_out(file, size_));
    const Opened opened = load(as_loaded(file, {names.begin(), names.end()}, definers), file.elf);
    laid.handle = opened.handle;
    laid.base = opened.base;
    find_loaded_object(laid.loaded(laid.contents.front().at), &laid.unwinding);
    forbid_execution(file.elf, laid.base);
    size_ = laid.end;
    alignment_ = std::max(alignment_, laid.alignment);
  }
  size_ = rounded_up(size_, alignment_);
  if (size_ > largest) throw ImageError("has globals of more than 4 GiB, its libraries' included");
  main_ = find_main(definers);
  const Relocator relocator(files_, definers, own_addresses_, words_);
  for (std::size_t i = 0; i < files.size(); ++i)
    for (const Relocation& relocation : files[i].elf.relocations()) relocator.note(relocation, files_[i]);
}

/// What `daruma cc` has linked in knows where it is (linked/interpreter.s).
std::size_t LoadedProgram::find_main(const Definers& definers) const {
  const auto known = definers.find(name_of_main);
  const char* main = nullptr;
  if (known != definers.end())
    std::memcpy(&main, files_[known->second.file].base + known->second.definition.at, sizeof main);
  if (!main) throw ImageError(without_main);
  const LoadedFile& file = files_[known->second.file];
  return file.at + static_cast<std::size_t>(main - file.base);
}

const LoadedFile& LoadedProgram::file_at(std::size_t place) const {
  return *std::find_if(files_.begin(), files_.end() - 1, [=](const LoadedFile& file) { return place < file.end; });
}

std::optional<std::size_t> LoadedProgram::find(const char* name) const {
  for (const LoadedFile& file : files_) {
    const char* const found =
        static_cast<const char*>(::dlsym(file.handle, name)); // or what a library that it needs has
    const auto place = file.at + static_cast<std::size_t>(found - file.base);
    if (found >= file.base && place < file.end) return place;
  }
  return std::nullopt;
}

void LoadedProgram::initialise(char* image, int argc, char** argv) const {
  std::for_each(files_.rbegin(), files_.rend(), [&](const LoadedFile& file) {
    if (file.first_initialiser) reinterpret_cast<Initialiser>(image + file.first_initialiser)(argc, argv, environ);
    const auto* const all = reinterpret_cast<const Initialiser*>(image + file.initialisers.at);
    for (std::size_t i = 0; i < file.initialisers.size / sizeof *all; ++i) all[i](argc, argv, environ);
  });
}

void LoadedProgram::finalise(char* image) const {
  for (const LoadedFile& file : files_) {
    const auto* const all = reinterpret_cast<const Finaliser*>(image + file.finalisers.at);
    for (std::size_t i = file.finalisers.size / sizeof *all; i-- > 0;) all[i]();
    if (file.last_finaliser) reinterpret_cast<Finaliser>(image + file.last_finaliser)();
  }
}

Opened open_for_good(const std::string& path, const ElfFile& file) {
  Opened opened{::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), nullptr};
  if (!opened.handle) throw ImageError("cannot be loaded: " + loading_problem());
  link_map* map = nullptr;
  ::dlinfo(opened.handle, RTLD_DI_LINKMAP, &map);
  std::memcpy(&opened.base, &map->l_addr, sizeof opened.base);
  copy_data(file, opened.base);
  return opened;
}

void lead_calls(const ElfFile& file, char* base) {
  const auto definitions = file.definitions();
  for (const Relocation& relocation : file.relocations()) {
    if (relocation.is_to_own) continue;
    const auto own = definitions.find(before_wrapping(relocation.symbol));
    const bool is_wrapped = own != definitions.end() && own->first != relocation.symbol;
    const void* const call = is_wrapped ? base + own->second.at : memory_call(relocation.symbol);
    if (!call) continue;
    char* const word = base + relocation.at;
    char* const its_page = word - reinterpret_cast<std::uintptr_t>(word) % page;
    ::mprotect(its_page, page, PROT_READ | PROT_WRITE);
    std::memcpy(word, &call, sizeof call);
  }
}

int find_loaded_object(void* address, dl_find_object* found) {
  static const auto find = reinterpret_cast<int (*)(void*, dl_find_object*)>(::dlsym(RTLD_NEXT, "_dl_find_object"));
  return find(address, found);
}

std::string loading_problem() {
  const std::string problem = ::dlerror();
  const auto colon = problem.find(": ");
  const bool begins_with_copy = problem.find('/') < colon; // whose place says nothing to anybody
  return colon == std::string::npos || !begins_with_copy ? problem : problem.substr(colon + 2);
}

} // namespace daruma::hosting
