// The calls of MPI that are not simulated: each says so, and what to use instead.
//
// They come without their parameters, which nobody reads; so this file does not see MPI's declarations of them.
#include "sim/mpi/api/refuse.hpp"

// clang-format off
#define DARUMA_ONE_SIDED(CALL, WHY) \
  CALL(MPI_Accumulate, WHY) CALL(MPI_Compare_and_swap, WHY) CALL(MPI_Fetch_and_op, WHY) CALL(MPI_Get, WHY) \
  CALL(MPI_Get_accumulate, WHY) CALL(MPI_Put, WHY) CALL(MPI_Raccumulate, WHY) CALL(MPI_Rget, WHY) \
  CALL(MPI_Rget_accumulate, WHY) CALL(MPI_Rput, WHY) CALL(MPI_Win_allocate, WHY) CALL(MPI_Win_allocate_shared, WHY) \
  CALL(MPI_Win_attach, WHY) CALL(MPI_Win_c2f, WHY) CALL(MPI_Win_call_errhandler, WHY) CALL(MPI_Win_complete, WHY) \
  CALL(MPI_Win_create, WHY) CALL(MPI_Win_create_dynamic, WHY) CALL(MPI_Win_create_errhandler, WHY) \
  CALL(MPI_Win_create_keyval, WHY) CALL(MPI_Win_delete_attr, WHY) CALL(MPI_Win_detach, WHY) CALL(MPI_Win_f2c, WHY) \
  CALL(MPI_Win_fence, WHY) CALL(MPI_Win_flush, WHY) CALL(MPI_Win_flush_all, WHY) CALL(MPI_Win_flush_local, WHY) \
  CALL(MPI_Win_flush_local_all, WHY) CALL(MPI_Win_free, WHY) CALL(MPI_Win_free_keyval, WHY) \
  CALL(MPI_Win_get_attr, WHY) CALL(MPI_Win_get_errhandler, WHY) CALL(MPI_Win_get_group, WHY) \
  CALL(MPI_Win_get_info, WHY) CALL(MPI_Win_get_name, WHY) CALL(MPI_Win_lock, WHY) CALL(MPI_Win_lock_all, WHY) \
  CALL(MPI_Win_post, WHY) CALL(MPI_Win_set_attr, WHY) CALL(MPI_Win_set_errhandler, WHY) CALL(MPI_Win_set_info, WHY) \
  CALL(MPI_Win_set_name, WHY) CALL(MPI_Win_shared_query, WHY) CALL(MPI_Win_start, WHY) CALL(MPI_Win_sync, WHY) \
  CALL(MPI_Win_test, WHY) CALL(MPI_Win_unlock, WHY) CALL(MPI_Win_unlock_all, WHY) CALL(MPI_Win_wait, WHY)

