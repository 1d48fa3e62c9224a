// Packing by the application itself, as it is in memory or in MPI's portable representation, external32.
#include "sim/mpi/api/datatype_calls.hpp"
#include "sim/mpi/p2p/external32.hpp"

#include <algorithm>
#include <cstring>

namespace daruma::mpi {

namespace {

template <class Size> int pack(const Buffer& buffer, void* out, Size room, Size* position) {
  const auto size = static_cast<Size>(buffer.bytes());
  if (buffer.count < 0) return MPI_ERR_COUNT;
  if (!is_for_data(buffer.type)) return MPI_ERR_TYPE;
  if (size > room - *position) return MPI_ERR_TRUNCATE;
  buffer.pack_to(static_cast<std::byte*>(out) + *position);
  *position += size;
  return MPI_SUCCESS;
}

template <class Size> int unpack(const void* in, Size room, Size* position, const Buffer& buffer) {
  const auto size = static_cast<Size>(buffer.bytes());
  if (buffer.count < 0) return MPI_ERR_COUNT;
  if (!is_for_data(buffer.type)) return MPI_ERR_TYPE;
  if (size > room - *position) return MPI_ERR_TRUNCATE;
  buffer.unpack_from(static_cast<const std::byte*>(in) + *position, buffer.bytes());
  *position += size;
  return MPI_SUCCESS;
}

bool is_external32(const char* representation) { return std::strcmp(representation, "external32") == 0; }

} // namespace

extern "C" {
#define DARUMA_COUNTED_CALLS "sim/mpi/api/packing.inc"
#include "sim/mpi/api/counted.hpp"
}

} // namespace daruma::mpi
