// Are two scenarios the same in every field (but the text they were resolved to)? For tests of
// resolved_json, which has to describe the scenario that it came from.
#pragma once

#include "sim/scenario/scenario.hpp"

namespace daruma::scenario {

bool is_same(const Scenario&, const Scenario&);

} // namespace daruma::scenario
