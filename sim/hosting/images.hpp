// Images of a program: each has globals of its own, all share the pages that they do not write to.
//
// An image is part of a private mapping of a file in memory, which holds the program as ld.so has relocated it. It
// costs the host 10 to 30 us and a page for each page that it writes to. The file holds the program several times in a
// row, so that one mapping serves several images: Linux allows a process 65 530 mappings (vm.max_map_count).
#pragma once

#include "sim/hosting/loaded_program.hpp"
#include "sim/hosting/memory_file.hpp"

#include <cstddef>
#include <vector>

namespace daruma::hosting {

class Images {
public:
  /// Of files none of which has a reason against images, the program's own first. Throws ImageError, ElfError, and
  /// std::system_error where the machine does not let programs run from memory.
  explicit Images(const std::vector<ProgramFile>& files);
  ~Images();
  Images(const Images&) = delete;
  Images& operator=(const Images&) = delete;

  const LoadedProgram& program() const { return program_; }
  /// A new image, relocated; its initialisers have not run. Throws ImageError.
  char* make();

  /// The image that the address is in, or null.
  char* image_at(const void* address) const;
  /// What libgcc's unwinder has to know at this address of an image.
  dl_find_object unwinding_at(const void* address) const;

  /// Those that have an image at this address, or null.
  static const Images* with(const void* address);

private:
  void reserve();
  void map_next() const;

  LoadedProgram program_;
  std::size_t in_a_row_;
  MemoryFile originals_;  ///< as many in a row
  char* place_ = nullptr; ///< of the first image; room for `most_` is reserved
  std::size_t most_ = 0;
  std::size_t made_ = 0;
};

} // namespace daruma::hosting
