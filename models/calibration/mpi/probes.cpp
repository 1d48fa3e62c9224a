#include "models/calibration/mpi/probes.hpp"

namespace daruma::models::calibration {

namespace {

Program messages() {
  Program program{"probe-messages", probe_messages, {arguments::largest_message, arguments::repetitions}};
  program.what = "Measures messages between two ranks, of growing lengths.";
  program.metrics = {
      {"half_round_trip_s[length=<n>]", "s", Better::down,
       "Half a round trip of a message of that many bytes (median)."},
      {"send_s[length=<n>]", "s", Better::down, "Time of the call that sends it (median)."},
      {"receive_s[length=<n>]", "s", Better::down, "Time of the wait for it when it has long been there (median)."}};
  return program;
}

Program buffers() {
  Program program{"probe-buffers", probe_buffers, {arguments::largest_message, arguments::repetitions}};
  program.what =
      "Measures what ranks do with their own memory in collective operations, all at once, of growing lengths.";
  program.metrics = {
      {"copy_s[length=<n>]", "s", Better::down, "Time of MPI_Allgather of that many bytes by one rank (median)."},
      {"combine_s[length=<n>]", "s", Better::down, "Time of MPI_Reduce_local of that many bytes of floats (median)."}};
  return program;
}

Program collectives() {
  Program program{"probe-collectives", probe_collectives, {arguments::largest_message, arguments::repetitions}};
  program.what = "Measures collective operations of all ranks, of growing lengths.";
  for (const char* name :
       {"bcast_s[length=<n>]", "reduce_s[length=<n>]", "allreduce_s[length=<n>]", "reduce_scatter_s[length=<n>]",
        "gather_s[length=<n>]", "scatter_s[length=<n>]", "allgather_s[length=<n>]", "alltoall_s[length=<n>]"})
    program.metrics.push_back({name, "s", Better::down, "Time of that collective operation (the ranks' mean)."});
  return program;
}

Program library() {
  Program program{"probe-library", probe_library, {}};
  program.what = "Asks the library what it is set to, by MPI_T.";
  program.metrics = {
      {"eager_limit_B", "B", Better::neither, "Messages from there on wait for their receive."},
      {"dynamic_rules", "truth", Better::neither, "1 where the library may be told which algorithms to take."},
      {"forced[collective=<name>]", "count", Better::neither,
       "Number of the algorithm that it was told to take, or 0."}};
  return program;
}

Program operations() {
  Program program{"probe-operations", probe_operations, {arguments::repetitions, arguments::keep, arguments::window}};
  program.what = "Measures what all ranks do together while nothing fails.";
  program.metrics = {{"barrier_s", "s", Better::down, "Time of MPI_Barrier (median)."},
                     {"split_s", "s", Better::down, "Time of MPI_Comm_split (median)."},
                     {"agree_s", "s", Better::down, "Time of MPIX_Comm_agree (median)."},
                     {"shrink_s", "s", Better::down, "Time of MPIX_Comm_shrink without failures (median)."},
                     {"revoke_s", "s", Better::down, "Time until all ranks know of MPIX_Comm_revoke (median)."}};
  return program;
}

Program recovery() {
  Program program{
      "probe-recovery", probe_recovery, {arguments::kills, arguments::rounds, arguments::spawn, arguments::window}};
  program.what = "Measures what ranks take to notice deaths, to go on without the dead, and to start new processes.";
  program.metrics = {
      {"detection_s", "s", Better::down, "Time from a death until an operation with the dead process fails."},
      {"shrink_s", "s", Better::down, "Time of MPIX_Comm_shrink after a death."},
      {"recovery_s", "s", Better::down, "Time of detection and shrinking together."},
      {"spawn_s", "s", Better::down, "Time of MPI_Comm_spawn and the merge with the children."}};
  return program;
}

Program recovery_parts() {
  Program program{"probe-recovery-parts", probe_recovery_parts, {arguments::window}};
  program.what = "Measures where the time of a recovery goes, from a death until a new process has joined.";
  program.metrics = {
      {"detection_s", "s", Better::down, "Time from the death until the first survivor knows of it."},
      {"propagation_s", "s", Better::down, "Time from there until the last one does."},
      {"revoke_s", "s", Better::down, "Time from there until the last one has heard of the revocation."},
      {"shrink_s", "s", Better::down, "Time from there until the last one has the communicator of the survivors."},
      {"agree_s", "s", Better::down, "Time from there until the last one is back from MPIX_Comm_agree."},
      {"spawn_s", "s", Better::down, "Time from there until the last one is back from MPI_Comm_spawn."},
      {"merge_s", "s", Better::down, "Time from there until the last one has merged with the new process."},
      {"recovery_s", "s", Better::down, "Time of all parts together."}};
  return program;
}

} // namespace

const std::vector<Program>& programs() {
  static const std::vector<Program> all{messages(),   buffers(),  collectives(),   library(),
                                        operations(), recovery(), recovery_parts()};
  return all;
}

} // namespace daruma::models::calibration
