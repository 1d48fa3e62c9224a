#include "models/port/rank.hpp"
#include "models/spares/mpi/give_up.hpp"
#include "models/spares/mpi/logged_stencil.hpp"
#include "models/spares/mpi/rebuilt_team.hpp"
#include "models/spares/mpi/restarted_stencil.hpp"
#include "models/spares/mpi/spare_team.hpp"
#include "models/spares/mpi/spares.hpp"
#include "models/spares/mpi/stencil_arguments.hpp"
#include "models/spares/mpi/stencil_work.hpp"

#include <memory>
#include <string>
#include <utility>

namespace daruma::models::spares {

namespace {

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

std::unique_ptr<Team> make_team(const StencilOrder& order) {
  if (order.recovery == RecoveryStyle::spawn) return std::make_unique<RebuiltTeam>(order.layout.ranks());
  return std::make_unique<SpareTeam>(order.layout, order.policy);
}

/// What one process does of the job.
class StencilRun {
public:
  explicit StencilRun(const StencilJob& job) : job_(job), team_(make_team(job.order)), work_(job.order, job.halos) {}

  /// Whether this process had a rank at the end, and was no spare that stood by.
  bool perform() {
    if (team_->is_started_late()) recover();
    while (!stretch()) recover();
    if (team_->is_witness()) work_.report();
    const bool has_rank = team_->has_rank();
    team_->disband();
    return has_rank;
  }

private:
  /// Works until the end, or until somebody fails: true and false, the same in all.
  bool stretch() {
    if (!team_->assemble()) return false;
    const bool well = !team_->has_rank() || (work_.resume(seat()) && work_.work(seat()));
    return team_->conclude(well);
  }

  Seat seat() const {
    const int partner = checkpoint_partner(team_->rank(), job_.order.layout.ranks());
    return {team_->world(), team_->rank(), team_->process_of(partner), team_->failures()};
  }

  void recover() {
    const Seconds begin = port().now();
    const bool had_rank = team_->has_rank();
    const int rank = had_rank ? team_->rank() : Placement::idle;
    const auto moved = team_->recover();
    if (!moved) give_up(no_spare_is_left);
    if (!had_rank || !team_->has_rank() || team_->rank() != rank) work_.steps().lose_state();
    if (*moved > 0) work_.steps().go_back();
    port().span("restart", begin, after_failures("substituted", team_->failures()));
    if (!team_->has_rank() || team_->rank() != 0) return;
    port().restarted(std::to_string(*moved) + " ranks moved");
    port().metric(after_failures("moved", team_->failures()), *moved);
  }

  const StencilJob& job_;
  std::unique_ptr<Team> team_;
  StencilWork work_;
};

/// Whether this process had a rank at the end.
bool perform(const StencilJob& job) {
  if (job.order.rollback == Rollback::alone) return go_back_alone(job.order, job.halos);
  if (job.order.repair == Repair::rebuild) return StencilRun(job).perform();
  restart_in_place(job.order, job.halos);
  return true;
}

} // namespace

void stencil_main() {
  MPI_Init(nullptr, nullptr);
  const auto job = port().alike<StencilJob>("stencil job", read_stencil_job);
  const bool had_rank = perform(*job);
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
       draws,
       false,
       first_nodes}};
  return all;
}

} // namespace daruma::models::spares
