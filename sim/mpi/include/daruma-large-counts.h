/* Large counts: MPI_X_c is MPI_X with counts of MPI_Count, displacements of MPI_Aint (MPI 4.0, section 2.5.8). */
#ifndef DARUMA_LARGE_COUNTS_H
#define DARUMA_LARGE_COUNTS_H

typedef void MPI_User_function_c(void* in, void* inout, MPI_Count* count, MPI_Datatype* type);
typedef int MPI_Datarep_conversion_function_c(void* userbuf, MPI_Datatype type, MPI_Count count, void* filebuf,
                                              MPI_Offset position, void* extra_state);
#define MPI_CONVERSION_FN_NULL_C ((MPI_Datarep_conversion_function_c*)0)

#ifdef __cplusplus
extern "C" {
#endif

#define DARUMA_MPI_CALL(call, parameters)                                                                              \
  int MPI_##call parameters;                                                                                           \
  int PMPI_##call parameters;

DARUMA_MPI_CALL(Send_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm))
DARUMA_MPI_CALL(Isend_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                          MPI_Request* request))
DARUMA_MPI_CALL(Send_init_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                              MPI_Request* request))
DARUMA_MPI_CALL(Ssend_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm))
DARUMA_MPI_CALL(Issend_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                           MPI_Request* request))
DARUMA_MPI_CALL(Ssend_init_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                               MPI_Request* request))
DARUMA_MPI_CALL(Bsend_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm))
DARUMA_MPI_CALL(Ibsend_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                           MPI_Request* request))
DARUMA_MPI_CALL(Bsend_init_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                               MPI_Request* request))
DARUMA_MPI_CALL(Rsend_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm))
DARUMA_MPI_CALL(Irsend_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                           MPI_Request* request))
DARUMA_MPI_CALL(Rsend_init_c, (const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                               MPI_Request* request))
DARUMA_MPI_CALL(Recv_c,
                (void* buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status))
DARUMA_MPI_CALL(Sendrecv_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                             void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                             MPI_Comm comm, MPI_Status* status))
DARUMA_MPI_CALL(Sendrecv_replace_c, (void* buf, MPI_Count count, MPI_Datatype type, int dest, int sendtag, int source,
                                     int recvtag, MPI_Comm comm, MPI_Status* status))
DARUMA_MPI_CALL(Isendrecv_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                              void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                              MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Isendrecv_replace_c, (void* buf, MPI_Count count, MPI_Datatype type, int dest, int sendtag, int source,
                                      int recvtag, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Irecv_c, (void* buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                          MPI_Request* request))
DARUMA_MPI_CALL(Recv_init_c, (void* buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                              MPI_Request* request))

DARUMA_MPI_CALL(Mrecv_c, (void* buf, MPI_Count count, MPI_Datatype type, MPI_Message* message, MPI_Status* status))
DARUMA_MPI_CALL(Imrecv_c, (void* buf, MPI_Count count, MPI_Datatype type, MPI_Message* message, MPI_Request* request))

DARUMA_MPI_CALL(Buffer_attach_c, (void* buffer, MPI_Count size))
DARUMA_MPI_CALL(Buffer_detach_c, (void* address, MPI_Count* size))
DARUMA_MPI_CALL(Comm_attach_buffer_c, (MPI_Comm comm, void* buffer, MPI_Count size))
DARUMA_MPI_CALL(Comm_detach_buffer_c, (MPI_Comm comm, void* address, MPI_Count* size))

DARUMA_MPI_CALL(Allgather_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                              MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm))
DARUMA_MPI_CALL(Iallgather_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Allgather_init_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Allgatherv_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                 const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm))
DARUMA_MPI_CALL(Iallgatherv_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                                const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype,
                                MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Allgatherv_init_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                                    const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype,
                                    MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Alltoall_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                             MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm))
DARUMA_MPI_CALL(Ialltoall_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                              MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Alltoall_init_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Alltoallv_c, (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
                              MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts,
                              const MPI_Aint* rdispls, MPI_Datatype recvtype, MPI_Comm comm))
