#include "sim/cli/foreign_objects.hpp"

#include "sim/core/affixes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

/// What a file with fewer bytes than it promises has at its end is zero.
template <class T> T value_at(std::string_view bytes, std::size_t position) {
  T value{};
  if (position <= bytes.size() && bytes.size() - position >= sizeof value)
    std::memcpy(&value, bytes.data() + position, sizeof value);
  return value;
}

constexpr auto archive = "!<arch>\n"sv;

/// The files in an archive, or the file itself.
std::vector<std::string_view> members_of(std::string_view bytes) {
  if (!begins_with(bytes, archive)) return {bytes};
  constexpr std::size_t header = 60;
  constexpr std::size_t size_at = 48;
  constexpr std::size_t size_digits = 10;
  std::vector<std::string_view> members;
  for (std::size_t at = archive.size(); at + header <= bytes.size();) {
    const std::string digits(bytes.substr(at + size_at, size_digits));
    const std::size_t size = std::strtoull(digits.c_str(), nullptr, 10);
    members.push_back(bytes.substr(at + header, size));
    at += header + size + size % 2;
  }
  return members;
}

bool is_elf(std::string_view member) { return begins_with(member, std::string_view(ELFMAG, SELFMAG)); }

/// Both kinds of header begin alike.
std::string reason_by_processor(std::string_view member) {
  if (!is_elf(member)) return {};
  const auto header = value_at<Elf32_Ehdr>(member, 0);
  if (header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == EM_X86_64) return {};
  const bool is_x86 = header.e_machine == EM_386 || header.e_machine == EM_X86_64;
  return std::string("is for ") + (is_x86 ? "x86 of 32 bits" : "another kind of processor") +
         ", and programs for simulation are for x86-64; compile its source with daruma cc -c" +
         (is_x86 ? ", without -m32" : "");
}

bool is_bitcode(std::string_view member) {
  return begins_with(member, "BC\xC0\xDE"sv) || begins_with(member, "\xDE\xC0\x17\x0B"sv);
}

/// Whether debugging information names a folder of headers that is called so; the program's own may be, too.
bool names_headers_in(std::string_view bytes, std::string_view folder) {
  const std::string end = "/" + std::string(folder) + '\0';
  for (std::size_t at = bytes.find(end); at != std::string_view::npos; at = bytes.find(end, at + 1)) {
    const std::size_t begin = bytes.rfind('\0', at) + 1;
    if (bytes.substr(begin, at - begin).find("include") != std::string_view::npos) return true;
  }
  return false;
}

std::string_view text_at(std::string_view bytes, std::size_t position) {
  const std::string_view rest = bytes.substr(std::min(position, bytes.size()));
  return rest.substr(0, rest.find('\0'));
}

bool is_call(std::string_view symbol) { return begins_with(symbol, "MPI_") || begins_with(symbol, "PMPI_"); }

bool is_of_simulation(std::string_view symbol) {
  return begins_with(symbol, "smpi_MPI_") || begins_with(symbol, "daruma_mpi_");
}

/// Communicators as SimGrid's header has them: a variable, and a function's value.
bool is_communicator_of_smpi(std::string_view symbol) {
  return symbol == "MPI_COMM_WORLD" || symbol == "smpi_process_comm_self";
}

/// A relocatable object, of which only what its code refers to is looked at.
class References {
public:
  explicit References(std::string_view object) : object_(object), header_(value_at<Elf64_Ehdr>(object, 0)) {}

  /// Whether one of its calls of MPI is given a handle that is a number, as MPICH's are, and none one of simulation's.
  bool have_handles_of_mpich() const {
    bool has_found = false;
    bool has_simulations = false;
    each([&](std::string_view symbol, const Elf64_Shdr& code, std::size_t place) {
      has_simulations = has_simulations || is_of_simulation(symbol);
      has_found = has_found || (is_call(symbol) && is_given_number(before(code, place)));
    });
    return has_found && !has_simulations;
  }

  bool have_communicators_of_smpi() const {
    bool has_found = false;
    each([&](std::string_view symbol, const Elf64_Shdr& /*code*/, std::size_t /*place*/) {
      has_found = has_found || is_communicator_of_smpi(symbol);
    });
    return has_found;
  }

  /// What gcc's intermediate code (-flto) refers to or defines, by the table that it has for linkers: each name with
  /// that of its group, and 14 bytes on what it is.
  std::vector<std::string_view> names_in_intermediate_code() const {
    std::vector<std::string_view> names;
    const auto titles = section(header_.e_shstrndx);
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const auto table = section(i);
      if (!begins_with(text_at(object_, titles.sh_offset + table.sh_name), ".gnu.lto_.symtab.")) continue;
      const std::size_t end = std::min<std::size_t>(table.sh_offset + table.sh_size, object_.size());
      for (std::size_t at = table.sh_offset; at < end;) {
        names.push_back(text_at(object_, at));
        at += names.back().size() + 1;
        at += text_at(object_, at).size() + 1 + 14;
      }
    }
    return names;
  }

