#include "models/port/rank.hpp"
#include "models/spares/mpi/halo_exchange.hpp"
#include "models/spares/mpi/spares.hpp"
#include "models/spares/mpi/stencil_arguments.hpp"
#include "models/spares/mpi/team.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

namespace daruma::models::spares {

namespace {

constexpr std::int64_t newest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t unknown = -1;

std::string after(const char* name, int failures) {
  return std::string(name) + "[failures=" + std::to_string(failures) + "]";
}

/// What one process does of the job.
class StencilRun {
public:
  explicit StencilRun(const StencilOrder& order)
      : order_(order), pattern_(stencil(order.layout.job(), {1, 0, order.boundary})), team_(order.layout, order.policy),
        halos_(pattern_, order.message) {}

  void perform() {
    while (!stretch()) recover();
    if (team_.is_witness()) report();
    team_.disband();
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
    if (!moved) {
      port().print("No spare node can take the failed one's place");
      MPI_Abort(MPI_COMM_WORLD, MPI_ERR_OTHER);
    }
    if (!had_rank || !team_.has_rank() || team_.rank() != rank) position_ = unknown;
    is_to_restore_ = is_to_restore_ || *moved > 0;
    port().span("restart", begin, after("substituted", team_.failures()));
    if (!team_.has_rank() || team_.rank() != 0) return;
    port().restarted(std::to_string(*moved) + " ranks moved");
    port().metric(after("moved", team_.failures()), *moved);
  }

  /// Finds the step to go on from, the same for all ranks. False if somebody failed meanwhile.
  bool resume() {
    const bool has_checkpoints = port().checkpoints().every_loops() > 0;
    if (is_to_restore_ && has_checkpoints) position_ = saved(newest);
    std::int64_t common = position_;
    if (MPI_Allreduce(MPI_IN_PLACE, &common, 1, MPI_INT64_T, MPI_MIN, team_.world()) != MPI_SUCCESS) return false;
    if (is_to_restore_ && has_checkpoints && common > 0 && common < position_) saved(common);
    position_ = std::max<std::int64_t>(common, 0);
    is_to_restore_ = false;
    return true;
  }

  /// The newest step not above `at_most` that this rank's state can be read of.
  std::int64_t saved(std::int64_t at_most) {
    const auto stored = port().checkpoints().load(team_.rank(), at_most);
    return stored ? stored->version : unknown;
  }

  bool work() {
    while (position_ < order_.steps) {
      if (!exchange()) return false;
      port().compute(order_.work);
      ++position_;
      const int every = port().checkpoints().every_loops();
      if (every > 0 && position_ % every == 0) save();
    }
    return true;
  }

  bool exchange() {
    const bool together = order_.start == Start::together;
    if (together && MPI_Barrier(team_.world()) != MPI_SUCCESS) return false;
    const Seconds begin = port().now();
    linger();
    if (halos_.perform(team_.world(), team_.rank()) != MPI_SUCCESS) return false;
    port().span("exchange", begin, std::to_string(position_));
    double spent = (port().now() - begin).count();
    if (together && MPI_Allreduce(MPI_IN_PLACE, &spent, 1, MPI_DOUBLE, MPI_MAX, team_.world()) != MPI_SUCCESS)
      return false;
    Times& times = times_[team_.failures()];
    times.sum += Seconds(spent);
    ++times.count;
    return true;
  }

  /// Until this rank's messages of this step leave; the same time whoever carries the rank.
  void linger() const {
    if (order_.stagger <= Seconds(0)) return;
    RandomStream random(port().seed(), static_cast<std::uint64_t>(position_),
                        "spares/stagger/rank-" + std::to_string(team_.rank()));
    port().sleep(random.uniform() * order_.stagger);
  }

  void save() {
    const int ranks = order_.layout.ranks();
    const int partner = team_.process_of((team_.rank() + std::max(1, ranks / 2)) % ranks);
    port().checkpoints().save(team_.rank(), position_, std::vector<std::byte>(sizeof position_), partner);
  }

  void report() const {
    Times all;
    for (const auto& [failures, times] : times_) {
      all.sum += times.sum;
      all.count += times.count;
      port().metric(after("exchange_ms", failures), times.mean().count() * 1e3);
      if (times_.count(0) != 0) port().metric(after("slowdown", failures), times.mean() / times_.at(0).mean());
    }
    if (times_.count(0) != 0) port().metric("slowdown", all.mean() / times_.at(0).mean());
    port().metric("steps", static_cast<double>(position_));
  }

  struct Times {
    Seconds sum{0};
    int count = 0;
    Seconds mean() const { return sum / count; }
  };

  const StencilOrder& order_;
  Pattern pattern_;
  Team team_;
  HaloExchange halos_;
  std::int64_t position_ = 0; ///< steps done
  bool is_to_restore_ = false;
  std::map<int, Times> times_; ///< of exchanges, by failures so far
};

} // namespace

void stencil_main() {
  MPI_Init(nullptr, nullptr);
  const StencilOrder order = read_stencil_order(size_of(MPI_COMM_WORLD));
  StencilRun(order).perform();
  MPI_Finalize();
}

const std::vector<Program>& programs() {
  static const std::vector<Program> all{{"spares-stencil", stencil_main, stencil_arguments(), mismatch, misplacement}};
  return all;
}

} // namespace daruma::models::spares
