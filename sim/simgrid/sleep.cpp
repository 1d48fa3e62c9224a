#include "sim/simgrid/sleep.hpp"

#include "sim/simgrid/simcalls.hpp"

#include <simgrid/s4u/Actor.hpp>

// NOLINTBEGIN(misc-definitions-in-headers,readability-identifier-naming)
namespace simgrid::kernel::actor {

/// As far as it is needed to call this function of SimGrid's, whose header is not installed.
class ActorImpl {
public:
  void simcall_answer();
};

} // namespace simgrid::kernel::actor
// NOLINTEND(misc-definitions-in-headers,readability-identifier-naming)

namespace daruma::simgrid_api {

Sleeper* myself() { return simgrid::s4u::Actor::self()->get_impl(); }

void sleep(const std::function<void()>& and_then) { simcall_run_blocking(and_then, nullptr); }

void wake(Sleeper& sleeper) { sleeper.simcall_answer(); }

} // namespace daruma::simgrid_api
