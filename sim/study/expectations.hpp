// A scenario's expectations held against the metrics of a run.
#pragma once

#include "sim/scenario/scenario.hpp"
#include "sim/study/replications.hpp"

#include <string>
#include <vector>

namespace daruma::study {

struct Verdict {
  bool holds;
  std::string sentence; ///< what was expected and what was found
};

/// What is expected: "quake.finished is true", and in how many runs.
std::string claim_of(const scenario::Expectation&);

/// What there is instead, or just so: "it is true".
std::string found_for(const scenario::Expectation&, const Metrics&);

/// Whether the run does as expected, a share left aside. A metric that it did not produce does not.
bool is_met(const scenario::Expectation&, const Metrics&);

/// One verdict per expectation that is of a run by itself, in their order.
std::vector<Verdict> judge(const std::vector<scenario::Expectation>&, const Metrics&);

} // namespace daruma::study
