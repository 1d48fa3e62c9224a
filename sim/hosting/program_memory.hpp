// What befalls the memory of a hosted program: pieces that it asks for and does not get, and bits of its arrays.
//
// A piece is what the program itself asks for, in C by malloc and its like, in C++ by new, in Fortran by allocate, of
// MPI by MPI_Alloc_mem. What libraries of the system ask for, the simulator's own memory for MPI included, is not
// counted and never denied. An array is what the program has named by daruma_array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::hosting {

/// Told that the process does not get so many bytes, and where it asked for them: "file.c:12", empty if unknown.
using ToldOfDenial = std::function<void(std::size_t bytes, const std::string& place)>;

struct NamedArray {
  std::byte* place;
  std::size_t bytes;
};

/// Of one process.
class ProgramMemory {
public:
  void deny(int nth, ToldOfDenial told) {
    denials_.push_back({asked_ + static_cast<std::uint64_t>(nth), std::move(told)});
  }
  /// The program asks for so many bytes; whether it does not get them.
  bool is_denied(std::size_t bytes);
  std::uint64_t asked() const { return asked_; }

  /// Nothing has that name any more if the place is null.
  void name(const std::string& array, const NamedArray& where);
  std::optional<NamedArray> find(const std::string& array) const;
  const std::map<std::string, NamedArray>& arrays() const { return arrays_; }

private:
  struct Denial {
    std::uint64_t number;
    ToldOfDenial told;
  };
  std::uint64_t asked_ = 0; ///< pieces so far
  std::vector<Denial> denials_;
  std::map<std::string, NamedArray> arrays_;
};

/// The memory of a process of that job that runs a program; null if there is none.
ProgramMemory* memory_of(std::string_view job, int process);

/// Denies it the nth piece from now on; if its program has not begun yet, from its beginning on.
void deny_memory(std::string_view job, int process, int nth, ToldOfDenial told);

/// That of the calling process; null if it runs no program.
ProgramMemory* own_memory();

/// What a program's calls of that function become, which gives memory; null for other functions.
const void* memory_call(std::string_view function);

} // namespace daruma::hosting
