// The fitted numbers as a machine description and a runtime profile that scenarios can name.
//
// Beside each number stands what it was fitted on and how far it reached when each run was fitted by
// itself. What was not measured says so.
#pragma once

#include "sim/calibration/fit.hpp"

#include <string>
#include <vector>

namespace daruma::calibration {

/// JSON texts, as platforms/ and platforms/runtimes/ hold them.
struct Descriptions {
  std::string machine;
  std::string runtime;
};

/// Where the measurements come from.
struct Origin {
  std::string mpi; ///< "Open MPI 5.0.7"
  int cores = 1;   ///< of this computer
};

/// `runs` hold at least the measurements of messages.
Descriptions describe(const std::vector<Values>& runs, const Origin&);

/// A number's reach over the runs, each fitted by itself.
Spread reach(const Place&, const std::vector<Values>& runs);

/// With its unit, to four digits.
std::string to_text(const Place&, double value);

} // namespace daruma::calibration
