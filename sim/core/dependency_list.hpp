// What a job waits for before it may run, in the words of Slurm's `sbatch --dependency` (sbatch(1)): afterok:17:18 or
// after:17+30,singleton. Between its words stands "," if all have to hold, or "?" if any of them will do; each job that
// a word names counts by itself. Times behind "+" are minutes.
#pragma once

#include "sim/core/units.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace daruma {

enum class DependencyType {
  after,      ///< once the job has started, or ended without that
  afterany,   ///< once it has ended
  afterok,    ///< once it has ended, and did what it was to do
  afternotok, ///< once it has ended, and did not
  aftercorr,  ///< as afterok, of the task of another array that has the same place as the waiting one in its own
  singleton   ///< once no job of the same name and user is before it
};
std::string_view word_of(DependencyType);

struct DependencyTerm {
  DependencyType type = DependencyType::afterany;
  std::string id{}; ///< of a job or an array; empty: a singleton's
  Seconds delay{0}; ///< of after
};

struct DependencyList {
  std::vector<DependencyTerm> terms;
  bool is_any_enough = false;
};

/// The text is no such list; what() says what is wrong with it, and what is allowed.
class DependencyError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Throws DependencyError.
DependencyList read_dependencies(std::string_view text);

} // namespace daruma
