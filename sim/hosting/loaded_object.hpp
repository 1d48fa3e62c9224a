// A program that is loaded once, and what an image of it in memory needs to be a program in its own right.
//
// ld.so finds its symbols, relocates it and loads the libraries that it names. Its initialisers are hidden from ld.so:
// they run in each image. Nothing of the program itself runs where ld.so has put it but resolvers of indirect
// functions; a library that calls back what it found there by name faults.
#pragma once

#include "sim/hosting/elf_file.hpp"

#include <dlfcn.h>
#include <optional>
#include <string>

namespace daruma::hosting {

/// A program that cannot be loaded: a sentence without its subject, the file.
class ImageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Why no image of the program would work, "its ...": thread-local variables that lie where only ld.so can put
/// them (initial-exec, TLSDESC), code that depends on where it lies. Nothing if images would. Throws ElfError.
std::optional<std::string> reason_against_images(const ElfFile& file);

class LoadedObject {
public:
  /// A word of an image that is an address in the same image; both as offsets.
  struct OwnAddress {
    std::uint32_t at;
    std::uint32_t of;
  };
  /// A word that is the same in all images and different from the loaded object's.
  struct Word {
    std::size_t at;
    std::uint64_t value;
  };

  /// Of a program that has no reason against images. `bytes` are its file's. Throws ImageError, ElfError.
  explicit LoadedObject(const std::string& bytes);

  char* base() const { return base_; }
  std::size_t size() const { return size_; }
  std::size_t alignment() const { return alignment_; }
  /// What is not zero in an image before it is relocated.
  const std::vector<Extent>& contents() const { return contents_; }
  const std::vector<OwnAddress>& own_addresses() const { return own_addresses_; }
  const std::vector<Word>& words() const { return words_; }
  /// First values of the thread-local variables, and where behind the segments an image keeps its own.
  const Extent& thread_values() const { return thread_values_; }
  const Extent& thread_block() const { return thread_block_; }
  /// Where the image's main is.
  std::size_t main() const { return main_; }
  /// For unwinding through the loaded object, which serves its images when it is shifted.
  const dl_find_object& unwinding() const { return unwinding_; }

  /// Runs the initialisers and the finalisers of the image.
  void initialise(char* image, int argc, char** argv) const;
  void finalise(char* image) const;

private:
  void lay_out(const ElfFile& file);
  void load(std::string bytes, const ElfFile& file);
  void note_relocation(const Relocation& relocation);

  std::vector<Extent> contents_;
  Extent thread_values_;
  Extent thread_block_;
  std::size_t size_ = 0;
  std::size_t alignment_ = 0;
  Extent initialisers_; ///< DT_INIT_ARRAY, DT_FINI_ARRAY
  Extent finalisers_;
  std::size_t first_initialiser_ = 0; ///< DT_INIT, DT_FINI; 0 for none
  std::size_t last_finaliser_ = 0;
  std::size_t main_ = 0;
  char* base_ = nullptr;
  dl_find_object unwinding_{};
  std::vector<OwnAddress> own_addresses_;
  std::vector<Word> words_;
};

/// What ld.so itself would answer who unwinds through `address`.
int find_loaded_object(void* address, dl_find_object* found);

/// Without the name of the file, which is told elsewhere.
std::string loading_problem();

} // namespace daruma::hosting
