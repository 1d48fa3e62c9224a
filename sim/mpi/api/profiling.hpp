// MPI's profiling interface (MPI 3.1, section 14.2): sim/mpi's functions are PMPI_X, and MPI_X is another name of each
// that a profiling library may take over.
//
// Whoever defines or calls one of them includes this header, so that the code carries the name PMPI_X;
// profiling.cpp adds the other name. SMPI's functions of the same names are replaced by that. What SMPI
// answers itself (bindings_lent.cpp) keeps SMPI's PMPI_X.
#pragma once

#include <mpi-ext.h>
#include <mpi.h>

// clang-format off
#define DARUMA_EVERY_OWN_CALL(CALL) \
  CALL(MPI_Abort) CALL(MPI_Add_error_class) CALL(MPI_Add_error_code) CALL(MPI_Add_error_string) CALL(MPI_Allgather) \
  CALL(MPI_Allgatherv) CALL(MPI_Alloc_mem) CALL(MPI_Allreduce) CALL(MPI_Alltoall) CALL(MPI_Alltoallv) \
  CALL(MPI_Alltoallw) CALL(MPI_Attr_delete) CALL(MPI_Attr_get) CALL(MPI_Attr_put) CALL(MPI_Barrier) CALL(MPI_Bcast) \
  CALL(MPI_Bsend) CALL(MPI_Bsend_init) CALL(MPI_Buffer_attach) CALL(MPI_Buffer_detach) CALL(MPI_Cancel) \
  CALL(MPI_Cart_coords) CALL(MPI_Cart_create) CALL(MPI_Cart_get) CALL(MPI_Cart_map) CALL(MPI_Cart_rank) \
  CALL(MPI_Cart_shift) CALL(MPI_Cart_sub) CALL(MPI_Cartdim_get) CALL(MPI_Comm_call_errhandler) CALL(MPI_Comm_compare) \
  CALL(MPI_Comm_create) CALL(MPI_Comm_create_errhandler) CALL(MPI_Comm_create_group) CALL(MPI_Comm_create_keyval) \
  CALL(MPI_Comm_delete_attr) CALL(MPI_Comm_disconnect) CALL(MPI_Comm_dup) CALL(MPI_Comm_dup_with_info) \
  CALL(MPI_Comm_free) CALL(MPI_Comm_free_keyval) CALL(MPI_Comm_get_attr) CALL(MPI_Comm_get_errhandler) \
  CALL(MPI_Comm_get_info) CALL(MPI_Comm_get_name) CALL(MPI_Comm_get_parent) CALL(MPI_Comm_group) CALL(MPI_Comm_idup) \
  CALL(MPI_Comm_rank) CALL(MPI_Comm_remote_group) CALL(MPI_Comm_remote_size) CALL(MPI_Comm_set_attr) \
  CALL(MPI_Comm_set_errhandler) CALL(MPI_Comm_set_info) CALL(MPI_Comm_set_name) CALL(MPI_Comm_size) \
  CALL(MPI_Comm_spawn) CALL(MPI_Comm_spawn_multiple) CALL(MPI_Comm_split) CALL(MPI_Comm_split_type) \
  CALL(MPI_Comm_test_inter) CALL(MPI_Dims_create) CALL(MPI_Errhandler_create) CALL(MPI_Errhandler_free) \
  CALL(MPI_Errhandler_get) CALL(MPI_Errhandler_set) CALL(MPI_Error_class) CALL(MPI_Error_string) CALL(MPI_Exscan) \
  CALL(MPI_Finalize) CALL(MPI_Finalized) CALL(MPI_Free_mem) CALL(MPI_Gather) CALL(MPI_Gatherv) \
  CALL(MPI_Get_library_version) CALL(MPI_Get_processor_name) CALL(MPI_Get_version) CALL(MPI_Group_compare) \
  CALL(MPI_Group_difference) CALL(MPI_Group_excl) CALL(MPI_Group_free) CALL(MPI_Group_incl) \
  CALL(MPI_Group_intersection) CALL(MPI_Group_range_excl) CALL(MPI_Group_range_incl) CALL(MPI_Group_rank) \
  CALL(MPI_Group_size) CALL(MPI_Group_translate_ranks) CALL(MPI_Group_union) CALL(MPI_Iallgather) \
  CALL(MPI_Iallgatherv) CALL(MPI_Iallreduce) CALL(MPI_Ialltoall) CALL(MPI_Ialltoallv) CALL(MPI_Ialltoallw) \
  CALL(MPI_Ibarrier) CALL(MPI_Ibcast) CALL(MPI_Ibsend) CALL(MPI_Iexscan) CALL(MPI_Igather) CALL(MPI_Igatherv) \
  CALL(MPI_Improbe) CALL(MPI_Imrecv) CALL(MPI_Init_thread) CALL(MPI_Initialized) \
  CALL(MPI_Intercomm_create) CALL(MPI_Intercomm_merge) CALL(MPI_Iprobe) CALL(MPI_Irecv) CALL(MPI_Ireduce) \
  CALL(MPI_Ireduce_scatter) CALL(MPI_Ireduce_scatter_block) CALL(MPI_Irsend) CALL(MPI_Is_thread_main) CALL(MPI_Iscan) \
  CALL(MPI_Iscatter) CALL(MPI_Iscatterv) CALL(MPI_Isend) CALL(MPI_Issend) CALL(MPI_Keyval_create) \
  CALL(MPI_Keyval_free) CALL(MPI_Mprobe) CALL(MPI_Mrecv) CALL(MPI_Pack) CALL(MPI_Pack_size) CALL(MPI_Pcontrol) \
  CALL(MPI_Probe) CALL(MPI_Query_thread) CALL(MPI_Recv) CALL(MPI_Recv_init) CALL(MPI_Reduce) CALL(MPI_Reduce_scatter) \
  CALL(MPI_Reduce_scatter_block) CALL(MPI_Request_free) CALL(MPI_Request_get_status) CALL(MPI_Rsend) \
  CALL(MPI_Rsend_init) CALL(MPI_Scan) CALL(MPI_Scatter) CALL(MPI_Scatterv) CALL(MPI_Send) CALL(MPI_Send_init) \
  CALL(MPI_Sendrecv) CALL(MPI_Sendrecv_replace) CALL(MPI_Ssend) CALL(MPI_Ssend_init) CALL(MPI_Start) \
  CALL(MPI_Startall) CALL(MPI_Status_set_elements) CALL(MPI_Status_set_elements_x) CALL(MPI_Test) \
  CALL(MPI_Test_cancelled) CALL(MPI_Testall) CALL(MPI_Testany) CALL(MPI_Testsome) CALL(MPI_Topo_test) \
  CALL(MPI_Unpack) CALL(MPI_Wait) CALL(MPI_Waitall) CALL(MPI_Waitany) CALL(MPI_Waitsome) CALL(MPI_Wtick) \
  CALL(MPI_Wtime) CALL(MPIX_Comm_ack_failed) CALL(MPIX_Comm_agree) CALL(MPIX_Comm_failure_ack) \
  CALL(MPIX_Comm_failure_get_acked) CALL(MPIX_Comm_get_failed) CALL(MPIX_Comm_iagree) CALL(MPIX_Comm_is_revoked) \
  CALL(MPIX_Comm_ishrink) CALL(MPIX_Comm_revoke) CALL(MPIX_Comm_shrink)
// clang-format on

// NOLINTNEXTLINE(bugprone-macro-parentheses): it is a name
#define DARUMA_CARRIES_PROFILED_NAME(call) decltype(P##call) call asm("P" #call);

namespace daruma::mpi {
extern "C" {
DARUMA_EVERY_OWN_CALL(DARUMA_CARRIES_PROFILED_NAME)
int MPI_Init(int*, char***) asm("PMPI_Init"); // not on the list: SimGrid 4 has two of that name
}
} // namespace daruma::mpi

#undef DARUMA_CARRIES_PROFILED_NAME
