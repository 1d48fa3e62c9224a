// Max-min fair rates of flows that share links, solved anew only where something changed.
//
// A flow has a bottleneck: a link that is used up, on which nobody has more than it. That is what makes rates max-min
// fair (Bertsekas and Gallager, Data Networks, section 6.5.2), and it can be checked flow by flow. All flows that a
// link holds up have the same rate, which is therefore the link's. Where flows came or went, those that were held up
// there get new rates, by progressive filling with all others as they are; whoever's bottleneck is none any more is
// taken in, until nobody is left. Most changes reach 15 to 25 flows, however many there are.
//
// A link is a hub if it holds up all flows on it and all flows on their other links: a file system that everybody
// writes to, the last link before a root. Who comes to it or leaves it changes one rate, and nothing is solved, as long
// as none of the other links would be used up. All flows count alike.
#pragma once

#include "platforms/topology/wiring.hpp"
#include "sim/mpi/transport/slots.hpp"

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace daruma::mpi {

class MaxMin {
public:
  using Flow = std::uint32_t;
  using Link = std::uint32_t;
  static constexpr Link none = ~Link{0};

  /// What became of flows and links when rates were made fair again.
  struct Changes {
    struct Rate {
      Link link;
      double before;
    };
    struct Move {
      Flow flow;
      Link from; ///< none if the flow is new
    };
    std::vector<Rate> rates; ///< of links that hold up others at another rate now, or others than before
    std::vector<Move> moves; ///< of flows with another bottleneck than before
  };

  /// What each link carries, in bytes per second.
  explicit MaxMin(const std::vector<double>& capacities);

  /// A flow over different links, of which there is at least one. It has no rate before rates are settled.
  Flow add(const std::vector<topology::LinkSlot>& links);
  void remove(Flow);
  void set_capacity(Link, double bytes_per_second);
  double capacity(Link link) const { return links_[link].capacity; }

  /// Makes all rates fair again. What is returned holds until the next time.
  const Changes& settle();
  Link bottleneck(Flow flow) const { return flows_[flow].bottleneck; }
  /// Of each flow that the link holds up.
  double rate_at(Link link) const { return links_[link].rate; }
  double rate(Flow flow) const { return rate_at(bottleneck(flow)); }

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
    double trial = 0; ///< what it gets by the filling under way, if it is taken
    Link bottleneck = none;
    Link held_at = none;   ///< its bottleneck, but for the filling under way
    bool is_new = true;    ///< no change has told of it so far
    bool is_open = false;  ///< in that filling, and without a rate so far
    bool is_taken = false; ///< gets a new rate
  };
  struct LinkState {
    boost::container::small_vector<Member, 4> members;
    double capacity = 0;
    double rate = 0;           ///< of those that it holds up
    std::uint32_t held = 0;    ///< how many flows it holds up
    Link hub = none;           ///< which holds up all members, if there is one; itself if it is a hub
    double ceiling = 0;        ///< of a hub: the rate up to which none of its members' other links is used up
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

  double equal_share(Link) const;
  bool is_hub(Link link) const { return links_[link].hub == link; }
  Link hub_for(const std::vector<topology::LinkSlot>& links) const;
  void join(Flow, Link hub);
  void leave_hub(Link);
  void dissolve(Link hub);
  bool settle_hub(Link);
  void find_hubs();
  double ceiling_of(Link) const;
  void change(Link);
  void take(Flow);
  void take_those_held_up_at(Link);
  void solve();
  void touch_links();
  void fill();
  void close_flows_at(const Share&);
  void offer(Link);
  bool take_who_lost_their_bottleneck();
  void adopt();

  Slots<FlowState> flows_;
  std::vector<LinkState> links_;
  std::vector<Link> changed_;
  std::vector<Flow> joined_; ///< those at hubs that no change has told of so far
  std::vector<Flow> taken_;
  std::vector<Link> touched_;
  std::vector<Share> shares_; ///< a heap
  std::size_t open_ = 0;      ///< flows without a rate so far in the filling under way
  Changes changes_;
};

} // namespace daruma::mpi
