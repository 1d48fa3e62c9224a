#include "models/metrics.hpp"

namespace daruma::models {

namespace {

constexpr auto up = Better::up;
constexpr auto down = Better::down;
constexpr auto neither = Better::neither;

std::vector<Metric> with(std::vector<Metric> metrics, const std::vector<Metric>& more) {
  metrics.insert(metrics.end(), more.begin(), more.end());
  return metrics;
}

/// Of DyProReconf, below every program that it reconfigures.
std::vector<Metric> of_dyprc() {
  return {{"recovery_<n>_s", "s", down,
           "Time from the last moment before the n-th restart at which all ranks were well until it was done."},
          {"restart_<n>_s", "s", down, "Time from the first failure before the n-th restart until it was done."}};
}

/// Of Migratable, below every program that it migrates.
std::vector<Metric> of_migratable() {
  return {{"migrations", "count", neither, "Ranks that went on in another process, each time counted."},
          {"migration_s", "s", down, "Time that the last migration took, from the decision to the last transfer."},
          {"transfer_s", "s", down, "Time that the last transfer of a rank's state took."}};
}

} // namespace

const std::vector<ModelMetrics>& metrics() {
  static const std::vector<ModelMetrics> all{
      {"dyprc-sendrecv",
       with(of_dyprc(), {{"sendrecv_ms[loop=<n>,ranks=<n>,length=<n>]", "ms", down,
                          "Time of one MPI_Sendrecv with both neighbours on a ring, by loop, ranks and bytes."}})},
      {"dyprc-iterate", with(of_dyprc(), {{"iteration_ms", "ms", down, "Time of an iteration, on average."},
                                          {"iterations", "count", neither,
                                           "Iterations that were completed, those done again counted again."}})},
      {"spares-stencil",
       {{"exchange_ms[failures=<n>]", "ms", down, "Time of a halo exchange after that many failures, on average."},
        {"slowdown[failures=<n>]", "ratio", down,
         "Time of a halo exchange after that many failures over that before all."},
        {"moved[failures=<n>]", "count", down, "Ranks that moved to another node after that many failures."},
        {"slowdown", "ratio", down,
         "Time of a halo exchange over that before all failures, on average over all steps."},
        {"steps", "count", up, "Steps of the stencil that were completed."}}},
      {"migr-laplace",
       with(of_migratable(), {{"solve_s", "s", down, "Time until Laplace's equation was solved."},
                              {"iterations", "count", neither, "Iterations that the solution took."},
                              {"residual", "1", down, "Change of the solution in the last iteration (Euclidean norm)."},
                              {"mean", "1", neither, "Mean of the solution over all points."}})},
      {"falanx-sleep",
       {{"completed", "count", up, "Tasks whose result came back."},
        {"failed", "count", down, "Tasks whose worker died, each time counted."},
        {"dropped", "count", down, "Tasks that were not submitted again after they failed."},
        {"data_losses", "count", down, "Results or inputs that the data store had lost."},
        {"wrong", "count", down, "Tasks whose result was not the right one."},
        {"setup_s", "s", down, "Time of the job before and after its main logic."},
        {"main_logic_s", "s", down, "Time of the main logic beyond the baseline."},
        {"baseline_s", "s", neither, "Time of all tasks shared out evenly, were there nothing else to do."},
        {"total_s", "s", down, "Time of the whole job."},
        {"lost_races", "count", down,
         "Tasks that a starter tried to take after another had taken them, over all starters."},
        {"lost_races_<starter>", "count", down,
         "Tasks that this starter tried to take after another had taken them."}}},
      {"store-operations",
       {{"create_s", "s", down, "Time to create a node of the tree store, one client alone (median)."},
        {"read_s", "s", down, "Time to read a node, one client alone (median)."},
        {"read_rested_s", "s", down, "Time to read a node after a long rest (median)."},
        {"read_after_short_rest_s", "s", down, "Time to read a node after a short rest (median)."},
        {"remove_s", "s", down, "Time to remove a node, one client alone (median)."},
        {"list_s", "s", down, "Time to list a node's children, one client alone (median)."},
        {"create_together_s", "s", down, "Time that one creation adds where all clients create at once."},
        {"read_together_s", "s", down, "Time that one read adds where all clients read at once."},
        {"list_together_s", "s", down, "Time that one list adds where all clients list at once."},
        {"refuse_together_s", "s", down, "Time that one refused removal adds where all clients ask for it at once."},
        {"create_among_readers_s", "s", down, "Time that one creation takes while the other clients read."}}},
      {"store-take",
       {{"took_s", "s", down, "Time until all tasks had been taken and done."},
        {"beyond_ideal_s", "s", down, "That time beyond what the tasks take, shared out evenly."},
        {"lost_races_per_task", "ratio", down, "Attempts to take a task that another client had taken, per task."}}},
      {"watched-steps",
       {{"step_s", "s", down, "Time of a step, on average."},
        {"messages", "count", down, "Messages that watching took, over all processes."},
        {"bytes", "B", down, "Bytes that these messages carried."},
        {"cpu_share", "ratio", down, "Part of a process's time that watching took, on average."}}},
      {"probe-messages",
       {{"half_round_trip_s[length=<n>]", "s", down, "Half a round trip of a message of that many bytes (median)."}}},
      {"probe-operations",
       {{"barrier_s", "s", down, "Time of MPI_Barrier (median)."},
        {"split_s", "s", down, "Time of MPI_Comm_split (median)."},
        {"agree_s", "s", down, "Time of MPIX_Comm_agree (median)."},
        {"shrink_s", "s", down, "Time of MPIX_Comm_shrink without failures (median)."},
        {"revoke_s", "s", down, "Time until all ranks know of MPIX_Comm_revoke (median)."}}},
      {"probe-recovery",
       {{"detection_s", "s", down, "Time from a death until an operation with the dead process fails."},
        {"shrink_s", "s", down, "Time of MPIX_Comm_shrink after a death."},
        {"recovery_s", "s", down, "Time of detection and shrinking together."},
        {"spawn_s", "s", down, "Time of MPI_Comm_spawn and the merge with the children."}}},
  };
  return all;
}

} // namespace daruma::models
