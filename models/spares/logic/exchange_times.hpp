// What a stencil job reports of its exchanges, by the failures that came before each.
#pragma once

#include "sim/core/units.hpp"

#include <map>
#include <string>

namespace daruma::models::spares {

/// The exchanges that were made after the same number of failures.
struct ExchangeTimes {
  double count = 0;
  Seconds sum{0};
  Seconds mean{0};
};

/// exchange_ms[failures=k] and slowdown[failures=k] of every k that has exchanges, and slowdown over all of them. A
/// slowdown is over the mean before the first failure; there is none where that is not known.
std::map<std::string, double> exchange_metrics(const std::map<int, ExchangeTimes>& by_failures);

/// "moved[failures=2]"
std::string after_failures(const char* metric, int failures);

} // namespace daruma::models::spares