#define DARUMA_FILES(CALL, WHY) \
  CALL(MPI_File_c2f, WHY) CALL(MPI_File_call_errhandler, WHY) CALL(MPI_File_close, WHY) \
  CALL(MPI_File_create_errhandler, WHY) CALL(MPI_File_delete, WHY) CALL(MPI_File_f2c, WHY) \
  CALL(MPI_File_get_amode, WHY) CALL(MPI_File_get_atomicity, WHY) CALL(MPI_File_get_byte_offset, WHY) \
  CALL(MPI_File_get_errhandler, WHY) CALL(MPI_File_get_group, WHY) CALL(MPI_File_get_info, WHY) \
  CALL(MPI_File_get_position, WHY) CALL(MPI_File_get_position_shared, WHY) CALL(MPI_File_get_size, WHY) \
  CALL(MPI_File_get_type_extent, WHY) CALL(MPI_File_get_view, WHY) CALL(MPI_File_iread, WHY) \
  CALL(MPI_File_iread_all, WHY) CALL(MPI_File_iread_at, WHY) CALL(MPI_File_iread_at_all, WHY) \
  CALL(MPI_File_iread_shared, WHY) CALL(MPI_File_iwrite, WHY) CALL(MPI_File_iwrite_all, WHY) \
  CALL(MPI_File_iwrite_at, WHY) CALL(MPI_File_iwrite_at_all, WHY) CALL(MPI_File_iwrite_shared, WHY) \
  CALL(MPI_File_open, WHY) CALL(MPI_File_preallocate, WHY) CALL(MPI_File_read, WHY) CALL(MPI_File_read_all, WHY) \
  CALL(MPI_File_read_all_begin, WHY) CALL(MPI_File_read_all_end, WHY) CALL(MPI_File_read_at, WHY) \
  CALL(MPI_File_read_at_all, WHY) CALL(MPI_File_read_at_all_begin, WHY) CALL(MPI_File_read_at_all_end, WHY) \
  CALL(MPI_File_read_ordered, WHY) CALL(MPI_File_read_ordered_begin, WHY) CALL(MPI_File_read_ordered_end, WHY) \
  CALL(MPI_File_read_shared, WHY) CALL(MPI_File_seek, WHY) CALL(MPI_File_seek_shared, WHY) \
  CALL(MPI_File_set_atomicity, WHY) CALL(MPI_File_set_errhandler, WHY) CALL(MPI_File_set_info, WHY) \
  CALL(MPI_File_set_size, WHY) CALL(MPI_File_set_view, WHY) CALL(MPI_File_sync, WHY) CALL(MPI_File_write, WHY) \
  CALL(MPI_File_write_all, WHY) CALL(MPI_File_write_all_begin, WHY) CALL(MPI_File_write_all_end, WHY) \
  CALL(MPI_File_write_at, WHY) CALL(MPI_File_write_at_all, WHY) CALL(MPI_File_write_at_all_begin, WHY) \
  CALL(MPI_File_write_at_all_end, WHY) CALL(MPI_File_write_ordered, WHY) CALL(MPI_File_write_ordered_begin, WHY) \
  CALL(MPI_File_write_ordered_end, WHY) CALL(MPI_File_write_shared, WHY) CALL(MPI_Register_datarep, WHY)

#define DARUMA_PORTS(CALL, WHY) \
  CALL(MPI_Close_port, WHY) CALL(MPI_Comm_accept, WHY) CALL(MPI_Comm_connect, WHY) CALL(MPI_Comm_join, WHY) \
  CALL(MPI_Lookup_name, WHY) CALL(MPI_Open_port, WHY) CALL(MPI_Publish_name, WHY) CALL(MPI_Unpublish_name, WHY)

#define DARUMA_NEIGHBOURHOODS(CALL, WHY) \
  CALL(MPI_Dist_graph_create, WHY) CALL(MPI_Dist_graph_create_adjacent, WHY) CALL(MPI_Dist_graph_neighbors, WHY) \
  CALL(MPI_Dist_graph_neighbors_count, WHY) CALL(MPI_Graph_create, WHY) CALL(MPI_Graph_get, WHY) \
  CALL(MPI_Graph_map, WHY) CALL(MPI_Graph_neighbors, WHY) CALL(MPI_Graph_neighbors_count, WHY) \
  CALL(MPI_Graphdims_get, WHY) CALL(MPI_Ineighbor_allgather, WHY) CALL(MPI_Ineighbor_allgatherv, WHY) \
  CALL(MPI_Ineighbor_alltoall, WHY) CALL(MPI_Ineighbor_alltoallv, WHY) CALL(MPI_Ineighbor_alltoallw, WHY) \
  CALL(MPI_Neighbor_allgather, WHY) CALL(MPI_Neighbor_allgatherv, WHY) CALL(MPI_Neighbor_alltoall, WHY) \
  CALL(MPI_Neighbor_alltoallv, WHY) CALL(MPI_Neighbor_alltoallw, WHY)

#define DARUMA_FORTRAN_HANDLES(CALL, WHY) \
  CALL(MPI_Comm_c2f, WHY) CALL(MPI_Comm_f2c, WHY) CALL(MPI_Errhandler_c2f, WHY) CALL(MPI_Errhandler_f2c, WHY) \
  CALL(MPI_Group_c2f, WHY) CALL(MPI_Group_f2c, WHY) CALL(MPI_Message_c2f, WHY) CALL(MPI_Message_f2c, WHY) \
  CALL(MPI_Request_c2f, WHY) CALL(MPI_Request_f2c, WHY) CALL(MPI_Status_c2f, WHY) CALL(MPI_Status_f2c, WHY)

