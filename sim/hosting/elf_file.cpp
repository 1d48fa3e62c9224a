#include "sim/hosting/elf_file.hpp"

#include <algorithm>
#include <cstring>

namespace daruma::hosting {

ElfFile::ElfFile(std::string_view bytes) : bytes_(bytes) {
  const auto header = bytes.size() < sizeof(Elf64_Ehdr) ? Elf64_Ehdr{} : read<Elf64_Ehdr>(0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_machine != EM_X86_64 || header.e_type != ET_DYN)
    throw ElfError("is not a shared object for x86-64");
  for (std::size_t i = 0; i < header.e_phnum; ++i)
    segments_.push_back(read<Elf64_Phdr>(header.e_phoff + i * sizeof(Elf64_Phdr)));
  const auto found = std::find_if(segments_.begin(), segments_.end(),
                                  [](const Elf64_Phdr& segment) { return segment.p_type == PT_DYNAMIC; });
  if (found == segments_.end()) throw ElfError("has no dynamic section");
  entries_ = found->p_offset;
  for (std::size_t at = entries_;; at += sizeof(Elf64_Dyn)) {
    const auto entry = read<Elf64_Dyn>(at);
    if (entry.d_tag == DT_NULL) return;
    dynamic_[entry.d_tag] = entry.d_un.d_val;
  }
}

template <class T> T ElfFile::read(std::size_t position) const {
  T value;
  if (position > bytes_.size() || bytes_.size() - position < sizeof value) throw ElfError("is cut off");
  std::memcpy(&value, bytes_.data() + position, sizeof value);
  return value;
}

std::size_t ElfFile::dynamic(Elf64_Sxword tag) const {
  const auto found = dynamic_.find(tag);
  return found == dynamic_.end() ? 0 : found->second;
}

std::vector<std::size_t> ElfFile::positions(const std::vector<Elf64_Sxword>& tags) const {
  std::vector<std::size_t> found;
  for (std::size_t at = entries_;; at += sizeof(Elf64_Dyn)) {
    const auto tag = read<Elf64_Dyn>(at).d_tag;
    if (tag == DT_NULL) return found;
    if (std::find(tags.begin(), tags.end(), tag) != tags.end()) found.push_back(at);
  }
}

std::size_t ElfFile::position(std::size_t offset) const {
  for (const Elf64_Phdr& segment : segments_)
    if (segment.p_type == PT_LOAD && offset >= segment.p_vaddr && offset - segment.p_vaddr < segment.p_filesz)
      return offset - segment.p_vaddr + segment.p_offset;
  throw ElfError("names a place that it does not have");
}

std::string_view ElfFile::text(std::size_t offset) const {
  const std::string_view rest = bytes_.substr(std::min(position(offset), bytes_.size()));
  return rest.substr(0, rest.find('\0'));
}

std::string_view ElfFile::dynamic_text(Elf64_Sxword tag) const {
  return dynamic_.count(tag) == 0 ? std::string_view() : text(dynamic(DT_STRTAB) + dynamic(tag));
}

std::vector<Needed> ElfFile::needed() const {
  std::vector<Needed> all;
  for (const std::size_t at : positions({DT_NEEDED}))
    all.push_back({text(dynamic(DT_STRTAB) + read<Elf64_Dyn>(at).d_un.d_val), at});
  return all;
}

std::size_t ElfFile::symbol_position(std::size_t number) const {
  return position(dynamic(DT_SYMTAB) + number * sizeof(Elf64_Sym));
}

/// How many there are, which only the tables say by which they are found: DT_HASH in so many words, DT_GNU_HASH by
/// where the last chain ends.
std::size_t ElfFile::symbols() const {
  if (dynamic(DT_HASH) != 0) return read<std::uint32_t>(position(dynamic(DT_HASH)) + sizeof(std::uint32_t));
  if (dynamic(DT_GNU_HASH) == 0) return 0;
  constexpr std::size_t word = sizeof(std::uint32_t);
  const std::size_t table = dynamic(DT_GNU_HASH);
  const auto word_at = [&](std::size_t offset) { return read<std::uint32_t>(position(table + offset)); };
  const std::size_t buckets = word_at(0);
  const std::size_t first_hashed = word_at(word);
  const std::size_t buckets_at = 4 * word + word_at(2 * word) * sizeof(std::uint64_t);
  std::size_t last = 0;
  for (std::size_t i = 0; i < buckets; ++i) last = std::max<std::size_t>(last, word_at(buckets_at + i * word));
  if (last < first_hashed) return first_hashed;
  const std::size_t chains_at = buckets_at + buckets * word;
  while ((word_at(chains_at + (last - first_hashed) * word) & 1) == 0) ++last;
  return last + 1;
}

std::vector<std::pair<std::string_view, Definition>> ElfFile::all_definitions() const {
  std::vector<std::pair<std::string_view, Definition>> all;
  const std::size_t count = symbols();
  for (std::size_t i = 1; i < count; ++i) {
    const auto symbol = read<Elf64_Sym>(symbol_position(i));
    const bool is_hidden = ELF64_ST_VISIBILITY(symbol.st_other) == STV_HIDDEN;
    if (symbol.st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbol.st_info) == STB_LOCAL || is_hidden) continue;
    all.push_back({text(dynamic(DT_STRTAB) + symbol.st_name),
                   {symbol.st_value, static_cast<std::uint8_t>(ELF64_ST_TYPE(symbol.st_info))}});
  }
  return all;
}

