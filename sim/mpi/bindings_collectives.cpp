// Collective calls: argument checks, MPI_IN_PLACE, and blocks for the algorithms.
#include "sim/mpi/collectives.hpp"
#include "sim/mpi/errors.hpp"

namespace daruma::mpi {

namespace {

int size_of(const Handle& comm) { return static_cast<int>(comm.local().size()); }

int check(const Handle& comm, int count, MPI_Datatype type, int root = 0) {
  if (comm.communicator->is_inter()) return MPI_ERR_COMM;
  if (count < 0) return MPI_ERR_COUNT;
  if (type == MPI_DATATYPE_NULL) return MPI_ERR_TYPE;
  return root < 0 || root >= size_of(comm) ? +MPI_ERR_ROOT : +MPI_SUCCESS;
}

int check(const Handle& comm, MPI_Op op, int count, MPI_Datatype type, int root = 0) {
  return op == MPI_OP_NULL ? +MPI_ERR_OP : check(comm, count, type, root);
}

Buffer buffer_of(const void* address, int count, MPI_Datatype type) {
  return {const_cast<void*>(address), count, type};
}

/// The contribution to a reduction: `send`, or the result buffer itself for MPI_IN_PLACE.
Buffer reduced(const void* send, void* result, int count, MPI_Datatype type) {
  return buffer_of(send == MPI_IN_PLACE ? result : send, count, type);
}

/// The receive blocks themselves as what to send, kept aside because they are overwritten.
int alltoall_in_place(Handle& comm, const Blocks& receive) {
  std::vector<std::byte> aside;
  Blocks send{nullptr, {}, {}, MPI_BYTE};
  for (int rank = 0; rank < size_of(comm); ++rank) {
    const Buffer block = receive.of(rank);
    send.displacements.push_back(static_cast<int>(aside.size()));
    send.counts.push_back(static_cast<int>(block.bytes()));
    aside.resize(aside.size() + block.bytes());
    block.pack_to(aside.data() + aside.size() - block.bytes());
  }
  send.address = aside.data();
  return alltoall(comm, send, receive);
}

} // namespace

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, 0, MPI_BYTE)) return error;
    return barrier(handle);
  });
}

int MPI_Bcast(void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, count, type, root)) return error;
    return bcast(handle, buffer_of(buf, count, type), root);
  });
}

int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, op, count, type, root)) return error;
    return reduce(handle, reduced(sendbuf, recvbuf, count, type), recvbuf, op, root);
  });
}

int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, op, count, type)) return error;
    return allreduce(handle, reduced(sendbuf, recvbuf, count, type), recvbuf, op);
  });
}

int MPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, op, count, type)) return error;
    return scan(handle, reduced(sendbuf, recvbuf, count, type), recvbuf, op, false);
  });
}

int MPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, op, count, type)) return error;
    return scan(handle, reduced(sendbuf, recvbuf, count, type), recvbuf, op, true);
  });
}

int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, sendbuf == MPI_IN_PLACE ? 0 : sendcount, sendtype, root)) return error;
    const bool is_root = handle.rank == root;
    const Blocks all = equal_blocks(recvbuf, is_root ? recvcount : 0, recvtype, size_of(handle));
    return gather(handle, buffer_of(sendbuf, sendcount, sendtype), all, root);
  });
}

int MPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts,
                const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, sendbuf == MPI_IN_PLACE ? 0 : sendcount, sendtype, root)) return error;
    const bool is_root = handle.rank == root;
    const Blocks all = is_root ? listed_blocks(recvbuf, recvcounts, displs, recvtype, size_of(handle))
                               : equal_blocks(nullptr, 0, MPI_BYTE, size_of(handle));
    return gather(handle, buffer_of(sendbuf, sendcount, sendtype), all, root);
  });
}

int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, recvbuf == MPI_IN_PLACE ? 0 : recvcount, recvtype, root)) return error;
    const bool is_root = handle.rank == root;
    const Blocks all = equal_blocks(const_cast<void*>(sendbuf), is_root ? sendcount : 0, sendtype, size_of(handle));
    return scatter(handle, all, buffer_of(recvbuf, recvcount, recvtype), root);
  });
}

int MPI_Scatterv(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, recvbuf == MPI_IN_PLACE ? 0 : recvcount, recvtype, root)) return error;
    const bool is_root = handle.rank == root;
    const Blocks all = is_root
                           ? listed_blocks(const_cast<void*>(sendbuf), sendcounts, displs, sendtype, size_of(handle))
                           : equal_blocks(nullptr, 0, MPI_BYTE, size_of(handle));
    return scatter(handle, all, buffer_of(recvbuf, recvcount, recvtype), root);
  });
}

int MPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                  MPI_Datatype recvtype, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, recvcount, recvtype)) return error;
    return allgather(handle, buffer_of(sendbuf, sendcount, sendtype),
                     equal_blocks(recvbuf, recvcount, recvtype, size_of(handle)));
  });
}

int MPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts,
                   const int* displs, MPI_Datatype recvtype, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, 0, recvtype)) return error;
    return allgather(handle, buffer_of(sendbuf, sendcount, sendtype),
                     listed_blocks(recvbuf, recvcounts, displs, recvtype, size_of(handle)));
  });
}

int MPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, recvcount, recvtype)) return error;
    const Blocks receive = equal_blocks(recvbuf, recvcount, recvtype, size_of(handle));
    if (sendbuf == MPI_IN_PLACE) return alltoall_in_place(handle, receive);
    return alltoall(handle, equal_blocks(const_cast<void*>(sendbuf), sendcount, sendtype, size_of(handle)), receive);
  });
}

int MPI_Alltoallv(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype, void* recvbuf,
                  const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm) {
  return on_communicator(__func__, comm, [&](Handle& handle) {
    if (const int error = check(handle, 0, recvtype)) return error;
    const int n = size_of(handle);
    const Blocks receive = listed_blocks(recvbuf, recvcounts, rdispls, recvtype, n);
    if (sendbuf == MPI_IN_PLACE) return alltoall_in_place(handle, receive);
    return alltoall(handle, listed_blocks(const_cast<void*>(sendbuf), sendcounts, sdispls, sendtype, n), receive);
  });
}
}

} // namespace daruma::mpi
