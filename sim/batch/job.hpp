// A job as a centre knows it: what was asked for, how long it really runs, and what may be made of its size.
//
// A flexible job's run time follows Amdahl's law: what is serial takes as long on any number of processors.
#pragma once

#include "sim/batch/dependency.hpp"
#include "sim/batch/requester.hpp"
#include "sim/batch/swf.hpp"
#include "sim/core/units.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace daruma::batch {

/// Whether a job may start on fewer processors than it asks for, be told to go on with fewer and more, or both; or
/// changes its size by itself.
enum class Flexibility { rigid, mouldable, resizable, malleable, evolving };
constexpr bool starts_on_fewer(Flexibility one) {
  return one == Flexibility::mouldable || one == Flexibility::malleable;
}
constexpr bool goes_on_resized(Flexibility one) {
  return one == Flexibility::resizable || one == Flexibility::malleable;
}

struct Job {
  Seconds submit{0};
  Seconds run{0};   ///< above 0, on all `processors`
  Seconds limit{0}; ///< of that, at least `run`: what the scheduler knows of it
  int processors = 1;
  Flexibility flexibility = Flexibility::rigid;
  int fewest = 1;          ///< that it can do with, unless it is rigid
  double serial_share = 0; ///< of its work, unless it is rigid
  int most = 0;            ///< that a strategy may give it, or it asks for, if that is more than `processors`
  bool is_urgent = false;
  bool is_logged = true; ///< the log has it
  Seconds deadline{0};   ///< of an urgent one, since its submission
  scenario::Account account{};
  int partition = no_partition;       ///< by its place among the centre's
  std::optional<std::size_t> after{}; ///< it comes `think` after the end of that job, which is before it in the list
  Seconds think{0};
  Dependency dependency{};
  bool fails = false;  ///< at its end, as far as jobs see that depend on it
  bool is_cut = false; ///< it ends at its limit, and is not done
  int number = 0;      ///< in the log; 0: it has none
};

/// A job of a log: it runs as long as it did, cut at what it asked for. Who asked for nothing is known exactly. It
/// fails if the log says so; where the log says nothing, if it is cut.
Job as_logged(const LoggedJob&);

/// How much longer work takes on `some` processors than on `all`, by Amdahl's law.
double stretch_on(double serial_share, int all, int some);
/// How much longer a job takes on so many processors than on all that it asked for.
inline double stretch_on(const Job& job, int processors) {
  return stretch_on(job.serial_share, job.processors, processors);
}

/// Makes the scenario's shares of the jobs mouldable, malleable and evolving, by a lot for each; urgent ones stay
/// rigid.
void make_flexible(std::vector<Job>&, const scenario::FlexibleJobs&, std::uint64_t seed, std::uint64_t replication);

} // namespace daruma::batch
