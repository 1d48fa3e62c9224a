// Which algorithms a library takes for collective operations, as far as it says so itself.
//
// Open MPI's component tuned decides by the rules of its source (platforms/collectives) unless it was told otherwise;
// MPI_T says whether it was. Times do not tell: with as few ranks as a computer has cores most algorithms are alike.
#pragma once

#include "sim/calibration/fit.hpp"

#include <map>
#include <optional>
#include <string>

namespace daruma::calibration {

struct Choices {
  std::string table;                         ///< of platforms/collectives
  std::map<std::string, std::string> forced; ///< by the collective's name
  std::string evidence;                      ///< a finished sentence
};

/// Nothing of a library whose table is not known, or that does not say.
std::optional<Choices> choices(const Values&, const Origin&);

} // namespace daruma::calibration
