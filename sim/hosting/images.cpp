#include "sim/hosting/images.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/resource.h>
#include <system_error>

namespace daruma::hosting {

namespace {

constexpr std::size_t mebi = std::size_t{1} << 20;
constexpr std::size_t tebi = std::size_t{1} << 40;
constexpr std::size_t reserved_for_a_program = 4 * tebi; // addresses, of 128 TiB

/// All that there are, for whoever has nothing but an address.
std::vector<const Images*>& all_images() {
  static auto* const all = new std::vector<const Images*>; // who calls exit is asked for after it would be gone
  return *all;
}

/// As many as keep 100 000 images well below the limit of mappings, fewer of a program that is large itself.
std::size_t fitting_in_a_row(const LoadedProgram& program) {
  constexpr std::size_t enough = 8;
  constexpr std::size_t affordable = 64 * mebi;
  return std::clamp(affordable / program.size(), std::size_t{1}, enough);
}

void fill(const MemoryFile& images, const LoadedProgram& program, std::size_t count) {
  for (std::size_t start = 0; start < count * program.size(); start += program.size()) {
    for (const LoadedFile& file : program.files())
      for (const Extent& part : file.contents) images.write(file.loaded(part.at), part.size, start + part.at);
    for (const LoadedProgram::Word& word : program.words())
      images.write(reinterpret_cast<const char*>(&word.value), sizeof word.value, start + word.at);
  }
}

} // namespace

Images::Images(const std::vector<ProgramFile>& files)
    : program_(files), in_a_row_(fitting_in_a_row(program_)), originals_("images", in_a_row_ * program_.size()) {
  fill(originals_, program_, in_a_row_);
  reserve();
  map_next();
  all_images().push_back(this);
}

Images::~Images() {
  all_images().erase(std::find(all_images().begin(), all_images().end(), this));
  ::munmap(place_, most_ * program_.size());
}

namespace {

/// What "ulimit -v" allows is for others as well.
std::size_t affordable_addresses() {
  constexpr std::size_t share = 8;
  rlimit limit{};
  const bool is_limited = ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return is_limited ? std::min<std::size_t>(reserved_for_a_program, limit.rlim_cur / share) : reserved_for_a_program;
}

} // namespace

/// Addresses only: what is reserved costs no memory.
void Images::reserve() {
  most_ = std::max(affordable_addresses() / program_.size() / in_a_row_, std::size_t{1}) * in_a_row_;
  void* const place = ::mmap(nullptr, most_ * program_.size() + program_.alignment(), PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "addresses for images");
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  place_ = static_cast<char*>(place) + (program_.alignment() - address % program_.alignment()) % program_.alignment();
}

void Images::map_next() const {
  const void* const mapped =
      ::mmap(place_ + made_ * program_.size(), in_a_row_ * program_.size(), PROT_READ | PROT_WRITE | PROT_EXEC,
             MAP_FIXED | MAP_PRIVATE | MAP_NORESERVE, originals_.descriptor(), 0);
  if (mapped == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "memory for another image");
}

char* Images::make() {
  if (made_ == most_) throw ImageError("has no room for more than " + std::to_string(most_) + " processes");
  if (made_ > 0 && made_ % in_a_row_ == 0) map_next();
  char* const image = place_ + made_++ * program_.size();
  for (const LoadedProgram::OwnAddress& address : program_.own_addresses()) {
    char* const target = image + address.of;
    std::memcpy(image + address.at, &target, sizeof target);
  }
  for (const LoadedFile& file : program_.files())
    std::memcpy(image + file.thread_block.at, image + file.thread_values.at, file.thread_values.size);
  return image;
}

char* Images::image_at(const void* address) const {
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - place_);
  return offset < made_ * program_.size() ? place_ + offset / program_.size() * program_.size() : nullptr;
}

dl_find_object Images::unwinding_at(const void* address) const {
  char* const image = image_at(address);
  const LoadedFile& file = program_.file_at(static_cast<std::size_t>(static_cast<const char*>(address) - image));
  dl_find_object found = file.unwinding;
  const auto shift = [by = image + file.at - file.base](void*& place) { place = static_cast<char*>(place) + by; };
  shift(found.dlfo_map_start);
  shift(found.dlfo_map_end);
  shift(found.dlfo_eh_frame);
  found.dlfo_flags = 0; // of what later versions of glibc add, nothing has been shifted
  return found;
}

const Images* Images::with(const void* address) {
  const auto found = std::find_if(all_images().begin(), all_images().end(),
                                  [=](const Images* images) { return images->image_at(address) != nullptr; });
  return found == all_images().end() ? nullptr : *found;
}

} // namespace daruma::hosting

/// libgcc's unwinder asks this (GCC 12 with glibc 2.35, and later). The executable's comes before ld.so's own.
extern "C" int _dl_find_object(void* address, dl_find_object* found) noexcept { // NOLINT(bugprone-reserved-identifier)
  const auto* const images = daruma::hosting::Images::with(address);
  if (!images) return daruma::hosting::find_loaded_object(address, found);
  *found = images->unwinding_at(address);
  return 0;
}
