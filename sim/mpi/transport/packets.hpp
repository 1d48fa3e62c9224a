// Messages as packets: every directed link serves packets in the order in which they come, one at a time, and passes a
// packet's head on before its tail is there (cut-through). Nothing is ever solved anew, so a message costs the same
// however many others are on their way.
//
// A message is cut into eight packets, or more where they would be larger than 8 KiB, up to 1024. It offers the next
// one to the first link when that begins with the one before, so that the messages of a node take turns, as with a NIC
// of several queues. Buffers have room for all who wait. Where messages share a link they end when they do by max-min
// fairness, within a packet of each; where some wait behind others that go elsewhere, later
// (docs/explanation/network-models.md).
#pragma once

#include "platforms/topology/interconnect.hpp"
#include "sim/mpi/transport/calendar_queue.hpp"
#include "sim/mpi/transport/link_simulation.hpp"
#include "sim/mpi/transport/slots.hpp"

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace daruma::mpi {

class Packets final : public LinkSimulation {
public:
  explicit Packets(std::shared_ptr<const topology::Interconnect>);

  Ticket start(Seconds now, int from, int to, Bytes) override;
  void stop(Ticket) override;
  void pause(Seconds now, Ticket) override;
  void resume(Seconds now, Ticket) override;
  void slow_down(Seconds now, topology::LinkSlot, double factor) override;
  Seconds next(Seconds now) override;
  std::optional<Ticket> advance(Seconds now) override;

private:
  /// The head of a packet comes to a link of its message's route, or to its end.
  struct Arrival {
    double time;
    std::uint64_t order; ///< what happens at the same time does so in the order in which it was found out
    double tail;         ///< when the packet's last byte will be there
    Ticket message;
    std::uint32_t hop;
  };
  struct Message {
    boost::container::small_vector<std::uint32_t, 4> route;
    double packet_B = 0;
    int to_offer = 0; ///< packets that are still to leave
    int to_land = 0;  ///< packets that are still to arrive
    int events = 0;   ///< under way: the ticket is in use as long as there are any
    bool is_stopped = false;
  };
  /// What is to happen to one that stands still, and since when it does.
  struct Standstill {
    double since;
    std::vector<Arrival> arrivals;
  };

  /// Puts in anew what is to come, each as `stays` has changed it, if that says so.
  template <class Stays> void go_through_arrivals(Stays&& stays);
  double service_time(const Message&, topology::LinkSlot) const;
  void schedule(double time, double tail, Ticket, std::size_t hop);
  /// A packet's head is at the link: when its turn begins there.
  void pass(const Arrival&);

  std::shared_ptr<const topology::Interconnect> interconnect_;
  std::vector<double> free_;     ///< from when on, by link
  std::vector<double> slowness_; ///< by link; empty where all have been as fast as they were built
  Slots<Message> messages_;      ///< by ticket
  std::map<Ticket, Standstill> standing_still_;
  CalendarQueue<Arrival> arrivals_;
  std::uint64_t orders_ = 0;
  std::vector<topology::LinkSlot> route_; ///< kept for its memory
};

} // namespace daruma::mpi
