#include "models/migration/mpi/programs.hpp"

#include "models/migration/logic/laplace.hpp"
#include "models/migration/mpi/laplace_arguments.hpp"
#include "models/migration/mpi/migratable.h"
#include "models/port/rank.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

namespace daruma::models::migration {
namespace {

constexpr int tag = 0;

class Solver {
public:
  explicit Solver(const LaplaceOrder& order);

  void begin();
  void solve();
  void end();

private:
  /// What a process that goes on with a rank has to know, besides the field.
  struct Position {
    int iteration = 0;
    double residual = HUGE_VAL;
  };

  double* row(int number) { return points_ + static_cast<std::ptrdiff_t>(number) * order_.size; }
  bool computes() const { return migratable_rank() >= 0; }
  bool is_done() const { return position_.iteration >= order_.iterations || position_.residual <= order_.residual; }
  bool chkpt();
  Strip mine() const { return strip(order_.size, migratable_rank(), size_of(migratable_comm())); }
  void swap_edges(const Strip&);
  void iterate();
  std::vector<double> row_sums();
  double mean();

  LaplaceOrder order_;
  std::optional<Field> field_; ///< none: its points are not computed
  double* points_;             ///< of the field, or blank
  Position position_;
  CheckpointSchedule checkpoints_;
  Seconds computed_{0}; ///< since the last checkpoint
  Seconds quickest_{0}; ///< iteration of this process
  Seconds began_{0};
};

Solver::Solver(const LaplaceOrder& order) : order_(order), checkpoints_(checkpoints_of(order)) {
  if (!order.is_blank) field_.emplace(order.size);
  points_ = field_ ? field_->points().data() : reinterpret_cast<double*>(port().blank(state_of(order)));
}

void Solver::begin() {
  const std::string policy(order_.terms.policy->name);
  const migratable_terms terms{order_.terms.active, order_.terms.per_node, policy.c_str(),
                               order_.terms.load == LoadSource::system ? MIGRATABLE_BY_SYSTEM : MIGRATABLE_BY_PROGRESS};
  migratable_begin(MPI_COMM_WORLD, &terms);
  migratable_register(points_, static_cast<std::size_t>(state_of(order_).value()));
  migratable_register(&position_, sizeof position_);
  began_ = port().now();
}

/// False when the job is over.
bool Solver::chkpt() {
  const migratable_progress progress{computed_.count(), quickest_.count() * (order_.iterations - position_.iteration)};
  checkpoints_.restart();
  computed_ = Seconds(0);
  return migratable_chkpt(&progress) != MIGRATABLE_OVER;
}

void Solver::solve() {
  while (!(computes() && is_done())) {
    if (computes() && !checkpoints_.is_due())
      iterate();
    else if (!chkpt())
      return;
  }
}

/// The neighbours' rows beside the own ones; nobody is beyond the first and the last strip.
void Solver::swap_edges(const Strip& strip) {
  const MPI_Comm comm = migratable_comm();
  const int rank = migratable_rank();
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int below = rank + 1 < size_of(comm) ? rank + 1 : MPI_PROC_NULL;
  const int size = order_.size;
  MPI_Sendrecv(row(strip.first), size, MPI_DOUBLE, above, tag, row(strip.end), size, MPI_DOUBLE, below, tag, comm,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(row(strip.end - 1), size, MPI_DOUBLE, below, tag, row(strip.first - 1), size, MPI_DOUBLE, above, tag,
               comm, MPI_STATUS_IGNORE);
}

void Solver::iterate() {
  const Strip strip = mine();
  swap_edges(strip);
  const Seconds begin = port().now();
  double change = field_ ? field_->sweep(strip) : HUGE_VAL;
  port().compute(work_of(order_, strip));
  const Seconds time = port().now() - begin;
  computed_ += time;
  if (quickest_ == Seconds(0) || time < quickest_) quickest_ = time;
  double sum = 0;
  MPI_Allreduce(&change, &sum, 1, MPI_DOUBLE, MPI_SUM, migratable_comm());
  position_ = {position_.iteration + 1, std::sqrt(sum)};
  checkpoints_.advance();
}

/// Of the rows of the own strip; those of a blank field are 0.
std::vector<double> Solver::row_sums() {
  const Strip own = mine();
  std::vector<double> sums;
  for (int y = own.first; y < own.end; ++y) sums.push_back(field_ ? field_->sum(y) : 0.0);
  return sums;
}

/// At rank 0, which adds the sums of rows from the first row to the last, whoever holds them.
double Solver::mean() {
  const MPI_Comm comm = migratable_comm();
  std::vector<double> sums = row_sums();
  const auto length = [](const Strip& strip) { return strip.end - strip.first; };
  if (migratable_rank() > 0) {
    MPI_Send(sums.data(), length(mine()), MPI_DOUBLE, 0, tag, comm);
    return 0;
  }
  sums.resize(static_cast<std::size_t>(order_.size - 2));
  for (int rank = 1; rank < size_of(comm); ++rank) {
    const Strip theirs = strip(order_.size, rank, size_of(comm));
    MPI_Recv(&sums[static_cast<std::size_t>(theirs.first - 1)], length(theirs), MPI_DOUBLE, rank, tag, comm,
             MPI_STATUS_IGNORE);
  }
  double sum = field_ ? field_->sum(0) : 0;
  for (const double row : sums) sum += row;
  if (field_) sum += field_->sum(order_.size - 1);
  return sum / (static_cast<double>(order_.size) * order_.size);
}

void Solver::end() {
  if (computes()) {
    const Seconds ended = port().now();
    const double value = mean();
    if (migratable_rank() == 0) {
      port().metric("solve_s", (ended - began_).count());
      port().metric("iterations", position_.iteration);
      if (field_) port().metric("residual", position_.residual);
      if (field_) port().metric("mean", value);
    }
  }
  migratable_end();
}

/// All is said by the scenario.
bool draws(const Arguments&) { return false; }

Program laplace_program() {
  return {
      "migr-laplace",
      migr_laplace,
      laplace_arguments(),
      laplace_mismatch,
      nullptr,
      "Solves Laplace's equation by Jacobi's iteration; its ranks move away from loaded nodes at checkpoints.",
      {{"migrations", "count", Better::neither, "Ranks that went on in another process, each time counted."},
       {"migration_s", "s", Better::down, "Time that the last migration took, from the decision to the last transfer."},
       {"transfer_s", "s", Better::down, "Time that the last transfer of a rank's state took."},
       {"solve_s", "s", Better::down, "Time until Laplace's equation was solved."},
       {"iterations", "count", Better::neither, "Iterations that the solution took."},
       {"residual", "1", Better::down,
        "Change of the solution in the last iteration (Euclidean norm); of a computed field."},
       {"mean", "1", Better::neither, "Mean of the solution over all points; of a computed field."}},
      draws};
}

} // namespace

void migr_laplace() {
  MPI_Init(nullptr, nullptr);
  Solver solver(laplace_order(given_arguments(laplace_program()), size_of(MPI_COMM_WORLD)));
  solver.begin();
  solver.solve();
  solver.end();
  MPI_Finalize();
}

const std::vector<Program>& programs() {
  static const std::vector<Program> all{laplace_program()};
  return all;
}

} // namespace daruma::models::migration
