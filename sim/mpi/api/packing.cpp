// Packing by the application itself, as it is in memory or in MPI's portable representation, external32.
#include "sim/mpi/api/datatype_calls.hpp"
#include "sim/mpi/p2p/buffer.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace daruma::mpi {

namespace {

template <class Size> int pack(const Buffer& buffer, void* out, Size room, Size* position) {
  const auto size = static_cast<Size>(buffer.bytes());
  if (buffer.count < 0) return MPI_ERR_COUNT;
  if (!buffer.type) return MPI_ERR_TYPE;
  if (size > room - *position) return MPI_ERR_TRUNCATE;
  buffer.pack_to(static_cast<std::byte*>(out) + *position);
  *position += size;
  return MPI_SUCCESS;
}

template <class Size> int unpack(const void* in, Size room, Size* position, const Buffer& buffer) {
  const auto size = static_cast<Size>(buffer.bytes());
  if (buffer.count < 0) return MPI_ERR_COUNT;
  if (!buffer.type) return MPI_ERR_TYPE;
  if (size > room - *position) return MPI_ERR_TRUNCATE;
  buffer.unpack_from(static_cast<const std::byte*>(in) + *position, buffer.bytes());
  *position += size;
  return MPI_SUCCESS;
}

/// Turns the bytes of each number round: numbers are big-endian there, and here they are not. All have the size that
/// they have in memory.
void turn_round(const Buffer& buffer, std::byte* packed) {
  for (MPI_Count i = 0; i < buffer.count; ++i)
    buffer.type->for_each_number([&](MPI_Count size) {
      std::reverse(packed, packed + size);
      packed += size;
    });
}

bool is_external32(const char* representation) { return std::strcmp(representation, "external32") == 0; }

} // namespace

extern "C" {

int MPI_Pack(const void* inbuf, int incount, MPI_Datatype type, void* outbuf, int outsize, int* position,
             MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](LocalCommunicator&) {
    return pack({const_cast<void*>(inbuf), incount, type}, outbuf, outsize, position);
  });
}

int MPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype type,
               MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](LocalCommunicator&) {
    return unpack(inbuf, insize, position, {outbuf, outcount, type});
  });
}

int MPI_Pack_size(int incount, MPI_Datatype type, MPI_Comm comm, int* size) {
  return on_communicator(__func__, comm, [&](LocalCommunicator&) {
    if (type == MPI_DATATYPE_NULL) return +MPI_ERR_TYPE;
    *size = incount * static_cast<int>(resolve(type).size());
    return +MPI_SUCCESS;
  });
}

int MPI_Pack_external(const char* datarep, const void* inbuf, int incount, MPI_Datatype type, void* outbuf,
                      MPI_Aint outsize, MPI_Aint* position) {
  return on_datatypes(__func__, {type}, [&] {
    if (!is_external32(datarep)) return +MPI_ERR_ARG;
    const Buffer buffer{const_cast<void*>(inbuf), incount, type};
    std::byte* const begin = static_cast<std::byte*>(outbuf) + *position;
    const int error = pack(buffer, outbuf, outsize, position);
    if (error == MPI_SUCCESS) turn_round(buffer, begin);
    return error;
  });
}

int MPI_Unpack_external(const char* datarep, const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf,
                        int outcount, MPI_Datatype type) {
  return on_datatypes(__func__, {type}, [&] {
    if (!is_external32(datarep)) return +MPI_ERR_ARG;
    const Buffer buffer{outbuf, outcount, type};
    const auto* const begin = static_cast<const std::byte*>(inbuf) + *position;
    if (static_cast<MPI_Aint>(buffer.bytes()) > insize - *position) return +MPI_ERR_TRUNCATE;
    std::vector<std::byte> turned(begin, begin + buffer.bytes());
    turn_round(buffer, turned.data());
    buffer.unpack_from(turned.data(), turned.size());
    *position += static_cast<MPI_Aint>(turned.size());
    return +MPI_SUCCESS;
  });
}

int MPI_Pack_external_size(const char* datarep, int incount, MPI_Datatype type, MPI_Aint* size) {
  return on_datatypes(__func__, {type}, [&] {
    if (!is_external32(datarep)) return +MPI_ERR_ARG;
    *size = incount * static_cast<MPI_Aint>(resolve(type).size());
    return +MPI_SUCCESS;
  });
}
}

} // namespace daruma::mpi
