/* Process migration inside an MPI program: the scheme of Yazawa and Hibino (section 2), for C and C++.
 *
 * No more than MPI-1 is needed. More processes are started than compute; the others stand by. Now and
 * then all of them meet in migratable_chkpt: a barrier, the load of all nodes to a controller (rank 0
 * of the world), its decision, the memory of whoever moves by message, the new redirect table to all,
 * a barrier. Between two such calls nobody moves.
 *
 *   migratable_begin(MPI_COMM_WORLD, &terms);
 *   migratable_register(field, sizeof field);               (in every process, in the same order)
 *   for (;;) {
 *     if (migratable_rank() >= 0 && is_done()) break;
 *     if (migratable_rank() < 0 || is_due()) {
 *       if (migratable_chkpt(&progress) == MIGRATABLE_OVER) break;
 *     } else {
 *       iterate(migratable_comm());
 *     }
 *   }
 *   migratable_end();
 *
 * Only registered memory moves. What does not lie there has to follow from it and from the rank.
 */
#ifndef DARUMA_MODELS_MIGRATION_MIGRATABLE_H
#define DARUMA_MODELS_MIGRATION_MIGRATABLE_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MIGRATABLE_GOES_ON = 0, MIGRATABLE_OVER = 1 };

/* By what the load of a node is known: what its system says, or how slowly the process there has computed
 * beside the fastest; the latter sees no load where nobody computes. */
enum { MIGRATABLE_BY_SYSTEM = 0, MIGRATABLE_BY_PROGRESS = 1 };

typedef struct {
  int active;         /* processes that compute; the others of the world stand by */
  int per_node;       /* how many of them may compute on one node at most */
  const char* policy; /* "never", "greedy", "hysteresis", or "swap" without thresholds */
  int load;           /* MIGRATABLE_BY_SYSTEM or MIGRATABLE_BY_PROGRESS */
} migratable_terms;

/* Of a process that computes, in seconds; one that stands by has none. */
typedef struct {
  double computed;  /* it took so long to compute since the last checkpoint */
  double remaining; /* it would still compute so long on a node of its own */
} migratable_progress;

/* Every process of `world` calls it, with the same terms. Ranks of the job go to the first processes of the
 * world whose nodes (as MPI_Get_processor_name tells them apart) have room. */
void migratable_begin(MPI_Comm world, const migratable_terms* terms);

/* `memory` goes along when this process moves, and is overwritten when another one moves here. */
void migratable_register(void* memory, size_t bytes);

/* The rank of the job that this process computes as now; -1 while it stands by. */
int migratable_rank(void);

/* The processes that compute, by their ranks in the job: the redirect table, as MPI sees it. MPI_COMM_NULL in those
 * that stand by; valid until the next checkpoint. */
MPI_Comm migratable_comm(void);

/* Here a process may move. Returns MIGRATABLE_OVER in those that stand by once the others have ended. */
int migratable_chkpt(const migratable_progress* progress);

/* Migrations so far. */
int migratable_migrations(void);

/* All that compute call it when they are done, together; the others after MIGRATABLE_OVER. */
void migratable_end(void);

#ifdef __cplusplus
}
#endif

#endif
