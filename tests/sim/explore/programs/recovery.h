/* What the programs of this folder have in common, all of it right: how they begin, agree, repair and end. */
#ifndef RECOVERY_H
#define RECOVERY_H

#include <mpi.h>

#include <mpi-ext.h> /* Open MPI's needs what mpi.h declares */
#include <stdio.h>
#ifdef DARUMA
#include <daruma.h>
#else
#define daruma_compute(flops)
#endif

enum { steps = 2, items = 12 };

static inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

static inline int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

/* Those of a communicator who are left; errors are returned in it. */
static inline MPI_Comm survivors_of(MPI_Comm comm) {
  MPI_Comm survivors;
  MPIX_Comm_shrink(comm, &survivors);
  MPI_Comm_set_errhandler(survivors, MPI_ERRORS_RETURN);
  return survivors;
}

/* Everybody who is there after MPI_Init. */
static inline MPI_Comm begin(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  return survivors_of(MPI_COMM_WORLD);
}

/* Whether all say yes and nobody has failed; the same for all who call it. */
static inline int all_say(MPI_Comm comm, int yes) {
  const int error = MPIX_Comm_agree(comm, &yes);
  return yes && error == MPI_SUCCESS;
}

/* The survivors' communicator in the place of the old one. */
static inline void repair(MPI_Comm* comm) {
  MPIX_Comm_revoke(*comm);
  const MPI_Comm survivors = survivors_of(*comm);
  MPI_Comm_free(comm);
  *comm = survivors;
}

/* This rank's part of a step's work: whoever is left does all items between them, so the sum of all parts is the same
   for any number of ranks. */
static inline long part_of(MPI_Comm comm, int step) {
  const int size = size_of(comm);
  long part = 0;
  for (int item = rank_in(comm); item < items; item += size) {
    daruma_compute(1e7);
    part += (long)(step + 1) * (item + 1);
  }
  return part;
}

/* The lowest rank prints the answer; nobody leaves before all know that it is printed. */
static inline void end(MPI_Comm comm, long answer) {
  for (;;) {
    if (rank_in(comm) == 0) {
      printf("the answer is %ld\n", answer);
      fflush(stdout);
    }
    if (all_say(comm, 1)) break;
    repair(&comm);
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
}

#endif
