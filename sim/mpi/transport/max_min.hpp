// Max-min fair rates of flows that share links, solved anew only where something changed.
//
// A flow has a bottleneck: a link that is used up, on which nobody has more than it. That is what makes rates max-min
// fair (Bertsekas and Gallager, Data Networks, section 6.5.2), and it can be checked flow by flow. Where flows came or
// went, those that were held up there get new rates, by progressive filling with all others as they are; whoever's
// bottleneck is none any more is taken in, until nobody is left. Most changes reach 15 to 25 flows, however many there
// are. All flows count alike.
#pragma once

#include "platforms/topology/wiring.hpp"
#include "sim/mpi/transport/slots.hpp"

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace daruma::mpi {

class MaxMin {
public:
  using Flow = std::uint32_t;
  using Link = std::uint32_t;

  /// What each link carries, in bytes per second.
  explicit MaxMin(const std::vector<double>& capacities);

  /// A flow over different links, of which there is at least one. It has no rate before rates are settled.
  Flow add(const std::vector<topology::LinkSlot>& links);
  void remove(Flow);
  void set_capacity(Link, double bytes_per_second);
  double capacity(Link link) const { return links_[link].capacity; }

  /// Makes all rates fair again. Calls `changed` for each flow that has another rate now, with the one it had before.
  void settle(const std::function<void(Flow, double before)>& changed);
  double rate(Flow flow) const { return flows_[flow].rate; }

private:
  /// A link of a flow, and where the flow stands among those on it.
  struct Hop {
    Link link;
    std::uint32_t place;
  };
  /// A flow on a link, and which of its hops that is.
  struct Member {
    Flow flow;
    std::uint32_t hop;
  };
  struct FlowState {
    boost::container::small_vector<Hop, 6> hops;
    double rate = 0;
    double trial = 0; ///< what it gets by the filling under way, if it is taken
    Link bottleneck = none;
    bool is_open = false;  ///< in that filling, and without a rate so far
    bool is_taken = false; ///< gets a new rate
  };
  struct LinkState {
    boost::container::small_vector<Member, 4> members;
    double capacity = 0;
    double free = 0;           ///< of the filling under way
    double given = 0;          ///< by it, to each of those whose bottleneck this is; infinite if there is none
    std::uint32_t open = 0;    ///< flows without a rate so far
    std::uint32_t version = 0; ///< of what the heap says of it
    bool is_touched = false;
    bool has_changed = false;
  };
  /// What a link could give to each of its open flows.
  struct Share {
    double rate;
    Link link;
    std::uint32_t version;
  };
  static constexpr Link none = ~Link{0};

  void change(Link);
  void take(Flow);
  void take_those_held_up_at(Link);
  void touch_links();
  void fill();
  void close_flows_at(const Share&);
  void offer(Link);
  bool take_who_lost_their_bottleneck();

  Slots<FlowState> flows_;
  std::vector<LinkState> links_;
  std::vector<Link> changed_;
  std::vector<Flow> taken_;
  std::vector<Link> touched_;
  std::vector<Share> shares_; ///< a heap
};

} // namespace daruma::mpi
