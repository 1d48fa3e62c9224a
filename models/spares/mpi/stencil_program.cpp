#include "models/port/rank.hpp"
#include "models/spares/logic/stencil_steps.hpp"
#include "models/spares/mpi/give_up.hpp"
#include "models/spares/mpi/halo_exchange.hpp"
#include "models/spares/mpi/logged_stencil.hpp"
#include "models/spares/mpi/spares.hpp"
#include "models/spares/mpi/stencil_arguments.hpp"
#include "models/spares/mpi/team.hpp"
#include "sim/core/random_stream.hpp"

#include <limits>
#include <map>
#include <string>
#include <utility>

namespace daruma::models::spares {

namespace {

constexpr std::int64_t newest = std::numeric_limits<std::int64_t>::max();

/// What is to be computed, equal in all processes.
struct StencilJob {
  StencilOrder order;
  Pattern halos;
};

StencilJob read_stencil_job() {
  StencilOrder order = read_stencil_order(size_of(MPI_COMM_WORLD));
  Pattern halos = halos_of(order);
  return {std::move(order), std::move(halos)};
}

/// What one process does of the job.
class StencilRun {
public:
  explicit StencilRun(const StencilJob& job)
      : order_(job.order), team_(order_.layout, order_.policy), halos_(job.halos, order_.message),
        steps_(order_.steps, port().checkpoints().every_loops()) {}

  /// Whether this process had a rank at the end, and was no spare that stood by.
  bool perform() {
    while (!stretch()) recover();
    if (team_.is_witness()) report();
    const bool has_rank = team_.has_rank();
    team_.disband();
    return has_rank;
  }

private:
  /// Works until the end, or until somebody fails: true and false, the same in all.
  bool stretch() {
    if (!team_.assemble()) return false;
    const bool well = !team_.has_rank() || (resume() && work());
    return team_.conclude(well);
  }

  void recover() {
    const Seconds begin = port().now();
    const bool had_rank = team_.has_rank();
    const int rank = had_rank ? team_.rank() : Placement::idle;
    const auto moved = team_.recover();
    if (!moved) give_up(no_spare_is_left);
    if (!had_rank || !team_.has_rank() || team_.rank() != rank) steps_.lose_state();
    if (*moved > 0) steps_.go_back();
    port().span("restart", begin, after_failures("substituted", team_.failures()));
    if (!team_.has_rank() || team_.rank() != 0) return;
    port().restarted(std::to_string(*moved) + " ranks moved");
    port().metric(after_failures("moved", team_.failures()), *moved);
  }

  /// Finds the step to go on from, the same for all ranks. False if somebody failed meanwhile.
  bool resume() {
    if (steps_.has_to_read()) steps_.found(read(newest));
    std::int64_t lowest = steps_.position();
    if (MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT64_T, MPI_MIN, team_.world()) != MPI_SUCCESS) return false;
    if (const auto version = steps_.agree(lowest)) read(*version);
    return true;
  }

  /// Reads this rank's newest checkpoint not above `at_most`; the step that it is of.
  std::int64_t read(std::int64_t at_most) {
    const auto stored = port().checkpoints().load(team_.rank(), at_most);
    return stored ? stored->version : StencilSteps::unknown;
  }

  bool work() {
    while (!steps_.is_done()) {
      if (!exchange()) return false;
      port().compute(order_.work);
      const bool saves = steps_.saves_within(1) > 0;
      steps_.advance();
      if (saves) save();
    }
    return true;
  }

  bool exchange() {
    const bool together = order_.start == Start::together;
    if (together && MPI_Barrier(team_.world()) != MPI_SUCCESS) return false;
    const Seconds begin = port().now();
    linger();
    if (halos_.perform(team_.world(), team_.rank()) != MPI_SUCCESS) return false;
    port().span("exchange", begin, std::to_string(steps_.position()));
    double spent = (port().now() - begin).count();
    if (together && MPI_Allreduce(MPI_IN_PLACE, &spent, 1, MPI_DOUBLE, MPI_MAX, team_.world()) != MPI_SUCCESS)
      return false;
    ExchangeTimes& times = times_[team_.failures()];
    times.sum += Seconds(spent);
    times.count += 1;
    times.mean = times.sum / times.count;
    return true;
  }

  /// Waits until this rank's messages of this step leave; the time depends on the rank, not on who carries it.
  void linger() const {
    if (order_.stagger <= Seconds(0)) return;
    RandomStream random(port().seed(), static_cast<std::uint64_t>(steps_.position()),
                        "spares/stagger/rank-" + std::to_string(team_.rank()));
    port().sleep(random.uniform() * order_.stagger);
  }

  void save() {
    const int partner = team_.process_of(checkpoint_partner(team_.rank(), order_.layout.ranks()));
    const std::int64_t version = steps_.position();
    port().checkpoints().save(team_.rank(), version, std::vector<std::byte>(sizeof version), partner);
  }

  void report() const {
    for (const auto& [name, value] : exchange_metrics(times_)) port().metric(name, value);
    port().metric("steps", static_cast<double>(steps_.position()));
  }

  const StencilOrder& order_;
  Team team_;
  HaloExchange halos_;
  StencilSteps steps_;
  std::map<int, ExchangeTimes> times_; ///< by failures so far
};

} // namespace

void stencil_main() {
  MPI_Init(nullptr, nullptr);
  const auto job = port().alike<StencilJob>("stencil job", read_stencil_job);
  const bool had_rank =
      job->order.rollback == Rollback::alone ? go_back_alone(job->order, job->halos) : StencilRun(*job).perform();
  MPI_Finalize();
  if (!had_rank) port().leave(); // it is none of the ranks that the job has at its end
}

const std::vector<Program>& programs() {
  static const std::vector<Program> all{
      {"spares-stencil",
       stencil_main,
       stencil_arguments(),
       mismatch,
       misplacement,
       "Exchanges halos on a grid, node by node, and fills the places of failed nodes from spare ones.",
       {{"exchange_ms[failures=<n>]", "ms", Better::down,
         "Time of a halo exchange after that many failures, on average."},
        {"slowdown[failures=<n>]", "ratio", Better::down,
         "Time of a halo exchange after that many failures over that before all."},
        {"moved[failures=<n>]", "count", Better::down, "Ranks that moved to another node after that many failures."},
        {"slowdown", "ratio", Better::down,
         "Time of a halo exchange over that before all failures, on average over all steps."},
        {"steps", "count", Better::up, "Steps of the stencil that were completed."},
        {"events", "count", Better::down, "Messages whose receipt was stored, where ranks go back alone."},
        {"log_bytes", "B", Better::down,
         "The most that a rank kept of messages it had sent, where ranks go back alone."}},
       draws}};
  return all;
}

} // namespace daruma::models::spares
