#include "sim/hosting/memory_file.hpp"

#include <cerrno>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace daruma::hosting {

namespace {

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category(), "a file in memory"); }

} // namespace

MemoryFile::MemoryFile(const char* name, std::size_t size) : descriptor_(::memfd_create(name, MFD_CLOEXEC)) {
  if (descriptor_ < 0) fail();
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail();
}

MemoryFile::~MemoryFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

std::string MemoryFile::path() const {
  return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(descriptor_);
}

void MemoryFile::write(const char* from, std::size_t size, std::size_t to) const {
  while (size > 0) {
    const ssize_t written = ::pwrite(descriptor_, from, size, static_cast<off_t>(to));
    if (written < 0) fail();
    from += written;
    to += static_cast<std::size_t>(written);
    size -= static_cast<std::size_t>(written);
  }
}

} // namespace daruma::hosting
