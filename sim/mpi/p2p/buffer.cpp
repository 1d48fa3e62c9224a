#include "sim/mpi/p2p/buffer.hpp"

#include "sim/mpi/p2p/blank_memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace daruma::mpi {

Buffer::Buffer(void* where, MPI_Count number, MPI_Datatype element) : Buffer(where, number, pointer_to(element)) {}

Buffer::Buffer(void* where, MPI_Count number, DatatypePtr element)
    : address(where), count(number), type(std::move(element)) {}

Buffer Buffer::part(MPI_Count first, MPI_Count of_them) const {
  return {beyond(address, type ? first * type->extent() : 0), of_them, type};
}

void Buffer::pack_to(std::byte* packed) const {
  if (bytes() == 0 || is_blank(address)) return;
  if (is_solid()) {
    std::memcpy(packed, address, bytes());
    return;
  }
  const void* element = address;
  for (MPI_Count i = 0; i < count; ++i, element = beyond(element, type->extent()))
    for (const auto& [offset, size] : type->stretches()) {
      std::memcpy(packed, beyond(element, offset), size);
      packed += size;
    }
}

void Buffer::unpack_from(const std::byte* packed, std::size_t size) const {
  if (size == 0 || is_blank(packed) || is_blank(address)) return;
  if (is_solid()) {
    std::memcpy(address, packed, size);
    return;
  }
  void* element = address;
  for (; size > 0; element = beyond(element, type->extent()))
    for (const Datatype::Stretch& stretch : type->stretches()) {
      const std::size_t part = std::min(stretch.size, size);
      std::memcpy(beyond(element, stretch.offset), packed, part);
      packed += part;
      size -= part;
    }
}

void Buffer::copy_from(const Buffer& source) const {
  const std::size_t size = std::min(bytes(), source.bytes());
  if (source.is_solid())
    unpack_from(static_cast<const std::byte*>(source.address), size);
  else
    unpack_from(Packed(source).data(), size);
}

Packed::Packed(const Buffer& source) : size_(source.bytes()) {
  if (is_blank(source.address)) {
    blank_ = blank_memory(size_);
    return;
  }
  bytes_.resize(size_);
  source.pack_to(bytes_.data());
}

} // namespace daruma::mpi
