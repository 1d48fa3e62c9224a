// A scenario's expectations held against the metrics of a run.
#pragma once

#include "sim/experiment/replications.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace daruma::experiment {

struct Verdict {
  bool holds;
  std::string sentence; ///< what was expected and what was found
};

/// One verdict per expectation, in their order. A metric that the run did not produce does not hold.
std::vector<Verdict> judge(const std::vector<scenario::Expectation>&, const Metrics&);

} // namespace daruma::experiment
