#include "sim/mpi/p2p/buffer.hpp"

#include "sim/mpi/p2p/blank_memory.hpp"
#include "sim/mpi/p2p/layout.hpp"

#include <algorithm>
#include <cstring>

namespace daruma::mpi {

namespace {

bool is_named(MPI_Datatype type) {
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = MPI_COMBINER_NAMED;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  return combiner == MPI_COMBINER_NAMED;
}

} // namespace

Buffer::Buffer(void* where, int number, MPI_Datatype element)
    : address(where), count(number), type(element), element_size_(0) {
  if (element == MPI_DATATYPE_NULL) return; // beside MPI_IN_PLACE, where it means nothing
  element_size_ = size_of(element);
  if (is_named(element)) return;
  auto layout = std::make_shared<const Layout>(element);
  if (!layout->is_solid()) layout_ = std::move(layout);
}

void Buffer::pack_to(std::byte* packed) const {
  if (bytes() == 0 || is_blank(address)) return;
  if (is_solid()) {
    std::memcpy(packed, address, bytes());
    return;
  }
  const auto* element = static_cast<const std::byte*>(address);
  for (int i = 0; i < count; ++i, element += layout_->extent())
    for (const auto& [offset, size] : layout_->stretches()) {
      std::memcpy(packed, element + offset, size);
      packed += size;
    }
}

void Buffer::unpack_from(const std::byte* packed, std::size_t size) const {
  if (size == 0 || is_blank(packed) || is_blank(address)) return;
  if (is_solid()) {
    std::memcpy(address, packed, size);
    return;
  }
  auto* element = static_cast<std::byte*>(address);
  for (; size > 0; element += layout_->extent())
    for (const Layout::Stretch& stretch : layout_->stretches()) {
      const std::size_t part = std::min(stretch.size, size);
      std::memcpy(element + stretch.offset, packed, part);
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
