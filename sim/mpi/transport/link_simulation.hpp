// Messages on the links of an interconnect: the interface of the network models that are this project's own.
//
// No simulator of processes here. Whoever owns a simulation tells it the time, which never goes back, and asks when
// something happens next. Instants less than a nanosecond apart are one, as for SimGrid: otherwise messages that land
// together would do so one after the other, by their rounding errors.
#pragma once

#include "platforms/topology/wiring.hpp"
#include "sim/core/units.hpp"

#include <cstdint>
#include <optional>

namespace daruma::mpi {

class LinkSimulation {
public:
  /// Names a message that is on its way; used again after it has ended.
  using Ticket = std::uint32_t;
  static constexpr Seconds one_instant{1e-9};

  LinkSimulation() = default;
  LinkSimulation(const LinkSimulation&) = delete;
  LinkSimulation& operator=(const LinkSimulation&) = delete;
  virtual ~LinkSimulation() = default;

  /// From one node to another, or to itself.
  virtual Ticket start(Seconds now, int from, int to, Bytes) = 0;
  virtual void stop(Ticket) = 0;
  /// What is on its way stands still, and goes on as if no time had passed.
  virtual void pause(Seconds now, Ticket) = 0;
  virtual void resume(Seconds now, Ticket) = 0;
  /// From now on the link carries what it was built for divided by the factor.
  virtual void slow_down(Seconds now, topology::LinkSlot, double factor) = 0;
  /// When something happens next, if nobody starts or stops anything; infinite if nothing is on its way.
  virtual Seconds next(Seconds now) = 0;
  /// Lets happen what happens by `now`, up to the next message that lands; nothing if all has happened. Between two
  /// calls others may be started and stopped.
  virtual std::optional<Ticket> advance(Seconds now) = 0;
};

} // namespace daruma::mpi
