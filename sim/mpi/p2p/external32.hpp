// MPI's portable representation of numbers, external32 (MPI 4.1, section 14.5.2): big-endian, without gaps, and of
// sizes of their own: longs have four bytes, wide characters two, and long doubles are IEEE 754's numbers of four
// words. Of an integer that has no room there the upper bytes are lost.
#pragma once

#include "sim/mpi/p2p/buffer.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace daruma::mpi {

/// Bytes that an element takes there.
MPI_Count external32_size(const Datatype&);

/// What was packed of the buffer, `size` bytes as they are in memory; a number that is cut off is left out.
std::vector<std::byte> to_external32(const Buffer&, const std::byte* packed, std::size_t size);
/// The other way round.
std::vector<std::byte> from_external32(const Buffer&, const std::byte* portable, std::size_t size);

} // namespace daruma::mpi
