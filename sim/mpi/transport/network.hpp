// How bytes get from node to node: the interface of the network models.
//
// A transfer is started on its way and ends by itself, in kernel context, unless it is stopped. Which model carries it
// is the scenario's choice (sim/core/network_model.hpp). Links carry what max-min fairness, or the order of packets,
// gives each transfer; latency is added by each link on the way. Nodes that go off take nothing back by themselves:
// who switches a node off stops what is on its way from and to it.
#pragma once

#include "platforms/topology/wiring.hpp"
#include "sim/core/units.hpp"

#include <simgrid/s4u/Host.hpp>

#include <cstdint>
#include <functional>

namespace daruma::mpi {

/// Something on its way. Exactly one of the two functions is called, in kernel context, unless it is recalled.
class Transfer {
public:
  virtual ~Transfer() = default;
  virtual void landed() = 0;
  virtual void lost() = 0;

private:
  friend class Transport;
  friend class Network;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::uint32_t ticket_ = none;                   ///< the network's, while it is on its way
  bool is_paused_ = false;                        ///< while it is on its way
  const simgrid::s4u::Host* queued_at_ = nullptr; ///< where it waits or takes up a place; none without a limit
};

class Network {
public:
  /// Told of a transfer that has ended, well or not; it may start and stop others meanwhile.
  using Ended = std::function<void(Transfer&, bool has_landed)>;

  Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
  virtual ~Network() = default;

  void on_end(Ended ended) { ended_ = std::move(ended); }
  /// Called in kernel context; both hosts are on, and the transfer outlives its flight.
  virtual void start(Transfer&, simgrid::s4u::Host& from, simgrid::s4u::Host& to, Bytes) = 0;
  /// Ends a transfer that is on its way. Called in kernel context.
  virtual void stop(Transfer&) = 0;
  // What is on its way stands still, and goes on as if no time had passed. Both are called in kernel context.

  virtual void pause(Transfer&) = 0;
  virtual void resume(Transfer&) = 0;
  /// From now on the link carries what it was built for divided by the factor. Called in kernel context.
  virtual void slow_down(topology::LinkSlot, double factor) = 0;
  static bool is_under_way(const Transfer& transfer) { return transfer.ticket_ != Transfer::none; }

protected:
  static std::uint32_t& ticket(Transfer& transfer) { return transfer.ticket_; }
  static void forget(Transfer& transfer) { transfer.ticket_ = Transfer::none; }
  void end(Transfer& transfer, bool has_landed) const {
    forget(transfer);
    ended_(transfer, has_landed);
  }

private:
  Ended ended_;
};

} // namespace daruma::mpi
