#include "sim/mpi/p2p/blank_memory.hpp"

#include <cerrno>
#include <functional>
#include <stdexcept>
#include <sys/mman.h>
#include <system_error>

namespace daruma::mpi {

namespace {

constexpr std::size_t kept = std::size_t{1} << 36;

std::byte* reserve() {
  void* const stretch = mmap(nullptr, kept, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stretch == MAP_FAILED)
    throw std::system_error(errno, std::generic_category(),
                            "64 GiB of addresses for messages without content, which \"ulimit -v\" may deny");
  return static_cast<std::byte*>(stretch);
}

std::byte* base = nullptr;

} // namespace

std::byte* blank_memory(std::size_t bytes) {
  if (bytes > kept) throw std::length_error("a blank message is too long");
  if (!base) base = reserve();
  return base;
}

bool is_blank(const void* address) {
  const auto* const byte = static_cast<const std::byte*>(address);
  return base && !std::less<>()(byte, base) && std::less<>()(byte, base + kept);
}

} // namespace daruma::mpi
