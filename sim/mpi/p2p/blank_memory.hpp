// Memory for messages whose contents nobody looks at: they take their time, copy nothing and leave the receiver's
// memory as it is. All of them, of all processes, share one stretch of addresses with no memory behind it.
#pragma once

#include <cstddef>

namespace daruma::mpi {

/// Nobody may read or write there. Throws std::length_error if that is more than is kept for it.
std::byte* blank_memory(std::size_t bytes);

bool is_blank(const void* address);

} // namespace daruma::mpi
