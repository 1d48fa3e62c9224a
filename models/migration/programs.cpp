#include "models/migration/programs.hpp"

#include "models/migration/laplace.hpp"
#include "models/migration/migratable.h"
#include "models/migration/policy.hpp"
#include "models/port/rank.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace daruma::models::migration {
namespace {

constexpr int tag = 0;

/// One that a program can follow: nobody knows the load to come.
bool is_policy(std::string_view name) {
  const Policy* const policy = find_policy(name);
  return policy != nullptr && policy->foresight == Foresight::none;
}

const char* policies_in_words() {
  static const std::string words = [] {
    std::string text;
    for (const Policy& policy : policies())
      if (is_policy(policy.name)) text += (text.empty() ? "\"" : ", \"") + std::string(policy.name) + "\"";
    return "one of " + text;
  }();
  return words.c_str();
}

bool is_load_source(std::string_view name) { return name == "system" || name == "progress"; }

namespace arguments {
constexpr ArgumentRule size{"size", ArgumentKind::count, "1024"};
constexpr ArgumentRule iterations{"iterations", ArgumentKind::count, "1000"};
constexpr ArgumentRule residual{"residual", ArgumentKind::magnitude, "0"};
constexpr ArgumentRule active{"active", ArgumentKind::number, "0"}; ///< 0: all
constexpr ArgumentRule per_node{"per_node", ArgumentKind::count, "1"};
constexpr ArgumentRule load{"load", ArgumentKind::word, "system", is_load_source, "\"system\" or \"progress\""};
constexpr ArgumentRule chkpt_every{"chkpt_every", ArgumentKind::number, "200"};
ArgumentRule policy() { return {"policy", ArgumentKind::word, "greedy", is_policy, policies_in_words()}; }
} // namespace arguments

/// As the scenario gives it; acceptable.
int whole(const Arguments& given, const ArgumentRule& rule) {
  const auto found = given.find(std::string(rule.name));
  return std::stoi(found == given.end() ? std::string(rule.standard) : found->second);
}

std::string laplace_mismatch(const Arguments& given, int ranks, int spares) {
  if (spares > 0) return "\"migr-laplace\" has no use for \"spares\": ranks beyond \"active\" stand by";
  const int wanted = whole(given, arguments::active);
  if (wanted > ranks)
    return "argument \"active\" must be at most the job's ranks, " + std::to_string(ranks) + ", got " +
           std::to_string(wanted);
  const int active = wanted > 0 ? wanted : ranks;
  if (const int size = whole(given, arguments::size); size < active + 2)
    return "argument \"size\" must be at least " + std::to_string(active + 2) + " for " + std::to_string(active) +
           " processes that compute, got " + std::to_string(size);
  return "";
}

class Solver {
public:
  Solver() : field_(count_argument(arguments::size)) {}

  void begin();
  void solve();
  void end();

private:
  /// What a process that goes on with a rank has to know, besides the field.
  struct Position {
    int iteration = 0;
    double residual = HUGE_VAL;
  };

  bool computes() const { return migratable_rank() >= 0; }
  bool is_done() const { return position_.iteration >= iterations_ || position_.residual <= wanted_; }
  bool is_due() const { return every_ > 0 && since_chkpt_ == every_; }
  bool chkpt();
  Strip mine() const { return strip(field_.size(), migratable_rank(), size_of(migratable_comm())); }
  void swap_edges(const Strip&);
  void iterate();
  double mean();

