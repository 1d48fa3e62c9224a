// The simulated clock.
#pragma once

#include "sim/base/units.hpp"

#include <simgrid/s4u/Engine.hpp>

namespace daruma::engine {

inline Seconds now() { return Seconds(simgrid::s4u::Engine::get_clock()); }

} // namespace daruma::engine
