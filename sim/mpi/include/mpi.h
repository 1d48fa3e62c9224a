/* MPI for simulated programs: SMPI's types and constants, and the error classes of the ULFM
   chapter. The functions behind the names are sim/mpi's. */
#ifndef DARUMA_MPI_H
#define DARUMA_MPI_H

/* What compilers find old in macros is not for programs to hear of. */
#pragma GCC system_header

/* What SMPI declares without the const of MPI's parameters is declared below. */
#define MPI_Get_elements daruma_hidden_MPI_Get_elements
#define PMPI_Get_elements daruma_hidden_PMPI_Get_elements
#define MPI_Get_elements_x daruma_hidden_MPI_Get_elements_x
#define PMPI_Get_elements_x daruma_hidden_PMPI_Get_elements_x
#define MPI_Type_create_darray daruma_hidden_MPI_Type_create_darray
#define PMPI_Type_create_darray daruma_hidden_PMPI_Type_create_darray
#define MPI_Pack_external daruma_hidden_MPI_Pack_external
#define PMPI_Pack_external daruma_hidden_PMPI_Pack_external
#define MPI_Pack_external_size daruma_hidden_MPI_Pack_external_size
#define PMPI_Pack_external_size daruma_hidden_PMPI_Pack_external_size
#define MPI_Unpack_external daruma_hidden_MPI_Unpack_external
#define PMPI_Unpack_external daruma_hidden_PMPI_Unpack_external
#define MPI_Publish_name daruma_hidden_MPI_Publish_name
#define PMPI_Publish_name daruma_hidden_PMPI_Publish_name
#define MPI_Unpublish_name daruma_hidden_MPI_Unpublish_name
#define PMPI_Unpublish_name daruma_hidden_PMPI_Unpublish_name
#define MPI_Lookup_name daruma_hidden_MPI_Lookup_name
#define PMPI_Lookup_name daruma_hidden_PMPI_Lookup_name
#define MPI_Status_c2f daruma_hidden_MPI_Status_c2f
#define PMPI_Status_c2f daruma_hidden_PMPI_Status_c2f
#define MPI_Status_f2c daruma_hidden_MPI_Status_f2c
#define PMPI_Status_f2c daruma_hidden_PMPI_Status_f2c
#define MPI_Pready_list daruma_hidden_MPI_Pready_list
#define PMPI_Pready_list daruma_hidden_PMPI_Pready_list
#define MPI_Compare_and_swap daruma_hidden_MPI_Compare_and_swap
#define PMPI_Compare_and_swap daruma_hidden_PMPI_Compare_and_swap
#define MPI_Register_datarep daruma_hidden_MPI_Register_datarep
#define PMPI_Register_datarep daruma_hidden_PMPI_Register_datarep
#include <stddef.h>
/* For programs only what C has is taken of SMPI's header, so that any standard of C++ will do, and none of the names of
   the system that it brings along, which a program may have functions of. */
#ifdef DARUMA
#pragma push_macro("__cplusplus")
#ifdef __cplusplus
extern "C" {
#define wchar_t daruma_hidden_wchar_t
#endif
#undef __cplusplus
#define SMPI_HELPERS_INTERNAL_H
#ifndef _UNISTD_H
#define DARUMA_HIDES_UNISTD
#define _UNISTD_H
#endif
#ifndef _SYS_TIME_H
#define DARUMA_HIDES_SYS_TIME
#define _SYS_TIME_H
#endif
#elif defined __cplusplus
#include <functional>
#include <vector>
#endif
/* SMPI declares calls weak; linkers take nothing for a weak name out of an archive, which may be one for profiling. */
#define weak unused
#include <smpi/smpi.h>
#undef weak
#ifdef DARUMA
#undef SMPI_HELPERS_INTERNAL_H
#ifdef DARUMA_HIDES_UNISTD
#undef DARUMA_HIDES_UNISTD
#undef _UNISTD_H
#endif
#ifdef DARUMA_HIDES_SYS_TIME
#undef DARUMA_HIDES_SYS_TIME
#undef _SYS_TIME_H
#endif
#pragma pop_macro("__cplusplus")
#ifdef __cplusplus
}
#undef wchar_t
#undef MPI_CXX_BOOL
#define MPI_CXX_BOOL ((MPI_Datatype)(void*)&smpi_MPI_CXX_BOOL)
#endif
#endif
#undef MPI_Pready_list
#undef PMPI_Pready_list
#undef MPI_Register_datarep
#undef PMPI_Register_datarep
#undef MPI_Compare_and_swap
#undef PMPI_Compare_and_swap
#undef MPI_Get_elements
#undef PMPI_Get_elements
#undef MPI_Get_elements_x
#undef PMPI_Get_elements_x
#undef MPI_Type_create_darray
#undef PMPI_Type_create_darray
#undef MPI_Pack_external
#undef PMPI_Pack_external
#undef MPI_Pack_external_size
#undef PMPI_Pack_external_size
#undef MPI_Unpack_external
#undef PMPI_Unpack_external
#undef MPI_Publish_name
#undef PMPI_Publish_name
#undef MPI_Unpublish_name
#undef PMPI_Unpublish_name
#undef MPI_Lookup_name
#undef PMPI_Lookup_name
#undef MPI_Status_c2f
#undef PMPI_Status_c2f
#undef MPI_Status_f2c
#undef PMPI_Status_f2c

