/* The ULFM interface under the names that MPICH and Open MPI share. */
#ifndef DARUMA_MPI_EXT_H
#define DARUMA_MPI_EXT_H

#include <mpi.h>

#define MPIX_FT_SUPPORT 1
/* By these programs ask, as in Open MPI, for calls that came later than the others. */
#define OMPI_HAVE_MPIX_COMM_ISHRINK 1
#define OMPI_HAVE_MPIX_COMM_GET_FAILED 1
#define OMPI_HAVE_MPIX_COMM_ACK_FAILED 1

#ifdef __cplusplus
extern "C" {
#endif

int MPIX_Comm_revoke(MPI_Comm comm);
int MPIX_Comm_is_revoked(MPI_Comm comm, int* flag);
int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm);
int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request);
int MPIX_Comm_agree(MPI_Comm comm, int* flag);
int MPIX_Comm_iagree(MPI_Comm comm, int* flag, MPI_Request* request);
int MPIX_Comm_failure_ack(MPI_Comm comm);
int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failed);
int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group* failed);
int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int* num_acked);
int MPIX_Comm_agree_failed(MPI_Comm comm, MPI_Group* failed);
int MPIX_Comm_iagree_failed(MPI_Comm comm, MPI_Group* failed, MPI_Request* request);
/* As the MPI Forum's issue calls them. */
#define MPI_Comm_agree_failed MPIX_Comm_agree_failed
#define MPI_Comm_iagree_failed MPIX_Comm_iagree_failed

/* The names for profiling libraries. */
int PMPIX_Comm_revoke(MPI_Comm comm);
int PMPIX_Comm_is_revoked(MPI_Comm comm, int* flag);
int PMPIX_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm);
int PMPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request);
int PMPIX_Comm_agree(MPI_Comm comm, int* flag);
int PMPIX_Comm_iagree(MPI_Comm comm, int* flag, MPI_Request* request);
int PMPIX_Comm_failure_ack(MPI_Comm comm);
int PMPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failed);
int PMPIX_Comm_get_failed(MPI_Comm comm, MPI_Group* failed);
int PMPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int* num_acked);
int PMPIX_Comm_agree_failed(MPI_Comm comm, MPI_Group* failed);
int PMPIX_Comm_iagree_failed(MPI_Comm comm, MPI_Group* failed, MPI_Request* request);

#ifdef __cplusplus
}
#endif

#endif
