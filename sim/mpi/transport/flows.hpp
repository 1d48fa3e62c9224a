// Messages as flows: after the latency of its route a message shares the links on it, max-min fair, until it has been
// drained; then it has landed.
//
// The model of SimGrid (Casanova et al., 2014) with all routes alike in sharing, solved by max_min.hpp only where
// something changed. Messages that the same link holds up have the same rate, so they end in an order that does not
// change when the rate does: each link has a line of them and one event, that of the first one's end.
#pragma once

#include "platforms/topology/interconnect.hpp"
#include "sim/mpi/transport/link_simulation.hpp"
#include "sim/mpi/transport/max_min.hpp"
#include "sim/mpi/transport/next_events.hpp"
#include "sim/mpi/transport/slots.hpp"

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace daruma::mpi {

class Flows final : public LinkSimulation {
public:
  explicit Flows(std::shared_ptr<const topology::Interconnect>);

  Ticket start(Seconds now, int from, int to, Bytes) override;
  void stop(Ticket) override;
  void pause(Seconds now, Ticket) override;
  void resume(Seconds now, Ticket) override;
  void slow_down(Seconds now, topology::LinkSlot, double factor) override;
  Seconds next(Seconds now) override;
  std::optional<Ticket> advance(Seconds now) override;

private:
  using Link = MaxMin::Link;

  struct Message {
    int from = 0;
    int to = 0;
    std::uint64_t order = 0;  ///< of departure
    bool is_sharing = false;  ///< its latency has passed
    MaxMin::Flow flow = 0;    ///< while it shares
    Link line = MaxMin::none; ///< of the link that holds it up; none before it has a rate
    Seconds shares_at{0};     ///< when its latency has passed; of one that stands still, how long until then
    double left_B = 0;        ///< while it stands in no line
    double due_B = 0;         ///< while it does: it ends when that much has been served there
  };

  struct Due {
    double due_B;
    std::uint64_t order;
    Ticket message;
  };
  /// Those whom a link holds up, the first to end on top of a heap. Some in it have left.
  struct Line {
    double served_B = 0; ///< at `since`, to each who has been there all the time
    Seconds since{0};
    boost::container::small_vector<Due, 2> heap;
    std::size_t size = 0;        ///< without those who have left
    std::optional<Ticket> first; ///< whose end is foreseen
  };

  void share(Ticket);
  void leave(Ticket);
  void stop_sharing(Ticket);
  void release(Ticket);
  Line& line_at(Link, Seconds now);
  void serve(Link, double rate, Seconds now);
  void move(const MaxMin::Changes::Move&, Seconds now);
  bool stands_there(const Due&, Link) const;
  void tidy(Line&, Link) const;
  void schedule(Link);

  std::shared_ptr<const topology::Interconnect> interconnect_;
  MaxMin rates_;
  NextEvents events_;           ///< ends of latencies, and of each line's first message
  Slots<Message> messages_;     ///< by ticket
  std::vector<Ticket> tickets_; ///< by flow
  Slots<Line> lines_;
  std::vector<std::uint32_t> line_numbers_; ///< by link
  std::uint64_t departures_ = 0;
  std::vector<topology::LinkSlot> route_; ///< kept for its memory
  std::vector<Link> concerned_;           ///< kept for its memory
};

} // namespace daruma::mpi
