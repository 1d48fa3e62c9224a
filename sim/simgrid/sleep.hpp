// How an actor of SimGrid's sleeps until it is woken, at the cost of giving up the processor and getting it back: no
// activity of SimGrid's is made for it.
#pragma once

#include <simgrid/forward.h>

#include <functional>

namespace daruma::simgrid_api {

using Sleeper = simgrid::kernel::actor::ActorImpl;

/// The calling actor, as something that can be woken.
Sleeper* myself();

/// The calling actor sleeps; once it does, `and_then` is run in kernel context. Nobody else ends its sleep than wake,
/// or who kills it.
void sleep(const std::function<void()>& and_then);

/// Kernel context. The actor sleeps and has not been killed.
void wake(Sleeper&);

} // namespace daruma::simgrid_api
