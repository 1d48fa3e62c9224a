// Packing by the application itself.
#include "sim/mpi/p2p/buffer.hpp"
#include "sim/mpi/p2p/layout.hpp"
#include "sim/mpi/process/errors.hpp"

namespace daruma::mpi {

extern "C" {

int MPI_Pack(const void* inbuf, int incount, MPI_Datatype type, void* outbuf, int outsize, int* position,
             MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](LocalCommunicator&) {
    const Buffer buffer{const_cast<void*>(inbuf), incount, type};
    const int size = static_cast<int>(buffer.bytes());
    if (size > outsize - *position) return +MPI_ERR_TRUNCATE;
    buffer.pack_to(static_cast<std::byte*>(outbuf) + *position);
    *position += size;
    return +MPI_SUCCESS;
  });
}

int MPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype type,
               MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](LocalCommunicator&) {
    const Buffer buffer{outbuf, outcount, type};
    const int size = static_cast<int>(buffer.bytes());
    if (size > insize - *position) return +MPI_ERR_TRUNCATE;
    buffer.unpack_from(static_cast<const std::byte*>(inbuf) + *position, buffer.bytes());
    *position += size;
    return +MPI_SUCCESS;
  });
}

int MPI_Pack_size(int incount, MPI_Datatype type, MPI_Comm comm, int* size) {
  return on_communicator(__func__, comm,
                         [&](LocalCommunicator&) { *size = incount * static_cast<int>(size_of(type)); });
}
}

} // namespace daruma::mpi
