// Something of this project's own in SimGrid's time: SimGrid asks it, as its own models, when something happens next,
// and tells it how far time has come.
#pragma once

#include "sim/core/units.hpp"

#include <memory>
#include <string>

namespace daruma::simgrid_api {

class Timed {
public:
  /// The SimGrid engine exists and has not run; it has no other of that name. Of what happens at the same instant, that
  /// of those made earlier comes first.
  explicit Timed(const std::string& name);
  virtual ~Timed();
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

private:
  class Clock;

  /// When something happens next, if nobody does anything; infinite if nothing is foreseen. Kernel context, as the
  /// next.
  virtual Seconds next(Seconds now) = 0;
  /// Lets happen what happens by `now`.
  virtual void advance(Seconds now) = 0;

  std::shared_ptr<Clock> clock_; ///< which the engine keeps, too
};

} // namespace daruma::simgrid_api
