// `--vary /pointer=VALUES`: one place of a scenario that takes several values, and all combinations of several such
// places.
#pragma once

#include "sim/scenario/parse.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace daruma::scenario {

struct Variation {
  std::string pointer;
  std::vector<std::string> values; ///< at least one, no two the same
};

/// The words were no variation; the message says what is allowed.
class VariationError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Values are JSON or plain text as after --set, with commas between them but for those inside brackets, braces or
/// quotes. 1..9 is all whole numbers from 1 to 9, 10..90..20 every twentieth. Throws VariationError.
Variation read_variation(const std::string& text);

/// One point of a sweep: a value for each place, in the order of the variations.
using Point = std::vector<Override>;

/// All combinations, the last variation fastest; of none, one point without values. Throws VariationError where there
/// are more than 100000, or a pointer comes twice.
std::vector<Point> combinations(const std::vector<Variation>&);

} // namespace daruma::scenario