#include <daruma-predefined.h>

/* ULFM's error classes, in the order in which Open MPI numbers them after its last class, and those of MPI 4. */
enum {
  MPIX_ERR_PROC_FAILED = MPI_T_ERR_PVAR_NO_ATOMIC + 1,
  MPIX_ERR_PROC_FAILED_PENDING,
  MPIX_ERR_REVOKED,
  MPI_ERR_PROC_ABORTED,
  MPI_ERR_VALUE_TOO_LARGE,
  MPI_ERR_SESSION,
  MPI_ERR_ERRHANDLER,
  MPI_T_ERR_INVALID,
  MPI_T_ERR_INVALID_NAME,
  MPI_T_ERR_NOT_SUPPORTED,
  MPI_T_ERR_NOT_ACCESSIBLE,
  DARUMA_MPI_ERR_LASTCODE = MPI_T_ERR_NOT_ACCESSIBLE
};
#undef MPI_ERR_LASTCODE
#define MPI_ERR_LASTCODE DARUMA_MPI_ERR_LASTCODE
#define MPI_ERR_PROC_FAILED MPIX_ERR_PROC_FAILED
#define MPI_ERR_PROC_FAILED_PENDING MPIX_ERR_PROC_FAILED_PENDING
#define MPI_ERR_REVOKED MPIX_ERR_REVOKED
#include <daruma-macros.h>

/* Names that ROMIO had before MPI 2. */
#define MPIO_Wait MPI_Wait
#define MPIO_Test MPI_Test
#define PMPIO_Wait PMPI_Wait
#define PMPIO_Test PMPI_Test

/* The key of an attribute of MPI_COMM_WORLD: whether the library tolerates failures. */
#define MPIX_FT (-10)
#define MPI_FT MPIX_FT

/* SMPI's are a variable and calls, which no static variable of C can begin with. */
#define MPI_COMM_WORLD ((MPI_Comm)(void*)&daruma_mpi_communicators[0])
#undef MPI_COMM_SELF
#define MPI_COMM_SELF ((MPI_Comm)(void*)&daruma_mpi_communicators[1])
#undef MPI_INFO_ENV
#define MPI_INFO_ENV ((MPI_Info)(void*)&daruma_mpi_info_env)

/* SMPI's is an address that no datatype's displacements lead on from. */
#undef MPI_BOTTOM
#define MPI_BOTTOM ((void*)0)

/* SMPI, which has no intercommunicators and no matched probes, gives these values that mean something else. */
#undef MPI_ROOT
#define MPI_ROOT (-777)
#undef MPI_MESSAGE_NO_PROC
#define MPI_MESSAGE_NO_PROC ((MPI_Message)-1)

