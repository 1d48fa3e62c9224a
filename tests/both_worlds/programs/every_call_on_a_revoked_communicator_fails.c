/* After a revocation that a process knows of, each of its calls on the communicator fails at once, but those that
   repair: MPIX_Comm_agree, MPIX_Comm_shrink, and what is local.

   ranks 2
   0, 1: send REVOKED
   0, 1: receive REVOKED
   0, 1: probe REVOKED
   0, 1: barrier REVOKED
   0, 1: bcast REVOKED
   0, 1: reduce REVOKED
   0, 1: allreduce REVOKED
   0, 1: gather REVOKED
   0, 1: scatter REVOKED
   0, 1: allgather REVOKED
   0, 1: alltoall REVOKED
   0, 1: scan REVOKED
   0, 1: dup REVOKED
   0, 1: split REVOKED
   0, 1: create REVOKED
   0, 1: agree SUCCESS
   0, 1: size 2 */
#include "outcomes.h"

static void know(MPI_Comm comm) {
  int is_revoked = 0;
  while (!is_revoked) {
    int arrived = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
    MPIX_Comm_is_revoked(comm, &is_revoked);
  }
}

int main(int argc, char** argv) {
  int in[2] = {1, 1};
  int out[2] = {0, 0};
  int flag = 1;
  MPI_Comm comm;
  MPI_Comm made;
  MPI_Group group;
  begin(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_group(comm, &group);
  if (rank == 0) MPIX_Comm_revoke(comm);
  know(comm);
  say("send", MPI_Send(in, 1, MPI_INT, 1 - rank, 0, comm));
  say("receive", MPI_Recv(out, 1, MPI_INT, 1 - rank, 0, comm, MPI_STATUS_IGNORE));
  say("probe", MPI_Probe(1 - rank, 0, comm, MPI_STATUS_IGNORE));
  say("barrier", MPI_Barrier(comm));
  say("bcast", MPI_Bcast(out, 1, MPI_INT, 0, comm));
  say("reduce", MPI_Reduce(in, out, 1, MPI_INT, MPI_SUM, 0, comm));
  say("allreduce", MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, comm));
  say("gather", MPI_Gather(in, 1, MPI_INT, out, 1, MPI_INT, 0, comm));
  say("scatter", MPI_Scatter(in, 1, MPI_INT, out, 1, MPI_INT, 0, comm));
  say("allgather", MPI_Allgather(in, 1, MPI_INT, out, 1, MPI_INT, comm));
  say("alltoall", MPI_Alltoall(in, 1, MPI_INT, out, 1, MPI_INT, comm));
  say("scan", MPI_Scan(in, out, 1, MPI_INT, MPI_SUM, comm));
  say("dup", MPI_Comm_dup(comm, &made));
  say("split", MPI_Comm_split(comm, 0, rank, &made));
  say("create", MPI_Comm_create(comm, group, &made));
  say("agree", MPIX_Comm_agree(comm, &flag));
  MPIX_Comm_shrink(comm, &made);
  count("size", size_of(made));
  MPI_Comm_free(&made);
  MPI_Group_free(&group);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
