#include "sim/simgrid/timer.hpp"

#include <simgrid/kernel/Timer.hpp>

namespace daruma::simgrid_api {

void at(Seconds when, const std::function<void()>& action) { simgrid::kernel::timer::Timer::set(when.count(), action); }

} // namespace daruma::simgrid_api