/* SMPI has no complex numbers of C++'s, and of some of Fortran's datatypes only other names of C's. */
#define DARUMA_DATATYPE(number) ((MPI_Datatype)&daruma_mpi_datatypes[number])
#undef MPI_CXX_FLOAT_COMPLEX
#define MPI_CXX_FLOAT_COMPLEX DARUMA_DATATYPE(0)
#undef MPI_CXX_DOUBLE_COMPLEX
#define MPI_CXX_DOUBLE_COMPLEX DARUMA_DATATYPE(1)
#undef MPI_CXX_LONG_DOUBLE_COMPLEX
#define MPI_CXX_LONG_DOUBLE_COMPLEX DARUMA_DATATYPE(2)
#undef MPI_INTEGER
#define MPI_INTEGER DARUMA_DATATYPE(3)
#undef MPI_LOGICAL
#define MPI_LOGICAL DARUMA_DATATYPE(4)
#undef MPI_LOGICAL1
#define MPI_LOGICAL1 DARUMA_DATATYPE(5)
#undef MPI_LOGICAL2
#define MPI_LOGICAL2 DARUMA_DATATYPE(6)
#undef MPI_LOGICAL4
#define MPI_LOGICAL4 DARUMA_DATATYPE(7)
#undef MPI_LOGICAL8
#define MPI_LOGICAL8 DARUMA_DATATYPE(8)
#undef MPI_CHARACTER
#define MPI_CHARACTER DARUMA_DATATYPE(9)
#undef MPI_DOUBLE_PRECISION
#define MPI_DOUBLE_PRECISION DARUMA_DATATYPE(10)
#undef MPI_COMPLEX
#define MPI_COMPLEX DARUMA_DATATYPE(11)
#undef MPI_DOUBLE_COMPLEX
#define MPI_DOUBLE_COMPLEX DARUMA_DATATYPE(12)
#undef MPI_2INTEGER
#define MPI_2INTEGER DARUMA_DATATYPE(13)
#undef MPI_2REAL
#define MPI_2REAL DARUMA_DATATYPE(14)
#undef MPI_2DOUBLE_PRECISION
#define MPI_2DOUBLE_PRECISION DARUMA_DATATYPE(15)

/* SMPI's are what programs have for no list. */
#undef MPI_UNWEIGHTED
#define MPI_UNWEIGHTED ((int*)2)
#undef MPI_WEIGHTS_EMPTY
#define MPI_WEIGHTS_EMPTY ((int*)3)

/* Kinds of MPI_Comm_split_type that MPI 4 adds. */
#define MPI_COMM_TYPE_HW_GUIDED 3
#define MPI_COMM_TYPE_HW_UNGUIDED 4
#define MPI_COMM_TYPE_RESOURCE_GUIDED 5

/* SMPI's may be a program's own block size. */
#undef MPI_DISTRIBUTE_DFLT_DARG
#define MPI_DISTRIBUTE_DFLT_DARG (-1)

#undef MPI_MAX_ERROR_STRING
#define MPI_MAX_ERROR_STRING 256
#undef MPI_MAX_INFO_VAL
#define MPI_MAX_INFO_VAL 1024

/* An error under this handler ends the processes of the communicator that it happened on (MPI 4.0, section 9.3). */
#define MPI_ERRORS_ABORT ((MPI_Errhandler)&daruma_mpi_errors_abort)