#define DARUMA_GENERALIZED_REQUESTS(CALL, WHY) \
  CALL(MPI_Grequest_complete, WHY) CALL(MPI_Grequest_start, WHY)

#define DARUMA_ELEMENTS(CALL, WHY) \
  CALL(MPI_Get_elements, WHY) CALL(MPI_Get_elements_x, WHY)

#define DARUMA_PORTABLE_PACKING(CALL, WHY) \
  CALL(MPI_Pack_external, WHY) CALL(MPI_Pack_external_size, WHY) CALL(MPI_Unpack_external, WHY)

#define DARUMA_DATATYPES(CALL, WHY) \
  CALL(MPI_Type_create_darray, WHY) CALL(MPI_Type_create_f90_complex, WHY) CALL(MPI_Type_create_f90_integer, WHY) \
  CALL(MPI_Type_create_f90_real, WHY) CALL(MPI_Type_match_size, WHY)

// SimGrid 4.0 declares these, too.
#define DARUMA_PAIRED(CALL, WHY) \
  CALL(MPI_Isendrecv, WHY) CALL(MPI_Isendrecv_replace, WHY)

#define DARUMA_PARTITIONED(CALL, WHY) \
  CALL(MPI_Parrived, WHY) CALL(MPI_Pready, WHY) CALL(MPI_Pready_list, WHY) CALL(MPI_Pready_range, WHY) \
  CALL(MPI_Precv_init, WHY) CALL(MPI_Psend_init, WHY)
// clang-format on

namespace daruma::mpi {

namespace {

constexpr const char* one_sided = "one-sided communication is not simulated; use MPI_Send and MPI_Recv";
constexpr const char* files =
    "parallel files are not simulated; use the C library's files, or a checkpoint of the scenario";
constexpr const char* ports = "jobs that find each other are not simulated; use MPI_Comm_spawn or MPI_Intercomm_create";
constexpr const char* neighbourhoods =
    "graphs and neighbourhood collectives are not simulated; use MPI_Cart_create and MPI_Sendrecv";
constexpr const char* fortran_handles = "handles for Fortran are not simulated; pass on the C handle";
constexpr const char* generalized_requests = "generalized requests are not simulated; use a flag of the program's own";
constexpr const char* elements = "counting the elements of a derived datatype is not simulated; use MPI_Get_count";
constexpr const char* portable_packing =
    "the portable data representation is not simulated; use MPI_Pack and MPI_Unpack";
constexpr const char* datatypes =
    "this constructor of datatypes is not simulated; use MPI_Type_create_subarray or a named datatype";
constexpr const char* paired = "this call is not simulated; use MPI_Isend and MPI_Irecv";
constexpr const char* partitioned = "partitioned communication is not simulated; use MPI_Send_init and MPI_Start";

} // namespace

#define DARUMA_REFUSE(call, why)                                                                                       \
  void call() { refuse(#call, why); }                                                                                  \
  void P##call() { refuse("P" #call, why); }

extern "C" {

DARUMA_ONE_SIDED(DARUMA_REFUSE, one_sided)
DARUMA_FILES(DARUMA_REFUSE, files)
DARUMA_PORTS(DARUMA_REFUSE, ports)
DARUMA_NEIGHBOURHOODS(DARUMA_REFUSE, neighbourhoods)
DARUMA_FORTRAN_HANDLES(DARUMA_REFUSE, fortran_handles)
DARUMA_GENERALIZED_REQUESTS(DARUMA_REFUSE, generalized_requests)
DARUMA_ELEMENTS(DARUMA_REFUSE, elements)
DARUMA_PORTABLE_PACKING(DARUMA_REFUSE, portable_packing)
DARUMA_DATATYPES(DARUMA_REFUSE, datatypes)
DARUMA_PAIRED(DARUMA_REFUSE, paired)
DARUMA_PARTITIONED(DARUMA_REFUSE, partitioned)
}

} // namespace daruma::mpi
