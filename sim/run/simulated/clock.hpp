// The simulated clock, and what is to happen by it.
#pragma once

#include "sim/core/units.hpp"
#include "sim/simgrid/timer.hpp"

#include <simgrid/s4u/Engine.hpp>

namespace daruma::run {

inline Seconds now() { return Seconds(simgrid::s4u::Engine::get_clock()); }

using simgrid_api::at;

} // namespace daruma::run
