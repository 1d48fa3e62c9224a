#include "sim/faults/encounter.hpp"

namespace daruma::faults {

FirstEncounter first_encounter(const Pair& pair, const Fabric& fabric, const Health& health, Seconds now) {
  const int asker = pair.first;
  const int other = pair.second;
  const auto there = fabric.way(asker, other);
  const auto back = fabric.way(other, asker);
  const auto at = [&](Seconds time) {
    if (!health.has_processes(asker, time)) return Encounter::nothing; // nobody to notice
    if (!health.has_interface(asker, time)) return Encounter::own_interface_down;
    if (!health.carries(there, time) || !health.carries(back, time)) return Encounter::silence;
    return health.has_processes(other, time) ? Encounter::nothing : Encounter::reset;
  };
  for (const Step& step : health.steps()) {
    if (step.at > now) break;
    if (const Encounter met = at(step.at); met != Encounter::nothing) return {met, step.at};
  }
  return {Encounter::nothing, now};
}

} // namespace daruma::faults
