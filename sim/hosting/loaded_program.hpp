// A program that is loaded once, and what an image of it in memory needs to be a program in its own right.
//
// ld.so finds its symbols, relocates it and loads the libraries of the system that it names. The libraries that are its
// own (program_files.hpp) are loaded beside it and lie behind it in each image; what these files find in each other is
// decided here, the file that comes first in the list going first. Their initialisers are hidden from ld.so: they run
// in each image. Nothing of the program itself runs where ld.so has put it but resolvers of indirect functions; a
// library that calls back what it found there by name faults.
#pragma once

#include "sim/hosting/program_files.hpp"

#include <dlfcn.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace daruma::hosting {

/// One of the program's files where ld.so has loaded it. Extents are within an image.
struct LoadedFile {
  std::filesystem::path path;
  void* handle = nullptr; ///< ld.so's
  char* base = nullptr;
  std::size_t at = 0;           ///< of an image: where the file begins
  std::vector<Extent> contents; ///< what is not zero before relocation
  Extent thread_values;         ///< first values of the thread-local variables
  Extent thread_block;          ///< where behind the segments an image keeps its own
  std::size_t end = 0;
  std::size_t alignment = 0;
  Extent initialisers; ///< DT_INIT_ARRAY, DT_FINI_ARRAY
  Extent finalisers;
  std::size_t first_initialiser = 0; ///< DT_INIT, DT_FINI; 0 for none
  std::size_t last_finaliser = 0;
  dl_find_object unwinding{}; ///< through the loaded file, which serves its images when it is shifted

  /// What the loaded file has at that place of an image.
  char* loaded(std::size_t place) const { return base + (place - at); }
};

class LoadedProgram {
public:
  /// A word of an image that is an address in the same image; both as offsets.
  struct OwnAddress {
    std::uint32_t at;
    std::uint32_t of;
  };
  /// A word that is the same in all images and different from the loaded file's.
  struct Word {
    std::size_t at;
    std::uint64_t value;
  };

  /// Of files none of which has a reason against images, the program's own first. Throws ImageError, ElfError.
  explicit LoadedProgram(const std::vector<ProgramFile>&);

  const std::vector<LoadedFile>& files() const { return files_; }
  /// The file that this place of an image belongs to.
  const LoadedFile& file_at(std::size_t place) const;
  std::size_t size() const { return size_; }
  std::size_t alignment() const { return alignment_; }
  const std::vector<OwnAddress>& own_addresses() const { return own_addresses_; }
  const std::vector<Word>& words() const { return words_; }
  /// Where the image's main is.
  std::size_t main() const { return main_; }

  /// Where in an image is what others may refer to by that name; nothing, if the program has none such.
  std::optional<std::size_t> find(const char* name) const;

  /// Runs the initialisers and the finalisers of the image.
  void initialise(char* image, int argc, char** argv) const;
  void finalise(char* image) const;

  /// Which file has what under a name; the first that has it.
  struct Definer {
    std::size_t file;
    Definition definition;
  };
  using Definers = std::map<std::string_view, Definer>;

private:
  std::size_t find_main(const Definers&) const;

  std::vector<LoadedFile> files_;
  std::size_t size_ = 0;
  std::size_t alignment_ = 1;
  std::size_t main_ = 0;
  std::vector<OwnAddress> own_addresses_;
  std::vector<Word> words_;
};

/// Where a program for simulation says where its main is.
inline constexpr const char* name_of_main = "daruma_main";
inline constexpr const char* without_main = "has no function main, or was not linked by daruma cc";

/// What ld.so has loaded: its handle, and where the file begins.
struct Opened {
  void* handle;
  char* base;
};

/// Has ld.so load the file, of which `file` knows, until the simulator ends. Throws ImageError.
Opened open_for_good(const std::string& path, const ElfFile& file);

/// Leads the file's calls that ask for memory to their stand-ins (program_memory.hpp), and those of functions that it
/// has itself, but the system as well, to these, where ld.so has loaded it for one process alone. What its initialisers
/// asked for by then was not counted.
void lead_calls(const ElfFile& file, char* base);

/// What ld.so itself would answer who unwinds through `address`.
int find_loaded_object(void* address, dl_find_object* found);

/// Without the name of the file, which is told elsewhere.
std::string loading_problem();

} // namespace daruma::hosting
