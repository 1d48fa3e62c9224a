// A typed buffer of the application, and its bytes packed for a message.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace daruma::mpi {

class Layout;

/// The datatype is read when the buffer is made: the application may free it while a message is under way.
struct Buffer {
  Buffer() = default;
  Buffer(void* address, int count, MPI_Datatype type);

  void* address = nullptr;
  int count = 0;
  MPI_Datatype type = MPI_BYTE;

  std::size_t bytes() const { return static_cast<std::size_t>(count) * element_size_; }
  /// Its bytes lie one after the other from `address` on.
  bool is_solid() const { return !layout_; }
  void pack_to(std::byte* packed) const;
  /// Unpacks the first `size` bytes.
  void unpack_from(const std::byte* packed, std::size_t size) const;

  /// Takes as much of what `source` holds as there is room for.
  void copy_from(const Buffer& source) const;

private:
  std::size_t element_size_ = 1;
  std::shared_ptr<const Layout> layout_; ///< null where the buffer is solid
};

/// A buffer's bytes one after the other, in memory of their own; those of a blank buffer stay blank.
class Packed {
public:
  Packed() = default;
  explicit Packed(const Buffer&);

  std::byte* data() { return blank_ ? blank_ : bytes_.data(); }
  std::size_t size() const { return size_; }
  /// Bytes that it takes.
  std::size_t memory() const { return bytes_.size(); }

private:
  std::vector<std::byte> bytes_;
  std::byte* blank_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace daruma::mpi