#ifdef __cplusplus
extern "C" {
#endif

/* A status as the module mpi_f08 has it. Those by whose addresses Fortran leaves one out are null in programs without
   Fortran. */
typedef MPI_Status MPI_F08_status;
extern MPI_Fint daruma_status_ignore_[] __attribute__((weak));
extern MPI_Fint daruma_statuses_ignore_[] __attribute__((weak));
#undef MPI_F_STATUS_IGNORE
#undef MPI_F_STATUSES_IGNORE
#define MPI_F_STATUS_IGNORE daruma_status_ignore_
#define MPI_F_STATUSES_IGNORE daruma_statuses_ignore_
#define MPI_F_STATUS_SIZE ((int)(sizeof(MPI_Status) / sizeof(MPI_Fint)))
#define MPI_F_SOURCE ((int)(offsetof(MPI_Status, MPI_SOURCE) / sizeof(MPI_Fint)))
#define MPI_F_TAG ((int)(offsetof(MPI_Status, MPI_TAG) / sizeof(MPI_Fint)))
#define MPI_F_ERROR ((int)(offsetof(MPI_Status, MPI_ERROR) / sizeof(MPI_Fint)))
#define MPI_F08_STATUS_IGNORE ((MPI_F08_status*)(void*)daruma_status_ignore_)
#define MPI_F08_STATUSES_IGNORE ((MPI_F08_status*)(void*)daruma_statuses_ignore_)

/* Calls that SMPI does not declare. */
#define DARUMA_MPI_CALL(call, parameters)                                                                              \
  int MPI_##call parameters;                                                                                           \
  int PMPI_##call parameters;

DARUMA_MPI_CALL(Barrier_init, (MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Bcast_init,
                (void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Reduce_init, (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, int root,
                              MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Allreduce_init, (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                                 MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Scan_init, (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                            MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Exscan_init, (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Reduce_scatter_init, (const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype type,
                                      MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Reduce_scatter_block_init, (const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype type,
                                            MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Gather_init, (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                              MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Gatherv_init, (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                               const int* recvcounts, const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                               MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Scatter_init, (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                               MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Scatterv_init,
                (const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Allgather_init,
                (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Allgatherv_init,
                (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts,
                 const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Alltoall_init, (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                                MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Alltoallv_init, (const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
                                 void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
                                 MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Alltoallw_init,
                (const void* sendbuf, const int* sendcounts, const int* sdispls, const MPI_Datatype* sendtypes,
                 void* recvbuf, const int* recvcounts, const int* rdispls, const MPI_Datatype* recvtypes, MPI_Comm comm,
                 MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_allgather_init,
                (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_allgatherv_init,
                (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts,
                 const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_alltoall_init,
                (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_alltoallv_init,
                (const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype, void* recvbuf,
                 const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                 MPI_Request* request))
DARUMA_MPI_CALL(Neighbor_alltoallw_init,
                (const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls, const MPI_Datatype* sendtypes,
                 void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls, const MPI_Datatype* recvtypes,
                 MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Isendrecv,
                (const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Isendrecv_replace, (void* buf, int count, MPI_Datatype type, int dest, int sendtag, int source,
                                    int recvtag, MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Info_get_string, (MPI_Info info, const char* key, int* buflen, char* value, int* flag))
DARUMA_MPI_CALL(Info_create_env, (int argc, char** argv, MPI_Info* info))
DARUMA_MPI_CALL(Comm_idup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request))

DARUMA_MPI_CALL(Get_elements, (const MPI_Status* status, MPI_Datatype type, int* count))
DARUMA_MPI_CALL(Get_elements_x, (const MPI_Status* status, MPI_Datatype type, MPI_Count* count))
DARUMA_MPI_CALL(Type_create_darray,
                (int size, int rank, int ndims, const int* gsizes, const int* distribs, const int* dargs,
                 const int* psizes, int order, MPI_Datatype oldtype, MPI_Datatype* newtype))
DARUMA_MPI_CALL(Pack_external, (const char* datarep, const void* inbuf, int incount, MPI_Datatype type, void* outbuf,
                                MPI_Aint outsize, MPI_Aint* position))
DARUMA_MPI_CALL(Pack_external_size, (const char* datarep, int incount, MPI_Datatype type, MPI_Aint* size))
DARUMA_MPI_CALL(Unpack_external, (const char* datarep, const void* inbuf, MPI_Aint insize, MPI_Aint* position,
                                  void* outbuf, int outcount, MPI_Datatype type))
DARUMA_MPI_CALL(Publish_name, (const char* service, MPI_Info info, const char* port))
DARUMA_MPI_CALL(Unpublish_name, (const char* service, MPI_Info info, const char* port))
DARUMA_MPI_CALL(Lookup_name, (const char* service, MPI_Info info, char* port))
DARUMA_MPI_CALL(Status_c2f, (const MPI_Status* status, MPI_Fint* f_status))
DARUMA_MPI_CALL(Status_f2c, (const MPI_Fint* f_status, MPI_Status* status))
DARUMA_MPI_CALL(Status_c2f08, (const MPI_Status* status, MPI_F08_status* f08_status))
DARUMA_MPI_CALL(Status_f082c, (const MPI_F08_status* f08_status, MPI_Status* status))
DARUMA_MPI_CALL(Status_f2f08, (const MPI_Fint* f_status, MPI_F08_status* f08_status))
DARUMA_MPI_CALL(Status_f082f, (const MPI_F08_status* f08_status, MPI_Fint* f_status))

DARUMA_MPI_CALL(Compare_and_swap, (const void* origin, const void* compare, void* result, MPI_Datatype type,
                                   int target_rank, MPI_Aint at, MPI_Win win))

DARUMA_MPI_CALL(Register_datarep, (const char* datarep, MPI_Datarep_conversion_function* read_conversion_fn,
                                   MPI_Datarep_conversion_function* write_conversion_fn,
                                   MPI_Datarep_extent_function* dtype_file_extent_fn, void* extra_state))

#undef DARUMA_MPI_CALL

#ifdef __cplusplus
}
#endif

#include <daruma-large-counts.h>
#include <daruma-mpi-4.h>
#include <daruma-mpi-t.h>

#endif
