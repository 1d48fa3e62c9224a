// Which ranks a scenario's kill takes, highest first, so that the numbers of those to come stay what they are.
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/scenario/scenario.hpp"

#include <vector>

namespace daruma::run {

std::vector<int> victims(const scenario::KillRanks&);

/// Distinct ranks of the `living` that the kill may choose from; all of them if it asks for more.
std::vector<int> draw_victims(const scenario::KillRandom&, int living, RandomStream&);

} // namespace daruma::run
