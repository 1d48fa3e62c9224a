// A program that `daruma cc` compiled: a shared object with a main.
//
// Every process loads a copy of the file, so that each has its own globals; libraries that the
// program names are loaded once, and their globals are shared by all. A copy costs the host about
// 0.2 ms and the size of the program's data.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace daruma::hosting {

/// One process's copy of a program: its main. It stays loaded as long as the simulator runs.
using Main = int (*)(int, char**, char**);

/// A program that cannot be loaded: a finished sentence.
class ImageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class Image {
public:
  /// Reads the file. Throws ImageError.
  explicit Image(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return file_; }
  /// Runs the program's initialisers (constructors of globals). Throws ImageError.
  Main load() const;

private:
  std::filesystem::path file_;
  std::string bytes_;
};

/// "cannot be loaded: ..." if no process could start this program, or nothing. Tried in a process of its own.
std::string objection(const std::filesystem::path& file);

/// Whether the address is in a loaded copy of a program.
bool is_in_copy(const void* address);

/// "file.c:12" for an address in a loaded copy, "file.so+0x1f3" without debug information, nothing for others.
std::string source_line(const void* address);

} // namespace daruma::hosting
