// The fitted numbers as a machine description and a runtime profile that scenarios can name, or as a scenario's tree
// store.
//
// Each number has its provenance with it: what it was fitted on, and how far it reached when each run was fitted by
// itself. What was not measured is assumed.
#pragma once

#include "sim/calibration/fit.hpp"

#include <string>
#include <vector>

namespace daruma::calibration {

/// JSON texts, as platforms/ and platforms/runtimes/ hold them.
struct Descriptions {
  std::string machine;
  std::string runtime;
  std::string tree_store; ///< empty if none was measured
};

/// `runs` hold at least the measurements of messages, or those of a tree store's operations.
Descriptions describe(const std::vector<Values>& runs, const Origin&);

/// A number's reach over the runs, each fitted by itself.
Spread reach(const Place&, const std::vector<Values>& runs, const Origin&);

/// With its unit, to four digits.
std::string to_text(const Place&, double value);

} // namespace daruma::calibration
