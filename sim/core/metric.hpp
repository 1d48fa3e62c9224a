// What a number in a result is, so that tables, pages and scripts need not guess it from its name.
#pragma once

#include <string>

namespace daruma {

/// Which direction of a metric is better.
enum class Better { up, down, neither };

/// The name is a pattern: what stands in angle brackets stands for any text, as in "exchange_ms[failures=<n>]".
struct Metric {
  std::string name;
  std::string unit; ///< "s", "count", "ratio" (of two of the same unit), "truth" (1 or 0), ...
  Better better;
  std::string meaning; ///< a finished sentence
};

} // namespace daruma
