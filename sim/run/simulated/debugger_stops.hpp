// Where a debugger stops that is shown one process of a run (sim/hosting/debugger.hpp).
#pragma once

#include "sim/hosting/debugger.hpp"
#include "sim/run/simulated/call_moments.hpp"

#include <vector>

namespace daruma::run {

/// It stops before each of the scenario's events that come during calls: where some come during the shown process's
/// own, before these, and else before all.
class DebuggerStops final : public Intervention {
public:
  DebuggerStops(hosting::ShownProcess&, const std::vector<const scenario::Event*>& events);
  std::vector<const scenario::Event*> at(const Arrival&) override;

private:
  hosting::ShownProcess& shown_;
  std::vector<scenario::CallMoment> moments_;
};

} // namespace daruma::run
