/* MPI for simulated programs: SMPI's types and constants, and the error classes of the ULFM
   chapter. The functions behind the names are sim/mpi's. */
#ifndef DARUMA_MPI_H
#define DARUMA_MPI_H

#include <smpi/smpi.h>

/* ULFM's error classes, in the order in which Open MPI numbers them after its last class. */
enum {
  MPIX_ERR_PROC_FAILED = MPI_T_ERR_PVAR_NO_ATOMIC + 1,
  MPIX_ERR_PROC_FAILED_PENDING,
  MPIX_ERR_REVOKED,
  DARUMA_MPI_ERR_LASTCODE = MPIX_ERR_REVOKED
};
#define MPI_ERR_PROC_FAILED MPIX_ERR_PROC_FAILED
#define MPI_ERR_PROC_FAILED_PENDING MPIX_ERR_PROC_FAILED_PENDING
#define MPI_ERR_REVOKED MPIX_ERR_REVOKED

/* SMPI, which has no intercommunicators and no matched probes, gives these values that mean something else. */
#undef MPI_ROOT
#define MPI_ROOT (-777)
#undef MPI_MESSAGE_NO_PROC
#define MPI_MESSAGE_NO_PROC ((MPI_Message)-1)

#endif
