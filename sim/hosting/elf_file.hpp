// A shared object for x86-64 as its file describes it: segments, initialisers, relocations.
//
// Reads the bytes only, of files that ld.so can load (System V ABI, chapters 4 and 5). Offsets are from where the
// object lies in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::hosting {

/// A file that is none of these, or that contradicts itself: a sentence without its subject, the file.
class ElfError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A piece of the object.
struct Extent {
  std::size_t at = 0;
  std::size_t size = 0;
};

/// A word that ld.so has to fill in.
struct Relocation {
  std::size_t at = 0;
  std::uint32_t type = R_X86_64_NONE;
  std::int64_t addend = 0;
  std::string_view symbol;         ///< empty if it refers to none by name
  std::size_t size = 0;            ///< of what the symbol names
  std::size_t symbol_position = 0; ///< of its description, in the file
  bool is_to_own = false;          ///< what it refers to is defined in this object
  bool is_bound = false;           ///< ... and no other object's definition may take its place
};

/// What others may refer to by its name.
struct Definition {
  std::size_t at;
  std::uint8_t type; ///< STT_...
};

/// A library that has to be loaded with the object.
struct Needed {
  std::string_view name;
  std::size_t position; ///< of its entry in the dynamic section, in the file
};

/// Which versions of symbols it wants of a library.
struct VersionNeed {
  std::string_view library;
  std::size_t position;              ///< of its entry (Elf64_Verneed), in the file
  std::vector<std::size_t> versions; ///< of theirs (Elf64_Vernaux)
};

class ElfFile {
public:
  /// `bytes` have to outlive it. Throws ElfError.
  explicit ElfFile(std::string_view bytes);

  const std::vector<Elf64_Phdr>& segments() const { return segments_; }
  /// The value of an entry of the dynamic section, 0 if there is none.
  std::size_t dynamic(Elf64_Sxword tag) const;
  /// Where in the file the entries of the dynamic section with these tags are.
  std::vector<std::size_t> positions(const std::vector<Elf64_Sxword>& tags) const;
  /// The text of such an entry (DT_SONAME, DT_RUNPATH, ...), empty if there is none.
  std::string_view dynamic_text(Elf64_Sxword tag) const;
  std::vector<Needed> needed() const;
  /// Whether it was linked as an executable (-pie), which ld.so loads for nobody else.
  bool is_executable() const { return (dynamic(DT_FLAGS_1) & DF_1_PIE) != 0; }
  /// Whether its code lies on stacks, too: an object says so, and one that says nothing is taken not to.
  bool wants_executable_stacks() const { return executable_stack().has_value(); }
  /// Where it is said, an Elf64_Phdr; nothing if it is not.
  std::optional<std::size_t> executable_stack() const;
  std::vector<Relocation> relocations() const;
  std::map<std::string_view, Definition> definitions() const;
  /// Whether it has several definitions of one name, which only versions tell apart.
  bool has_alternatives() const;
  /// Where in the file the symbols are (Elf64_Sym) of which ld.so has one for all that is loaded.
  std::vector<std::size_t> unique_symbols() const;
  std::vector<VersionNeed> version_needs() const;

private:
  template <class T> T read(std::size_t position) const;
  /// Where in the file the byte at that offset of the object is.
  std::size_t position(std::size_t offset) const;
  std::string_view text(std::size_t offset) const;
  std::size_t symbol_position(std::size_t number) const;
  std::size_t symbols() const;
  std::vector<std::pair<std::string_view, Definition>> all_definitions() const;
  Relocation described(const Elf64_Rela&) const;
  void read_packed(std::vector<Relocation>& all) const;

  std::string_view bytes_;
  std::vector<Elf64_Phdr> segments_;
  std::size_t entries_ = 0; ///< where in the file the dynamic section is
  std::map<Elf64_Sxword, std::size_t> dynamic_;
};

} // namespace daruma::hosting
