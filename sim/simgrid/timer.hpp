// What is to happen at a time of the simulation.
#pragma once

#include "sim/core/units.hpp"

#include <functional>

namespace daruma::simgrid_api {

/// Calls `action` then, in kernel context, if anything goes on until then.
void at(Seconds when, std::function<void()> action);

} // namespace daruma::simgrid_api
