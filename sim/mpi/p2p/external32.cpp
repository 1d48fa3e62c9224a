#include "sim/mpi/p2p/external32.hpp"

#include "sim/mpi/datatypes/quadruple.hpp"

#include <algorithm>
#include <cstring>

namespace daruma::mpi {

namespace {

struct NumberForm {
  std::size_t in_memory;
  std::size_t portable;
  bool is_signed = false;
  bool is_long_double = false;
};

NumberForm form_of(const Datatype& named) {
  const auto size = static_cast<std::size_t>(named.size());
  const MPI_Datatype handle = named.handle();
  if (handle == MPI_LONG || handle == MPI_UNSIGNED_LONG) return {size, 4, handle == MPI_LONG};
  if (handle == MPI_WCHAR) return {size, 2};
  const Sort sort = named.sort();
  const std::size_t one = sort == Sort::complex || sort == Sort::quadruple_complex ? size / 2 : size;
  return {one, one, false, (sort == Sort::real || sort == Sort::complex) && one == sizeof(long double)};
}

/// Calls `visit(number)` for each one in an element, in the order in which they are packed.
template <class Visit> void for_each_number(const Datatype& type, Visit visit) {
  type.for_each_named([&](const Datatype& named) {
    const NumberForm number = form_of(named);
    for (auto left = static_cast<std::size_t>(named.size()); left > 0; left -= number.in_memory) visit(number);
  });
}

void to_portable(const NumberForm& number, const std::byte* in_memory, std::byte* portable) {
  if (number.is_long_double) {
    long double value = 0;
    std::memcpy(&value, in_memory, sizeof value);
    const Quadruple quadruple = value;
    std::memcpy(portable, &quadruple, sizeof quadruple);
  } else {
    std::memcpy(portable, in_memory, number.portable);
  }
  std::reverse(portable, portable + number.portable);
}

void from_portable(const NumberForm& number, const std::byte* portable, std::byte* in_memory) {
  std::byte bytes[sizeof(Quadruple)];
  std::reverse_copy(portable, portable + number.portable, bytes);
  if (number.is_long_double) {
    Quadruple quadruple = 0;
    std::memcpy(&quadruple, bytes, sizeof quadruple);
    const auto value = static_cast<long double>(quadruple);
    std::memcpy(in_memory, &value, sizeof value);
    return;
  }
  const bool is_negative = number.is_signed && (bytes[number.portable - 1] & std::byte{0x80}) != std::byte{0};
  std::memset(in_memory, is_negative ? 0xff : 0, number.in_memory);
  std::memcpy(in_memory, bytes, number.portable);
}

/// `from` and `to` say of a number how many bytes it has before and afterwards.
template <class Convert>
std::vector<std::byte> converted(const Buffer& buffer, const std::byte* bytes, std::size_t size,
                                 std::size_t NumberForm::*from, std::size_t NumberForm::*to, Convert convert) {
  std::vector<std::byte> result;
  const std::byte* const end = bytes + size;
  for (MPI_Count i = 0; i < buffer.count && bytes < end; ++i)
    for_each_number(*buffer.type, [&](const NumberForm& number) {
      if (static_cast<std::size_t>(end - bytes) < number.*from) return;
      result.resize(result.size() + number.*to);
      convert(number, bytes, result.data() + result.size() - number.*to);
      bytes += number.*from;
    });
  return result;
}

} // namespace

MPI_Count external32_size(const Datatype& type) {
  std::size_t size = 0;
  for_each_number(type, [&](const NumberForm& number) { size += number.portable; });
  return static_cast<MPI_Count>(size);
}

std::vector<std::byte> to_external32(const Buffer& buffer, const std::byte* packed, std::size_t size) {
  return converted(buffer, packed, size, &NumberForm::in_memory, &NumberForm::portable, to_portable);
}

std::vector<std::byte> from_external32(const Buffer& buffer, const std::byte* portable, std::size_t size) {
  return converted(buffer, portable, size, &NumberForm::portable, &NumberForm::in_memory, from_portable);
}

} // namespace daruma::mpi
