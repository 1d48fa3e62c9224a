// The simulated clock, and what is to happen by it.
#pragma once

#include "sim/core/units.hpp"

#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Engine.hpp>

#include <utility>

namespace daruma::run {

inline Seconds now() { return Seconds(simgrid::s4u::Engine::get_clock()); }

/// At that time, if anything goes on until then.
template <class Action> void at(Seconds when, Action&& action) {
  simgrid::kernel::timer::Timer::set(when.count(), std::forward<Action>(action));
}

} // namespace daruma::run
