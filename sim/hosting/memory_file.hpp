// A file in memory without a name in the file system.
#pragma once

#include <cstddef>
#include <string>

namespace daruma::hosting {

class MemoryFile {
public:
  /// A file of so many zeros. Throws std::system_error.
  MemoryFile(const char* name, std::size_t size);
  ~MemoryFile();
  MemoryFile(MemoryFile&&) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// What it can be opened by, also by other processes, as long as it is open here.
  std::string path() const;
  /// Throws std::system_error.
  void write(const char* from, std::size_t size, std::size_t to) const;

private:
  int descriptor_;
};

} // namespace daruma::hosting
