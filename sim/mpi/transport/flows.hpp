// Messages as flows: after the latency of its route a message shares the links on it, max-min fair, until it has been
// drained; then it has landed.
//
// The model of SimGrid (Casanova et al., 2014) with all routes alike in sharing, solved by max_min.hpp only where
// something changed.
#pragma once

#include "platforms/topology/interconnect.hpp"
#include "sim/mpi/transport/link_simulation.hpp"
#include "sim/mpi/transport/max_min.hpp"
#include "sim/mpi/transport/slots.hpp"

#include <boost/heap/d_ary_heap.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace daruma::mpi {

class Flows final : public LinkSimulation {
public:
  explicit Flows(std::shared_ptr<const topology::Interconnect>);

  Ticket start(Seconds now, int from, int to, Bytes) override;
  void stop(Ticket) override;
  Seconds next(Seconds now) override;
  std::optional<Ticket> advance(Seconds now) override;

private:
  struct Event {
    Seconds time;
    std::uint64_t order; ///< of the message's departure: what happens at the same time does so in this order
    Ticket message;
  };
  struct IsLater {
    bool operator()(const Event& a, const Event& b) const {
      return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
  };
  using Events =
      boost::heap::d_ary_heap<Event, boost::heap::arity<4>, boost::heap::mutable_<true>, boost::heap::compare<IsLater>>;
  struct Message {
    int from = 0;
    int to = 0;
    std::uint64_t order = 0; ///< of departure
    bool is_sharing = false; ///< its latency has passed
    MaxMin::Flow flow = 0;   ///< while it shares
    double left_B = 0;       ///< at `since`
    Seconds since{0};
    Events::handle_type event; ///< the end of its latency, or of all
    bool has_event = false;    ///< none while it shares and has no rate yet
  };

  void announce(Ticket, Seconds);
  void share(Seconds now, Ticket);
  void release(Ticket);

  std::shared_ptr<const topology::Interconnect> interconnect_;
  MaxMin rates_;
  Events events_;
  Slots<Message> messages_;     ///< by ticket
  std::vector<Ticket> tickets_; ///< by flow
  std::uint64_t departures_ = 0;
  std::vector<topology::LinkSlot> route_; ///< kept for its memory
};

} // namespace daruma::mpi
