// A typed buffer of the application, and its bytes packed for a message.
#pragma once

#include "sim/mpi/datatypes/datatype.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace daruma::mpi {

/// So many bytes beyond an address. Addresses may count from MPI_BOTTOM, which is null: C++ has no sum of that.
inline std::byte* beyond(const void* address, MPI_Aint bytes) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::intptr_t>(address) + bytes);
}

/// It keeps its datatype, which the application may free while a message is under way.
struct Buffer {
  Buffer() : Buffer(nullptr, 0, MPI_BYTE) {}
  /// MPI_DATATYPE_NULL beside MPI_IN_PLACE, where it means nothing.
  Buffer(void* address, MPI_Count count, MPI_Datatype type);
  Buffer(void* address, MPI_Count count, DatatypePtr type);

  void* address = nullptr;
  MPI_Count count = 0;
  DatatypePtr type; ///< null beside MPI_IN_PLACE

  std::size_t bytes() const { return type ? static_cast<std::size_t>(count * type->size()) : 0; }
  /// Its bytes lie one after the other from `address` on.
  bool is_solid() const { return !type || type->is_solid(); }
  /// So many of its elements, from `first` on.
  Buffer part(MPI_Count first, MPI_Count of_them) const;
  void pack_to(std::byte* packed) const;
  /// Unpacks the first `size` bytes.
  void unpack_from(const std::byte* packed, std::size_t size) const;

  /// Takes as much of what `source` holds as there is room for.
  void copy_from(const Buffer& source) const;
};

/// A buffer's bytes one after the other, in memory of their own; those of a blank buffer stay blank.
class Packed {
public:
  Packed() = default;
  explicit Packed(const Buffer&);

  std::byte* data() { return blank_ ? blank_ : bytes_.data(); }
  std::size_t size() const { return size_; }
  /// Bytes of memory that the copy takes.
  std::size_t memory() const { return bytes_.size(); }

private:
  std::vector<std::byte> bytes_;
  std::byte* blank_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace daruma::mpi
