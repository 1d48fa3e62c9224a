#include "sim/simgrid/timer.hpp"

#include <simgrid/kernel/Timer.hpp>

#include <utility>

namespace daruma::simgrid_api {

void at(Seconds when, std::function<void()> action) {
  simgrid::kernel::timer::Timer::set(when.count(), std::move(action));
}

} // namespace daruma::simgrid_api
