// Counts collisions over many failures of a job: every ordered sequence of so many, or a sample.
//
// A case is a sequence of failures of different nodes, each answered before the next one comes. Whose
// failures: the nodes that the job began on, as in the paper's Figs. 6 to 9 and Table 1; the nodes that
// carry a rank at the moment, spares in use among them; or any node. A sequence that cannot be answered
// to its end is not survivable. All threads count the same cases whatever their number, and sums are of
// integers: so are the answers.
#pragma once

#include "models/spares/logic/pattern.hpp"
#include "models/spares/logic/substitution.hpp"
#include "sim/core/threads.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace daruma::models::spares {

enum class Victims { job, ranks, nodes };

struct Sample {
  std::int64_t cases = 0;
  std::uint64_t seed = 1;
};

struct Campaign {
  const Layout& layout;
  const Pattern& pattern;
  Policy policy;
  int failures = 1;
  Victims victims = Victims::job;
  std::optional<Sample> sample{}; ///< none: all ordered sequences
};

struct Example {
  int collisions = 0;
  std::vector<int> failures; ///< nodes, in their order
};

struct Tally {
  std::int64_t cases = 0; ///< counted, those that are not survivable included
  std::int64_t not_survivable = 0;
  std::map<int, std::int64_t> histogram; ///< survivable cases by collisions after the last failure
  std::int64_t longest_way_sum = 0;
  int longest_way_max = 0;
  std::int64_t moved_sum = 0; ///< ranks moved by all substitutions of a case
  std::int64_t moved_max = 0;
  std::int64_t farthest_move_sum = 0; ///< hops of the longest move of a case, from the node left to the one taken
  int farthest_move_max = 0;
  std::optional<Example> worst;  ///< the first case, by its nodes, of the most collisions
  std::optional<Example> breaks; ///< the first case, by its nodes, that is not survivable, up to the fatal failure
  bool partial = false;

  std::int64_t survivable() const { return cases - not_survivable; }
  int max() const { return histogram.empty() ? 0 : histogram.rbegin()->first; }
  double mean() const;
  void add(const Tally&);
};

/// In how many ways failures can follow upon the first `happened`; a double because it may be huge.
double cases_after(const Campaign&, int happened);
/// The number of cases that a campaign has.
double number_of_cases(const Campaign&);

/// Where everybody is after these failures of a case that can be survived.
Placement replay(const Campaign&, const std::vector<int>& failures);

/// Counts with that many threads (at least 1); partial if `stop` was set meanwhile.
Tally count(const Campaign&, int threads, Progress&);

} // namespace daruma::models::spares
