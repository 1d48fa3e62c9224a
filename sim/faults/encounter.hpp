// What a connection between two nodes meets when parts of the machine break.
#pragma once

#include "sim/faults/health.hpp"
#include "sim/faults/sockets.hpp"

#include <utility>

namespace daruma::faults {

/// Who sends, and to whom.
using Pair = std::pair<int, int>;

struct FirstEncounter {
  Encounter encounter;
  Seconds since;
};

/// As seen by the first of two different nodes, where processes at both have been connected from the beginning: the
/// first thing that is not sound. Nothing if nobody is left there to see it.
FirstEncounter first_encounter(const Pair&, const Fabric&, const Health&, Seconds now);

} // namespace daruma::faults
