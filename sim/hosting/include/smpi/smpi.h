/* What programs for SMPI include: MPI, with SMPI's own macros and functions as SimGrid's header declares them (what
   they do here: sim/hosting/linked/smpi.c). SimGrid's header by itself has other handles. */

/* What compilers find old in macros is not for programs to hear of. */
#pragma GCC system_header

#include <mpi.h>
#ifndef DARUMA_MPI_H
#error "<smpi/smpi.h> is for simulation; a program for a real MPI includes <mpi.h>, and <daruma.h> for daruma_compute"
#endif

#ifndef SMPI_H /* mpi.h asks for SimGrid's */
#include_next <smpi/smpi.h>
#else
/* What SimGrid's brings along, which mpi.h keeps from programs that do not ask for it. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#ifdef __cplusplus
extern "C" {
#endif
void smpi_shared_free(void* data);
#ifdef __cplusplus
}
#endif
#endif
