// The order in which people read names with numbers in them: job2 before job10.
#pragma once

#include <string_view>

namespace daruma {

/// Compares runs of digits as numbers and everything else by bytes; a strict weak order. Longer runs are larger,
/// leading zeros or not.
bool is_naturally_before(std::string_view a, std::string_view b);

/// Orders containers by is_naturally_before.
struct NaturalOrder {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const { return is_naturally_before(a, b); }
};

} // namespace daruma