  Field field_;
  int iterations_ = count_argument(arguments::iterations);
  double wanted_ = magnitude_argument(arguments::residual);
  int every_ = number_argument(arguments::chkpt_every);
  Position position_;
  int since_chkpt_ = 0;
  Seconds computed_{0}; ///< since the last checkpoint
  Seconds quickest_{0}; ///< iteration of this process
  Seconds began_{0};
};

void Solver::begin() {
  const int given = number_argument(arguments::active);
  const int active = given > 0 ? given : size_of(MPI_COMM_WORLD);
  const std::string policy = word_argument(arguments::policy());
  const migratable_terms terms{active, count_argument(arguments::per_node), policy.c_str(),
                               word_argument(arguments::load) == "system" ? MIGRATABLE_BY_SYSTEM
                                                                          : MIGRATABLE_BY_PROGRESS};
  migratable_begin(MPI_COMM_WORLD, &terms);
  migratable_register(field_.points().data(), field_.points().size() * sizeof(double));
  migratable_register(&position_, sizeof position_);
  began_ = port().now();
}

/// False when the job is over.
bool Solver::chkpt() {
  const migratable_progress progress{computed_.count(), quickest_.count() * (iterations_ - position_.iteration)};
  since_chkpt_ = 0;
  computed_ = Seconds(0);
  return migratable_chkpt(&progress) != MIGRATABLE_OVER;
}

void Solver::solve() {
  while (!(computes() && is_done())) {
    if (computes() && !is_due())
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
  const int size = field_.size();
  MPI_Sendrecv(field_.row(strip.first), size, MPI_DOUBLE, above, tag, field_.row(strip.end), size, MPI_DOUBLE, below,
               tag, comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(field_.row(strip.end - 1), size, MPI_DOUBLE, below, tag, field_.row(strip.first - 1), size, MPI_DOUBLE,
               above, tag, comm, MPI_STATUS_IGNORE);
}

void Solver::iterate() {
  const Strip strip = mine();
  swap_edges(strip);
  const Seconds begin = port().now();
  double change = field_.sweep(strip);
  port().compute(Flops(flops_per_point * (strip.end - strip.first) * (field_.size() - 2)));
  const Seconds time = port().now() - begin;
  computed_ += time;
  if (quickest_ == Seconds(0) || time < quickest_) quickest_ = time;
  double sum = 0;
  MPI_Allreduce(&change, &sum, 1, MPI_DOUBLE, MPI_SUM, migratable_comm());
  position_ = {position_.iteration + 1, std::sqrt(sum)};
  ++since_chkpt_;
}

/// Row sums are added from the first row to the last at rank 0, whoever holds them.
double Solver::mean() {
  const MPI_Comm comm = migratable_comm();
  const int count = size_of(comm);
  std::vector<double> sums(static_cast<std::size_t>(field_.size()));
  const Strip own = mine();
  for (int y = own.first; y < own.end; ++y) sums[static_cast<std::size_t>(y)] = field_.sum(y);
  for (int rank = 1; rank < count; ++rank) {
    const Strip theirs = strip(field_.size(), rank, count);
    double* const place = &sums[static_cast<std::size_t>(theirs.first)];
    if (migratable_rank() == rank) MPI_Send(place, theirs.end - theirs.first, MPI_DOUBLE, 0, tag, comm);
    if (migratable_rank() == 0)
      MPI_Recv(place, theirs.end - theirs.first, MPI_DOUBLE, rank, tag, comm, MPI_STATUS_IGNORE);
  }
  sums.front() = field_.sum(0);
  sums.back() = field_.sum(field_.size() - 1);
  double sum = 0;
  for (const double row : sums) sum += row;
  return sum / (static_cast<double>(field_.size()) * field_.size());
}

void Solver::end() {
  if (computes()) {
    const Seconds ended = port().now();
    const double value = mean();
    if (migratable_rank() == 0) {
      port().metric("solve_s", (ended - began_).count());
      port().metric("iterations", position_.iteration);
      port().metric("residual", position_.residual);
      port().metric("mean", value);
    }
  }
  migratable_end();
}

} // namespace

void migr_laplace() {
  MPI_Init(nullptr, nullptr);
  Solver solver;
  solver.begin();
  solver.solve();
  solver.end();
  MPI_Finalize();
}

const std::vector<Program>& programs() {
  static const std::vector<Program> all{
      {"migr-laplace",
       migr_laplace,
       {arguments::size, arguments::iterations, arguments::residual, arguments::active, arguments::per_node,
        arguments::policy(), arguments::load, arguments::chkpt_every},
       laplace_mismatch}};
  return all;
}

} // namespace daruma::models::migration