private:
  template <class Use> void each(Use use) const {
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const auto table = section(i);
      const auto code = section(table.sh_info);
      if (table.sh_type != SHT_RELA || (code.sh_flags & SHF_EXECINSTR) == 0) continue;
      for (std::size_t entry = 0; entry < table.sh_size / sizeof(Elf64_Rela); ++entry) {
        const auto relocation = value_at<Elf64_Rela>(object_, table.sh_offset + entry * sizeof(Elf64_Rela));
        use(name(table, ELF64_R_SYM(relocation.r_info)), code, relocation.r_offset);
      }
    }
  }

  Elf64_Shdr section(std::size_t number) const {
    return value_at<Elf64_Shdr>(object_, header_.e_shoff + number * sizeof(Elf64_Shdr));
  }

  std::string_view name(const Elf64_Shdr& relocations, std::size_t symbol) const {
    const auto symbols = section(relocations.sh_link);
    const auto names = section(symbols.sh_link);
    const auto entry = value_at<Elf64_Sym>(object_, symbols.sh_offset + symbol * sizeof(Elf64_Sym));
    return text_at(object_, names.sh_offset + entry.st_name);
  }

  /// The code that ends where a call does, as long as what passes its arguments.
  std::string_view before(const Elf64_Shdr& code, std::size_t call) const {
    constexpr std::size_t most = 48;
    const std::size_t size = std::min(call, most);
    return object_.substr(std::min<std::size_t>(code.sh_offset + call - size, object_.size()), size);
  }

  /// MPI_COMM_WORLD and MPI_COMM_SELF, datatypes, operators.
  static bool is_handle_of_mpich(std::uint32_t number) {
    return (number & 0xfffffffe) == 0x44000000 || (number & 0xffff0000) == 0x4c000000 ||
           ((number & 0xfffffff0) == 0x58000000 && number != 0x58000000);
  }

  /// As an argument: in edi, esi, edx, ecx, r8d or r9d, or pushed.
  static bool is_given_number(std::string_view code) {
    constexpr auto passing = "\xbf\xbe\xba\xb9\xb8\x68"sv;
    for (std::size_t at = 1; at + sizeof(std::uint32_t) <= code.size(); ++at) {
      const char how = code[at - 1];
      const bool is_for_eight = at > 1 && code[at - 2] == '\x41';
      const bool is_eax = how == '\xb8' && !is_for_eight;
      const bool passes = passing.find(how) != std::string_view::npos && !is_eax;
      if (passes && is_handle_of_mpich(value_at<std::uint32_t>(code, at))) return true;
    }
    return false;
  }

  std::string_view object_;
  Elf64_Ehdr header_;
};

/// The MPI that an object shows by what it refers to. Of MPICH its code alone tells, which has to be made first where
/// there is none, and may be of it: where it calls MPI, and has none of simulation's handles.
std::string other_mpi_by_references(std::string_view object, const NativeCode& native_code) {
  const References references(object);
  if (references.have_handles_of_mpich()) return "MPICH";
  if (references.have_communicators_of_smpi()) return "SMPI";
  const auto names = references.names_in_intermediate_code();
  const auto has = [&names](bool (*is_meant)(std::string_view)) {
    return std::any_of(names.begin(), names.end(), is_meant);
  };
  if (has(is_communicator_of_smpi)) return "SMPI";
  if (!has(is_call) || has(is_of_simulation)) return {};
  return References(native_code(object)).have_handles_of_mpich() ? "MPICH" : "";
}

/// The MPI whose header it was compiled with, where it can be seen; nothing for simulation's.
std::string other_mpi_of(std::string_view member, const NativeCode& native_code) {
  const auto has = [member](std::string_view text) { return member.find(text) != std::string_view::npos; };
  if (has("ompi_mpi_") || has("mpi_fortran_bottom_")) return "Open MPI";
  if (has("mpipriv1_")) return "MPICH"; // a common block of its mpif.h
  if (names_headers_in(member, "mpich")) return "MPICH";
  const bool is_object = is_elf(member) && value_at<Elf64_Ehdr>(member, 0).e_type == ET_REL;
  return is_object ? other_mpi_by_references(member, native_code) : "";
}

std::string reason_against(std::string_view member, Bitcode bitcode, const NativeCode& native_code) {
  if (std::string reason = reason_by_processor(member); !reason.empty()) return reason;
  if (is_bitcode(member) && bitcode == Bitcode::unknown)
    return "is clang's intermediate code (-flto), which gcc does not link; compile its source without -flto, or link "
           "with clang, too: DARUMA_CC=clang, DARUMA_CXX=clang++";
  if (const std::string mpi = other_mpi_of(member, native_code); !mpi.empty())
    return "was compiled with the header of " + mpi +
           ", whose handles mean something else here; compile its source with daruma cc -c";
  return {};
}

} // namespace

std::string reason_against_linking(const fs::path& file, Bitcode bitcode, const NativeCode& native_code) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, archive.size()> start{};
  in.read(start.data(), start.size());
  const std::string_view begun(start.data(), static_cast<std::size_t>(in.gcount()));
  if (!is_elf(begun) && !is_bitcode(begun) && !begins_with(begun, archive)) return {};
  in.clear();
  in.seekg(0);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  for (const std::string_view member : members_of(bytes))
    if (std::string reason = reason_against(member, bitcode, native_code); !reason.empty()) return reason;
  return {};
}

} // namespace daruma::cli
