// malloc and its like: the C library's, until the program has crashed. Its heap may be in disorder then; what is asked
// for to save what has been worked out so far comes from elsewhere, and nothing is given back.
#include "sim/core/crash.hpp"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <malloc.h>
#include <sys/mman.h>

// Their names are reserved ones; asm labels spare ours.
extern "C" {
void* usual_malloc(std::size_t) asm("__libc_malloc");
void* usual_calloc(std::size_t, std::size_t) asm("__libc_calloc");
void* usual_realloc(void*, std::size_t) asm("__libc_realloc");
void* usual_memalign(std::size_t, std::size_t) asm("__libc_memalign");
void usual_free(void*) asm("__libc_free");
}

namespace {

constexpr std::size_t most = std::size_t{1} << 34;  // addresses; pages are taken as they are written to
constexpr std::size_t least = std::size_t{1} << 28; // where there is a limit of addresses
constexpr std::size_t before_each = 16;             // bytes, of which eight say how many follow

/// Memory that is handed out from one end to the other.
struct Reserve {
  char* next = nullptr;
  char* end = nullptr;
  char* begin = nullptr;

  Reserve() {
    for (std::size_t size = most; size >= least && !begin; size /= 4) {
      void* const place =
          ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (place != MAP_FAILED) next = begin = static_cast<char*>(place), end = begin + size;
    }
  }
  bool has(const void* place) const { return place >= begin && place < end; }
};

Reserve& reserve() {
  static Reserve one;
  return one;
}

std::size_t size_of(void* place) {
  if (!reserve().has(place)) return ::malloc_usable_size(place);
  std::size_t size = 0;
  std::memcpy(&size, static_cast<char*>(place) - before_each, sizeof size);
  return size;
}

void* taken_from_reserve(std::size_t size, std::size_t alignment) {
  Reserve& from = reserve();
  const auto first = reinterpret_cast<std::uintptr_t>(from.next) + before_each;
  char* const place = from.next + before_each + (alignment - first % alignment) % alignment;
  if (!from.begin || place > from.end || size > static_cast<std::size_t>(from.end - place)) {
    errno = ENOMEM;
    return nullptr;
  }
  std::memcpy(place - before_each, &size, sizeof size);
  from.next = place + size;
  return place;
}

constexpr std::size_t usual = alignof(std::max_align_t);

} // namespace

extern "C" {

void* malloc(std::size_t size) { return daruma::has_crashed() ? taken_from_reserve(size, usual) : usual_malloc(size); }

void* calloc(std::size_t count, std::size_t size) { // what the system gives is zero
  return daruma::has_crashed() ? taken_from_reserve(count * size, usual) : usual_calloc(count, size);
}

void* realloc(void* before, std::size_t size) {
  if (!daruma::has_crashed()) return usual_realloc(before, size);
  void* const place = taken_from_reserve(size, usual);
  if (place && before) std::memcpy(place, before, std::min(size, size_of(before)));
  return place;
}

void* memalign(std::size_t alignment, std::size_t size) {
  return daruma::has_crashed() ? taken_from_reserve(size, std::max(alignment, usual)) : usual_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }

int posix_memalign(void** place, std::size_t alignment, std::size_t size) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void* const taken = memalign(alignment, size);
  if (!taken) return ENOMEM;
  *place = taken;
  return 0;
}

void free(void* place) {
  if (!daruma::has_crashed()) usual_free(place);
}
}

#endif