DARUMA_MPI_CALL(Ialltoallv_c, (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
                               MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts,
                               const MPI_Aint* rdispls, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Alltoallv_init_c,
                (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls, MPI_Datatype sendtype,
                 void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls, MPI_Datatype recvtype,
                 MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Alltoallw_c, (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
                              const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts,
                              const MPI_Aint* rdispls, const MPI_Datatype* recvtypes, MPI_Comm comm))
DARUMA_MPI_CALL(Ialltoallw_c,
                (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
                 const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                 const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Alltoallw_init_c,
                (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
                 const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                 const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request))

DARUMA_MPI_CALL(Bcast_c, (void* buf, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm))
DARUMA_MPI_CALL(Ibcast_c,
                (void* buf, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Bcast_init_c, (void* buf, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info,
                               MPI_Request* request))
DARUMA_MPI_CALL(Reduce_c, (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op, int root,
                           MPI_Comm comm))
DARUMA_MPI_CALL(Ireduce_c, (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op, int root,
                            MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Reduce_init_c, (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                                int root, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Gather_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                           MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm))
DARUMA_MPI_CALL(Igather_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                            MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Gather_init_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Gatherv_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                 const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root, MPI_Comm comm))
DARUMA_MPI_CALL(Igatherv_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                             const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root,
                             MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Gatherv_init_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                                 const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root,
                                 MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Scatter_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                            MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm))
DARUMA_MPI_CALL(Iscatter_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                             MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Scatter_init_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Scatterv_c,
                (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs, MPI_Datatype sendtype,
                 void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm))
DARUMA_MPI_CALL(Iscatterv_c, (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs,
                              MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                              int root, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Scatterv_init_c, (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs,
                                  MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                  int root, MPI_Comm comm, MPI_Info info, MPI_Request* request))

DARUMA_MPI_CALL(Allreduce_c,
                (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm))
DARUMA_MPI_CALL(Iallreduce_c, (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                               MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Allreduce_init_c, (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                                   MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Scan_c,
                (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm))
DARUMA_MPI_CALL(Iscan_c, (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                          MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Scan_init_c, (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Exscan_c,
                (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm))
DARUMA_MPI_CALL(Iexscan_c, (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                            MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Exscan_init_c, (const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                                MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Reduce_scatter_c, (const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts, MPI_Datatype type,
                                   MPI_Op op, MPI_Comm comm))
DARUMA_MPI_CALL(Ireduce_scatter_c, (const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts, MPI_Datatype type,
                                    MPI_Op op, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Reduce_scatter_init_c,
                (const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts, MPI_Datatype type, MPI_Op op,
                 MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Reduce_scatter_block_c,
                (const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm))
DARUMA_MPI_CALL(Ireduce_scatter_block_c, (const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype type,
                                          MPI_Op op, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Reduce_scatter_block_init_c,
                (const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                 MPI_Info info, MPI_Request* request))

DARUMA_MPI_CALL(Neighbor_allgather_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                                       MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm))
DARUMA_MPI_CALL(Ineighbor_allgather_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_allgather_init_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_allgatherv_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                 const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm))
DARUMA_MPI_CALL(Ineighbor_allgatherv_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                                         const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype,
                                         MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_allgatherv_init_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                             void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* displs,
                                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_alltoall_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                                      MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm))
DARUMA_MPI_CALL(Ineighbor_alltoall_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                                       MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_alltoall_init_c,
                (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_alltoallv_c, (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
                                       MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts,
                                       const MPI_Aint* rdispls, MPI_Datatype recvtype, MPI_Comm comm))
DARUMA_MPI_CALL(Ineighbor_alltoallv_c,
                (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls, MPI_Datatype sendtype,
                 void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls, MPI_Datatype recvtype,
                 MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_alltoallv_init_c,
                (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls, MPI_Datatype sendtype,
                 void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls, MPI_Datatype recvtype,
                 MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_alltoallw_c, (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
                                       const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts,
                                       const MPI_Aint* rdispls, const MPI_Datatype* recvtypes, MPI_Comm comm))
DARUMA_MPI_CALL(Ineighbor_alltoallw_c,
                (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
                 const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                 const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_alltoallw_init_c,
                (const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
                 const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                 const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request))

DARUMA_MPI_CALL(Op_create_c, (MPI_User_function_c * function, int commute, MPI_Op* op))
DARUMA_MPI_CALL(Reduce_local_c, (const void* in, void* inout, MPI_Count count, MPI_Datatype type, MPI_Op op))

DARUMA_MPI_CALL(Type_contiguous_c, (MPI_Count count, MPI_Datatype old, MPI_Datatype* made))
DARUMA_MPI_CALL(Type_vector_c,
                (MPI_Count count, MPI_Count length, MPI_Count stride, MPI_Datatype old, MPI_Datatype* made))
DARUMA_MPI_CALL(Type_create_hvector_c,
                (MPI_Count count, MPI_Count length, MPI_Count stride, MPI_Datatype old, MPI_Datatype* made))
DARUMA_MPI_CALL(Type_indexed_c, (MPI_Count count, const MPI_Count* lengths, const MPI_Count* places, MPI_Datatype old,
                                 MPI_Datatype* made))
DARUMA_MPI_CALL(Type_create_hindexed_c, (MPI_Count count, const MPI_Count* lengths, const MPI_Count* places,
                                         MPI_Datatype old, MPI_Datatype* made))
DARUMA_MPI_CALL(Type_create_indexed_block_c,
                (MPI_Count count, MPI_Count length, const MPI_Count* places, MPI_Datatype old, MPI_Datatype* made))
DARUMA_MPI_CALL(Type_create_hindexed_block_c,
                (MPI_Count count, MPI_Count length, const MPI_Count* places, MPI_Datatype old, MPI_Datatype* made))
DARUMA_MPI_CALL(Type_create_struct_c, (MPI_Count count, const MPI_Count* lengths, const MPI_Count* places,
                                       const MPI_Datatype* types, MPI_Datatype* made))
DARUMA_MPI_CALL(Type_create_resized_c, (MPI_Datatype old, MPI_Count lower, MPI_Count extent, MPI_Datatype* made))
DARUMA_MPI_CALL(Type_create_subarray_c, (int dimensions, const MPI_Count* sizes, const MPI_Count* parts,
                                         const MPI_Count* starts, int order, MPI_Datatype old, MPI_Datatype* made))
DARUMA_MPI_CALL(Type_create_darray_c,
                (int size, int rank, int dimensions, const MPI_Count* sizes, const int* kinds, const int* arguments,
                 const int* grid, int order, MPI_Datatype old, MPI_Datatype* made))

DARUMA_MPI_CALL(Type_size_c, (MPI_Datatype type, MPI_Count* size))
DARUMA_MPI_CALL(Type_get_extent_c, (MPI_Datatype type, MPI_Count* lower, MPI_Count* extent))
DARUMA_MPI_CALL(Type_get_true_extent_c, (MPI_Datatype type, MPI_Count* lower, MPI_Count* extent))
DARUMA_MPI_CALL(Get_count_c, (const MPI_Status* status, MPI_Datatype type, MPI_Count* count))
DARUMA_MPI_CALL(Get_elements_c, (const MPI_Status* status, MPI_Datatype type, MPI_Count* count))
DARUMA_MPI_CALL(Status_set_elements_c, (MPI_Status * status, MPI_Datatype type, MPI_Count count))

DARUMA_MPI_CALL(Pack_c, (const void* inbuf, MPI_Count incount, MPI_Datatype type, void* outbuf, MPI_Count outsize,
                         MPI_Count* position, MPI_Comm comm))
DARUMA_MPI_CALL(Unpack_c, (const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount,
                           MPI_Datatype type, MPI_Comm comm))
DARUMA_MPI_CALL(Pack_size_c, (MPI_Count incount, MPI_Datatype type, MPI_Comm comm, MPI_Count* size))
DARUMA_MPI_CALL(Pack_external_c, (const char* datarep, const void* inbuf, MPI_Count incount, MPI_Datatype type,
                                  void* outbuf, MPI_Count outsize, MPI_Count* position))
DARUMA_MPI_CALL(Unpack_external_c, (const char* datarep, const void* inbuf, MPI_Count insize, MPI_Count* position,
                                    void* outbuf, MPI_Count outcount, MPI_Datatype type))
DARUMA_MPI_CALL(Pack_external_size_c, (const char* datarep, MPI_Count incount, MPI_Datatype type, MPI_Count* size))

DARUMA_MPI_CALL(Put_c, (const void* origin, MPI_Count count, MPI_Datatype type, int target_rank, MPI_Aint at,
                        MPI_Count target_count, MPI_Datatype target_type, MPI_Win win))
DARUMA_MPI_CALL(Rput_c, (const void* origin, MPI_Count count, MPI_Datatype type, int target_rank, MPI_Aint at,
                         MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request* request))
DARUMA_MPI_CALL(Get_c, (void* origin, MPI_Count count, MPI_Datatype type, int target_rank, MPI_Aint at,
                        MPI_Count target_count, MPI_Datatype target_type, MPI_Win win))
DARUMA_MPI_CALL(Rget_c, (void* origin, MPI_Count count, MPI_Datatype type, int target_rank, MPI_Aint at,
                         MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request* request))
DARUMA_MPI_CALL(Accumulate_c, (const void* origin, MPI_Count count, MPI_Datatype type, int target_rank, MPI_Aint at,
                               MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win))
DARUMA_MPI_CALL(Raccumulate_c,
                (const void* origin, MPI_Count count, MPI_Datatype type, int target_rank, MPI_Aint at,
                 MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request))
DARUMA_MPI_CALL(Get_accumulate_c, (const void* origin, MPI_Count count, MPI_Datatype type, void* result,
                                   MPI_Count result_count, MPI_Datatype result_type, int target_rank, MPI_Aint at,
                                   MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win))
DARUMA_MPI_CALL(Rget_accumulate_c,
                (const void* origin, MPI_Count count, MPI_Datatype type, void* result, MPI_Count result_count,
                 MPI_Datatype result_type, int target_rank, MPI_Aint at, MPI_Count target_count,
                 MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request))

DARUMA_MPI_CALL(Win_create_c,
                (void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win))
DARUMA_MPI_CALL(Win_allocate_c,
                (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* win))
DARUMA_MPI_CALL(Win_allocate_shared_c,
                (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* win))
DARUMA_MPI_CALL(Win_shared_query_c, (MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* disp_unit, void* base))

DARUMA_MPI_CALL(Type_get_envelope_c, (MPI_Datatype type, MPI_Count* integers, MPI_Count* addresses,
                                      MPI_Count* large_counts, MPI_Count* types, int* combiner))
DARUMA_MPI_CALL(Type_get_contents_c,
                (MPI_Datatype type, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts,
                 MPI_Count max_types, int* integers, MPI_Aint* addresses, MPI_Count* large_counts, MPI_Datatype* types))

DARUMA_MPI_CALL(File_read_at_c,
                (MPI_File file, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_iread_at_c,
                (MPI_File file, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_write_at_c, (MPI_File file, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype type,
                                  MPI_Status* status))
DARUMA_MPI_CALL(File_iwrite_at_c, (MPI_File file, MPI_Offset offset, const void* buf, MPI_Count count,
                                   MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_read_at_all_c,
                (MPI_File file, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_iread_at_all_c,
                (MPI_File file, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_read_at_all_begin_c,
                (MPI_File file, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype type))
DARUMA_MPI_CALL(File_write_at_all_c, (MPI_File file, MPI_Offset offset, const void* buf, MPI_Count count,
                                      MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_iwrite_at_all_c, (MPI_File file, MPI_Offset offset, const void* buf, MPI_Count count,
                                       MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_write_at_all_begin_c,
                (MPI_File file, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype type))
DARUMA_MPI_CALL(File_read_c, (MPI_File file, void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_iread_c, (MPI_File file, void* buf, MPI_Count count, MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_write_c, (MPI_File file, const void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_iwrite_c,
                (MPI_File file, const void* buf, MPI_Count count, MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_read_all_c, (MPI_File file, void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_iread_all_c, (MPI_File file, void* buf, MPI_Count count, MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_read_all_begin_c, (MPI_File file, void* buf, MPI_Count count, MPI_Datatype type))
DARUMA_MPI_CALL(File_write_all_c,
                (MPI_File file, const void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_iwrite_all_c,
                (MPI_File file, const void* buf, MPI_Count count, MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_write_all_begin_c, (MPI_File file, const void* buf, MPI_Count count, MPI_Datatype type))
DARUMA_MPI_CALL(File_read_shared_c, (MPI_File file, void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_iread_shared_c,
                (MPI_File file, void* buf, MPI_Count count, MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_write_shared_c,
                (MPI_File file, const void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_iwrite_shared_c,
                (MPI_File file, const void* buf, MPI_Count count, MPI_Datatype type, MPI_Request* request))
DARUMA_MPI_CALL(File_read_ordered_c, (MPI_File file, void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_read_ordered_begin_c, (MPI_File file, void* buf, MPI_Count count, MPI_Datatype type))
DARUMA_MPI_CALL(File_write_ordered_c,
                (MPI_File file, const void* buf, MPI_Count count, MPI_Datatype type, MPI_Status* status))
DARUMA_MPI_CALL(File_write_ordered_begin_c, (MPI_File file, const void* buf, MPI_Count count, MPI_Datatype type))
DARUMA_MPI_CALL(File_get_type_extent_c, (MPI_File file, MPI_Datatype type, MPI_Count* extent))

DARUMA_MPI_CALL(Register_datarep_c, (const char* datarep, MPI_Datarep_conversion_function_c* read_conversion_fn,
                                     MPI_Datarep_conversion_function_c* write_conversion_fn,
                                     MPI_Datarep_extent_function* dtype_file_extent_fn, void* extra_state))

#undef DARUMA_MPI_CALL

#ifdef __cplusplus
}
#endif

#endif
