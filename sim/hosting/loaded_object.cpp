#include "sim/hosting/loaded_object.hpp"

#include "sim/hosting/memory_file.hpp"
#include "sim/hosting/thread_locals.hpp"

#include <algorithm>
#include <cstring>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

using Initialiser = void (*)(int argc, char** argv, char** environment);
using Finaliser = void (*)();

constexpr std::size_t page = 4096;
constexpr std::size_t cache_line = 64;
constexpr std::size_t largest = UINT32_MAX; // an OwnAddress says no more

std::size_t rounded_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

std::size_t end_of_segments(const ElfFile& file) {
  std::size_t end = 0;
  for (const Elf64_Phdr& segment : file.segments())
    if (segment.p_type == PT_LOAD || segment.p_type == PT_TLS)
      end = std::max<std::size_t>(end, segment.p_vaddr + segment.p_memsz);
  return end;
}

/// The tags that name initialisers become ones that ld.so does not know.
void hide_initialisers(std::string& bytes, const ElfFile& file) {
  constexpr Elf64_Sxword unknown = 0x60000000;
  for (const std::size_t at :
       file.positions({DT_INIT, DT_FINI, DT_INIT_ARRAY, DT_FINI_ARRAY, DT_INIT_ARRAYSZ, DT_FINI_ARRAYSZ}))
    std::memcpy(bytes.data() + at, &unknown, sizeof unknown);
}

} // namespace

std::optional<std::string> reason_against_images(const ElfFile& file) {
  if (end_of_segments(file) > largest / 2) return "its globals take more than 2 GiB";
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

LoadedObject::LoadedObject(const std::string& bytes) {
  const ElfFile file(bytes);
  lay_out(file);
  load(bytes, file);
  for (const Relocation& relocation : file.relocations()) note_relocation(relocation);
}

void LoadedObject::lay_out(const ElfFile& file) {
  alignment_ = page;
  for (const Elf64_Phdr& segment : file.segments()) {
    alignment_ = std::max<std::size_t>(alignment_, segment.p_align);
    if (segment.p_type == PT_LOAD) contents_.push_back({segment.p_vaddr, segment.p_filesz});
    if (segment.p_type != PT_TLS) continue;
    thread_values_ = {segment.p_vaddr, segment.p_filesz};
    const std::size_t alignment = std::max<std::size_t>(cache_line, segment.p_align);
    thread_block_ = {rounded_up(end_of_segments(file), alignment), segment.p_memsz};
  }
  size_ = rounded_up(std::max(end_of_segments(file), thread_block_.at + thread_block_.size), alignment_);
  initialisers_ = {file.dynamic(DT_INIT_ARRAY), file.dynamic(DT_INIT_ARRAYSZ)};
  finalisers_ = {file.dynamic(DT_FINI_ARRAY), file.dynamic(DT_FINI_ARRAYSZ)};
  first_initialiser_ = file.dynamic(DT_INIT);
  last_finaliser_ = file.dynamic(DT_FINI);
}

/// ld.so knows a file by its inode: that of an open one is its own for as long. A debugger reads it, too.
void LoadedObject::load(std::string bytes, const ElfFile& file) {
  hide_initialisers(bytes, file);
  static std::vector<MemoryFile> loaded_from;
  const MemoryFile& copy = loaded_from.emplace_back("program", bytes.size());
  copy.write(bytes.data(), bytes.size(), 0);
  void* const handle = ::dlopen(copy.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) throw ImageError("cannot be loaded: " + loading_problem());
  link_map* map = nullptr;
  ::dlinfo(handle, RTLD_DI_LINKMAP, &map);
  std::memcpy(&base_, &map->l_addr, sizeof base_);
  const void* const entry = ::dlsym(handle, "main");
  if (!entry) throw ImageError("has no function main");
  main_ = static_cast<std::size_t>(static_cast<const char*>(entry) - base_);
  find_loaded_object(base_ + main_, &unwinding_);
  for (const Elf64_Phdr& segment : file.segments())
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X))
      ::mprotect(base_ + segment.p_vaddr / page * page, segment.p_memsz + segment.p_vaddr % page, PROT_READ);
}

/// Only words that the linker lists are looked at, as ld.so has filled them in: no number is taken for an address.
void LoadedObject::note_relocation(const Relocation& relocation) {
  const auto at = static_cast<std::uint32_t>(relocation.at);
  if (relocation.type == R_X86_64_DTPMOD64) {
    if (relocation.is_to_own) own_addresses_.push_back({at, static_cast<std::uint32_t>(thread_block_.at)});
  } else if (relocation.symbol == "__tls_get_addr") {
    words_.push_back({at, reinterpret_cast<std::uint64_t>(address_of_thread_local)});
  } else if (relocation.is_to_own && relocation.type != R_X86_64_DTPOFF64 && relocation.type != R_X86_64_SIZE64 &&
             relocation.type != R_X86_64_NONE) {
    std::uint64_t value = 0;
    std::memcpy(&value, base_ + at, sizeof value);
    const std::uint64_t offset = value - reinterpret_cast<std::uint64_t>(base_);
    if (offset <= size_) own_addresses_.push_back({at, static_cast<std::uint32_t>(offset)});
  }
}

void LoadedObject::initialise(char* image, int argc, char** argv) const {
  if (first_initialiser_) reinterpret_cast<Initialiser>(image + first_initialiser_)(argc, argv, environ);
  const auto* const all = reinterpret_cast<const Initialiser*>(image + initialisers_.at);
  for (std::size_t i = 0; i < initialisers_.size / sizeof *all; ++i) all[i](argc, argv, environ);
}

void LoadedObject::finalise(char* image) const {
  const auto* const all = reinterpret_cast<const Finaliser*>(image + finalisers_.at);
  for (std::size_t i = finalisers_.size / sizeof *all; i-- > 0;) all[i]();
  if (last_finaliser_) reinterpret_cast<Finaliser>(image + last_finaliser_)();
}

int find_loaded_object(void* address, dl_find_object* found) {
  static const auto find = reinterpret_cast<int (*)(void*, dl_find_object*)>(::dlsym(RTLD_NEXT, "_dl_find_object"));
  return find(address, found);
}

std::string loading_problem() {
  const std::string problem = ::dlerror();
  const auto colon = problem.find(": ");
  return colon == std::string::npos ? problem : problem.substr(colon + 2);
}

} // namespace daruma::hosting
