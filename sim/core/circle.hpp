// Whether some wait for each other in a circle, so that none of them ever goes on.
#pragma once

#include <cstddef>
#include <vector>

namespace daruma {

/// Of nodes that wait for others, by number: some of which each waits for the next, and the last for the first; none,
/// if there is no such circle. It takes time in proportion to nodes and waits.
std::vector<std::size_t> circle_in(const std::vector<std::vector<std::size_t>>& waits_for);

} // namespace daruma
