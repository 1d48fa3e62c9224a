// Who watches a simulation from outside: until when it goes, how it is coming along, and whether it is to end now.
//
// Nothing of it changes what is simulated. A run that is cut ends as at a scenario's horizon: what was recorded until
// then is its result, which says so.
#pragma once

#include "sim/core/units.hpp"

#include <cstdint>
#include <string>

namespace daruma {

/// How a simulation is coming along.
struct Standing {
  Seconds now{0};
  std::uint64_t messages = 0; ///< that have been sent, where there are ranks
  int jobs_left = 0;          ///< that have not ended
};

/// This one lets the simulation come to its end. Asked at each step of the simulated clock, so it must be quick.
class Supervisor {
public:
  virtual ~Supervisor() = default;

  /// The run is cut at that simulated time.
  virtual Seconds until() const { return never; }
  /// Who or what ends the run now, as "SIGINT"; empty: nobody.
  virtual std::string order_to_stop() const { return {}; }
  /// Whether it wants to be told how the run is coming along.
  virtual bool is_curious() { return false; }
  virtual void tell(const Standing&) {}
};

} // namespace daruma