std::vector<std::size_t> ElfFile::unique_symbols() const {
  std::vector<std::size_t> found;
  const std::size_t count = symbols();
  for (std::size_t i = 1; i < count; ++i)
    if (ELF64_ST_BIND(read<Elf64_Sym>(symbol_position(i)).st_info) == STB_GNU_UNIQUE)
      found.push_back(symbol_position(i));
  return found;
}

std::map<std::string_view, Definition> ElfFile::definitions() const {
  const auto all = all_definitions();
  return {all.begin(), all.end()};
}

bool ElfFile::has_alternatives() const { return definitions().size() < all_definitions().size(); }

std::vector<VersionNeed> ElfFile::version_needs() const {
  std::vector<VersionNeed> needs;
  std::size_t at = dynamic(DT_VERNEED) == 0 ? 0 : position(dynamic(DT_VERNEED));
  while (at != 0) {
    const auto entry = read<Elf64_Verneed>(at);
    VersionNeed& need = needs.emplace_back(VersionNeed{text(dynamic(DT_STRTAB) + entry.vn_file), at, {}});
    std::size_t version_at = at + entry.vn_aux;
    for (std::size_t i = 0; i < entry.vn_cnt; ++i) {
      need.versions.push_back(version_at);
      version_at += read<Elf64_Vernaux>(version_at).vna_next;
    }
    at = entry.vn_next == 0 ? 0 : at + entry.vn_next;
  }
  return needs;
}

Relocation ElfFile::described(const Elf64_Rela& entry) const {
  const std::size_t number = ELF64_R_SYM(entry.r_info);
  Relocation relocation;
  relocation.at = entry.r_offset;
  relocation.type = static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info));
  relocation.addend = entry.r_addend;
  relocation.is_to_own = relocation.is_bound = number == 0;
  if (number == 0) return relocation;
  relocation.symbol_position = symbol_position(number);
  const auto symbol = read<Elf64_Sym>(relocation.symbol_position);
  relocation.symbol = text(dynamic(DT_STRTAB) + symbol.st_name);
  relocation.size = symbol.st_size;
  relocation.is_to_own = symbol.st_shndx != SHN_UNDEF;
  const bool is_symbolic = dynamic_.count(DT_SYMBOLIC) != 0 || (dynamic(DT_FLAGS) & DF_SYMBOLIC) != 0;
  relocation.is_bound = relocation.is_to_own && (is_symbolic || ELF64_ST_VISIBILITY(symbol.st_other) != STV_DEFAULT ||
                                                 ELF64_ST_BIND(symbol.st_info) == STB_LOCAL);
  return relocation;
}

/// Relative relocations as ld's -z pack-relative-relocs writes them: an address, then bits for the words behind it.
void ElfFile::read_packed(std::vector<Relocation>& all) const {
  constexpr std::size_t word = sizeof(Elf64_Addr);
  constexpr std::size_t words_of_an_entry = 63;
  std::size_t next = 0;
  const auto add = [&all](std::size_t at) {
    Relocation relative;
    relative.at = at;
    relative.type = R_X86_64_RELATIVE;
    relative.is_to_own = relative.is_bound = true;
    all.push_back(relative);
  };
  for (std::size_t i = 0; i < dynamic(DT_RELRSZ) / sizeof(Elf64_Relr); ++i) {
    const auto entry = read<Elf64_Relr>(position(dynamic(DT_RELR) + i * sizeof(Elf64_Relr)));
    const bool is_address = (entry & 1) == 0;
    if (is_address) {
      add(entry);
      next = entry + word;
      continue;
    }
    for (std::size_t bit = 0; bit < words_of_an_entry; ++bit)
      if (entry >> (bit + 1) & 1) add(next + bit * word);
    next += words_of_an_entry * word;
  }
}

std::optional<std::size_t> ElfFile::executable_stack() const {
  const auto found = std::find_if(segments_.begin(), segments_.end(), [](const Elf64_Phdr& segment) {
    return segment.p_type == PT_GNU_STACK && (segment.p_flags & PF_X) != 0;
  });
  if (found == segments_.end()) return std::nullopt;
  return read<Elf64_Ehdr>(0).e_phoff + static_cast<std::size_t>(found - segments_.begin()) * sizeof(Elf64_Phdr);
}

std::vector<Relocation> ElfFile::relocations() const {
  std::vector<Relocation> all;
  const auto read_table = [&](Elf64_Sxword start, Elf64_Sxword size) {
    for (std::size_t i = 0; i < dynamic(size) / sizeof(Elf64_Rela); ++i)
      all.push_back(described(read<Elf64_Rela>(position(dynamic(start) + i * sizeof(Elf64_Rela)))));
  };
  read_table(DT_RELA, DT_RELASZ);
  read_table(DT_JMPREL, DT_PLTRELSZ);
  read_packed(all);
  return all;
}

} // namespace daruma::hosting
