// What goes wrong, told apart, and the shortest way to each.
//
// Cases go wrong in one way if their verdicts are the same and the reasons but for numbers. Of those in one way the one
// with the fewest deaths is taken, of these the one whose deaths come earliest in their processes' lives; and where
// fewer ranks go wrong in the same way, that.
#pragma once

#include "sim/explore/exploration.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace daruma::explore {

/// A way to go wrong.
struct Failing {
  Verdict verdict = Verdict::recovers;
  std::string why;                ///< of the case
  Case faults;                    ///< the shortest way to it
  std::vector<std::size_t> cases; ///< all that go wrong so, as Exploration numbers them
  int ranks = 0;                  ///< of the job, where fewer than the scenario's do; else 0
};

/// The same for reasons that differ by numbers alone, those of lines in sources excepted.
std::string kind_of(Verdict verdict, const std::string& why);

/// Each way in which tried cases broke their promise, the most frequent first. Pure.
std::vector<Failing> failing_in(const std::vector<Tried>& tried);

/// The scenario with so many ranks in its only job; null if there is no such.
using WithRanks = std::function<std::unique_ptr<study::PreparedScenario>(int ranks)>;

/// Looks for the fewest ranks that go wrong in the same way, with deaths of the same kinds, until it is told to stop.
Failing with_fewest_ranks(const Failing& failing, const Candidate& example, const Bench& bench,
                          const WithRanks& with_ranks, const std::atomic<bool>& stop);

} // namespace daruma::explore
