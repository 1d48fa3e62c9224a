/* DyProReconf: an MPI job that loses processes, shrinks and grows while it runs.
 *
 * The interface of DyProReconf (section 6.2, Fig. 3), for C and C++. Failure, shrink and growth come
 * back to one restart point, which the application sets with ulfm_dyprc_setjmp:
 *
 *   MPI_Init(&argc, &argv);
 *   newcomer = ulfm_dyprc_merge_child(&mworld);
 *   ulfm_dyprc_on_restart(call_restore, &state);            (optional)
 *   if (ulfm_dyprc_setjmp(mworld, newcomer) == 0)
 *     call_checkpoint();
 *   for (...) { do_calc(); ulfm_dyprc_poll(mworld); }
 *   ulfm_dyprc_finalize(&mworld);
 *
 * Like setjmp itself: the function that sets the restart point must not return before
 * ulfm_dyprc_finalize; its own local variables that changed since are lost at a restart unless they
 * are volatile; C++ objects with destructors must not live in functions below it during MPI calls.
 * MPIX_Comm_agree and MPIX_Comm_shrink on mworld are the runtime's: a call of the application's would
 * be matched with one of a recovery.
 */
#ifndef DARUMA_MODELS_DYPRC_ULFM_DYPRC_H
#define DARUMA_MODELS_DYPRC_ULFM_DYPRC_H

#include <mpi.h>
#include <setjmp.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the world communicator, after MPI_Init. Returns 1 in a process that joins a job that already
 * runs (spawned, or a spare that is now needed), 0 in those that begin it. Whenever the job changes,
 * the runtime frees *mworld and puts the new world there; the variable must stay where it is. */
int ulfm_dyprc_merge_child(MPI_Comm* mworld);

/* Has restart(argument) called in every process at the restart point, after the world was rebuilt and
 * before ulfm_dyprc_setjmp returns 1. It may communicate; a failure inside it leads to another restart. */
void ulfm_dyprc_on_restart(void (*restart)(void*), void* argument);

/* Sets the restart point. 0 the first time; 1 after a failure, after a resize, and the first time in a
 * newcomer. Use it as the condition of an if, while or switch, alone or compared with 0.
 *
 * The standard lists the expressions that may contain setjmp, and the ?: here is not among them. It
 * cannot be avoided: setjmp has to run in the caller's frame and yields 0 there, where a newcomer
 * needs 1. GCC, Clang and ICC treat a call of setjmp alike wherever it stands. */
#define ulfm_dyprc_setjmp(mworld, newcomer)                                                                            \
  (setjmp(*ulfm_dyprc_restart_point()) == 0 ? ulfm_dyprc_first_pass(mworld, newcomer) : ulfm_dyprc_restart(mworld))

/* Reads and carries out commands; every rank calls it. Returns the number of commands read. A resize
 * goes on at the restart point instead of returning; a rank that has to leave or die does so inside. */
int ulfm_dyprc_poll(MPI_Comm mworld);

/* 1 once a command has told the job to save where it is and to end, as ulfm_dyprc_finalize does; in every
 * rank after the same poll. Not in the paper: it is what a batch system asks of a job that makes room. */
int ulfm_dyprc_is_put_aside(void);

/* Ranks lost in the change that led to the last restart; 0 after a mere resize. */
int ulfm_dyprc_lost(void);

/* Ends the job in order, MPI_Finalize included, once every rank is here. If one was lost before that,
 * the others go back to the restart point: what it had done last may be lost with it. */
void ulfm_dyprc_finalize(MPI_Comm* mworld);

/* The three parts of ulfm_dyprc_setjmp. */
jmp_buf* ulfm_dyprc_restart_point(void);
int ulfm_dyprc_first_pass(MPI_Comm mworld, int newcomer);
int ulfm_dyprc_restart(MPI_Comm mworld);

#ifdef __cplusplus
}
#endif

#endif
