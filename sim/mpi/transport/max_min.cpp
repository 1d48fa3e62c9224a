#include "sim/mpi/transport/max_min.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace daruma::mpi {

namespace {

constexpr double tolerance = 1e-9; ///< rates that differ by less are equal
constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_more(double rate, double than) { return rate > than * (1 + tolerance); }

/// For a heap with the smallest share on top; of equal ones the lowest link, so that the outcome is always the same.
constexpr auto is_later = [](const auto& a, const auto& b) {
  return a.rate > b.rate || (a.rate == b.rate && a.link > b.link);
};

void erase(std::vector<MaxMin::Flow>& flows, MaxMin::Flow flow) {
  flows.erase(std::find(flows.begin(), flows.end(), flow));
}

} // namespace

MaxMin::MaxMin(const std::vector<double>& capacities) : links_(capacities.size()) {
  for (std::size_t i = 0; i < capacities.size(); ++i) links_[i].capacity = capacities[i];
}

/// Of a link with members.
double MaxMin::equal_share(Link link) const {
  return links_[link].capacity / static_cast<double>(links_[link].members.size());
}

void MaxMin::change(Link link) {
  if (links_[link].has_changed) return;
  links_[link].has_changed = true;
  changed_.push_back(link);
}

MaxMin::Flow MaxMin::add(const std::vector<topology::LinkSlot>& links) {
  const Link hub = hub_for(links);
  const Flow flow = flows_.take();
  FlowState& state = flows_[flow];
  for (const topology::LinkSlot slot : links) {
    LinkState& link = links_[slot];
    const auto hop = static_cast<std::uint32_t>(state.hops.size());
    state.hops.push_back({static_cast<Link>(slot), static_cast<std::uint32_t>(link.members.size())});
    link.members.push_back({flow, hop});
  }
  if (hub != none) {
    join(flow, hub);
  } else {
    for (const Hop& hop : state.hops) leave_hub(hop.link);
    take(flow);
  }
  return flow;
}

void MaxMin::remove(Flow flow) {
  FlowState& state = flows_[flow];
  if (state.is_taken) erase(taken_, flow);
  if (state.is_new && state.held_at != none) erase(joined_, flow);
  const Link bottleneck = state.bottleneck;
  const bool is_at_hub = bottleneck != none && is_hub(bottleneck);
  if (bottleneck != none) --links_[bottleneck].held;
  for (const Hop& hop : state.hops) {
    auto& members = links_[hop.link].members;
    const Member last = members.back();
    members[hop.place] = last;
    flows_[last.flow].hops[last.hop].place = hop.place;
    members.pop_back();
    if (members.empty()) links_[hop.link].hub = none;
    if (!is_at_hub || hop.link == bottleneck) change(hop.link);
  }
  flows_.give_up(flow);
}

void MaxMin::set_capacity(Link link, double bytes_per_second) {
  links_[link].capacity = bytes_per_second;
  for (const Member& member : links_[link].members) take(member.flow);
}

/// The hub that would hold up a new flow over these links as well, none if there may be others that it concerns.
MaxMin::Link MaxMin::hub_for(const std::vector<topology::LinkSlot>& links) const {
  Link hub = none;
  for (const topology::LinkSlot slot : links) {
    const LinkState& link = links_[slot];
    if (link.members.empty()) continue;
    if (link.hub == none || !is_hub(link.hub) || (hub != none && hub != link.hub)) return none;
    hub = link.hub;
  }
  if (hub != none) return std::find(links.begin(), links.end(), hub) != links.end() ? hub : none;
  return static_cast<Link>(*std::min_element(
      links.begin(), links.end(), [this](auto a, auto b) { return links_[a].capacity < links_[b].capacity; }));
}

void MaxMin::join(Flow flow, Link hub) {
  FlowState& state = flows_[flow];
  LinkState& joined = links_[hub];
  if (!is_hub(hub)) joined.ceiling = infinity;
  for (const Hop& hop : state.hops) {
    links_[hop.link].hub = hub;
    if (hop.link != hub) joined.ceiling = std::min(joined.ceiling, equal_share(hop.link));
  }
  state.bottleneck = state.held_at = hub;
  ++joined.held;
  joined_.push_back(flow);
  change(hub);
}

/// The link's members may be held up by different links from now on.
void MaxMin::leave_hub(Link link) {
  if (links_[link].hub != none) dissolve(links_[link].hub);
  links_[link].hub = none;
}

void MaxMin::dissolve(Link hub) {
  if (is_hub(hub)) links_[hub].hub = none;
}

/// False if the rate would use up other links.
bool MaxMin::settle_hub(Link number) {
  LinkState& link = links_[number];
  const double rate = equal_share(number);
  if (is_more(rate, link.ceiling)) return false;
  if (rate != link.rate) changes_.rates.push_back({number, link.rate});
  link.rate = rate;
  return true;
}

void MaxMin::take(Flow flow) {
  FlowState& state = flows_[flow];
  if (state.is_taken) return;
  state.is_taken = true;
  taken_.push_back(flow);
  if (state.bottleneck == none) return;
  state.trial = links_[state.bottleneck].rate;
  dissolve(state.bottleneck);
}

void MaxMin::take_those_held_up_at(Link link) {
  for (const Member& member : links_[link].members)
    if (flows_[member.flow].bottleneck == link) take(member.flow);
}

const MaxMin::Changes& MaxMin::settle() {
  changes_.rates.clear();
  changes_.moves.clear();
  for (const Link link : changed_) {
    links_[link].has_changed = false;
    if (!is_hub(link) || !settle_hub(link)) take_those_held_up_at(link);
  }
  changed_.clear();
  if (!taken_.empty()) solve();
  for (const Flow flow : joined_)
    if (std::exchange(flows_[flow].is_new, false)) changes_.moves.push_back({flow, none});
  joined_.clear();
  return changes_;
}

void MaxMin::solve() {
  do fill();
  while (take_who_lost_their_bottleneck());
  adopt();
  find_hubs();
  taken_.clear();
}

/// Takes over the rates that the filling gave.
void MaxMin::adopt() {
  for (const Flow flow : taken_)
    if (flows_[flow].held_at != none) --links_[flows_[flow].held_at].held;
  for (const Flow flow : taken_) {
    FlowState& state = flows_[flow];
    LinkState& link = links_[state.bottleneck];
    const bool is_as_before = link.held > 0 && !is_more(link.given, link.rate) && !is_more(link.rate, link.given);
    if (!is_as_before && link.given != link.rate) {
      changes_.rates.push_back({state.bottleneck, link.rate});
      link.rate = link.given;
    }
    ++link.held;
    if (state.is_new || state.held_at != state.bottleneck)
      changes_.moves.push_back({flow, state.is_new ? none : state.held_at});
    state.held_at = state.bottleneck;
    state.is_new = state.is_taken = false;
  }
}

/// Among the links that the filling touched, whose members now have others for their bottlenecks.
void MaxMin::find_hubs() {
  for (const Link number : touched_) {
    LinkState& link = links_[number];
    const Link first = flows_[link.members.front().flow].bottleneck;
    const bool is_common = std::all_of(link.members.begin(), link.members.end(),
                                       [&](const Member& member) { return flows_[member.flow].bottleneck == first; });
    if (link.hub != none && (!is_common || link.hub != first)) dissolve(link.hub);
    link.hub = is_common ? first : none;
  }
  for (const Link number : touched_) {
    if (!is_hub(number)) continue;
    links_[number].ceiling = ceiling_of(number);
    if (links_[number].ceiling == 0) dissolve(number);
  }
}

/// Of a link that holds up all its members; 0 if some of them share other links with those who are held up elsewhere.
double MaxMin::ceiling_of(Link number) const {
  double ceiling = infinity;
  for (const Member& member : links_[number].members)
    for (const Hop& hop : flows_[member.flow].hops) {
      if (hop.link == number) continue;
      if (links_[hop.link].hub != number) return 0;
      ceiling = std::min(ceiling, equal_share(hop.link));
    }
  return ceiling;
}

/// The links of all who are taken, with what those who are not leave of them.
void MaxMin::touch_links() {
  touched_.clear();
  for (const Flow flow : taken_) {
    flows_[flow].is_open = true;
    for (const Hop& hop : flows_[flow].hops) {
      LinkState& link = links_[hop.link];
      if (link.is_touched) continue;
      link.is_touched = true;
      touched_.push_back(hop.link);
    }
  }
  for (const Link number : touched_) {
    LinkState& link = links_[number];
    link.free = link.capacity;
    link.given = infinity;
    link.open = 0;
    for (const Member& member : link.members) {
      if (flows_[member.flow].is_taken)
        ++link.open;
      else
        link.free -= rate(member.flow);
    }
  }
}

void MaxMin::offer(Link number) {
  LinkState& link = links_[number];
  shares_.push_back({std::max(link.free, 0.0) / link.open, number, ++link.version});
}

/// Progressive filling for those who are taken, all others keeping their rates.
void MaxMin::fill() {
  touch_links();
  shares_.clear();
  for (const Link link : touched_) offer(link);
  std::make_heap(shares_.begin(), shares_.end(), is_later);
  open_ = taken_.size();
  while (open_ > 0) {
    std::pop_heap(shares_.begin(), shares_.end(), is_later);
    const Share scarcest = shares_.back();
    shares_.pop_back();
    const LinkState& link = links_[scarcest.link];
    if (scarcest.version == link.version && link.open > 0) close_flows_at(scarcest);
  }
}

void MaxMin::close_flows_at(const Share& scarcest) {
  links_[scarcest.link].given = scarcest.rate;
  for (const Member& member : links_[scarcest.link].members) {
    FlowState& flow = flows_[member.flow];
    if (!flow.is_open) continue;
    flow.is_open = false;
    --open_;
    flow.trial = scarcest.rate;
    flow.bottleneck = scarcest.link;
    for (const Hop& hop : flow.hops) {
      LinkState& link = links_[hop.link];
      link.free -= scarcest.rate;
      --link.open;
      if (hop.link == scarcest.link || link.open == 0) continue;
      offer(hop.link);
      std::push_heap(shares_.begin(), shares_.end(), is_later);
    }
  }
}

/// Those, among all who share a link with somebody who is taken, that have more than somebody who is held up there, or
/// are themselves held up there though it is not used up any more or others have more. False if there is none.
bool MaxMin::take_who_lost_their_bottleneck() {
  const std::size_t filled = taken_.size();
  for (const Link number : touched_) {
    LinkState& link = links_[number];
    link.is_touched = false;
    double most = 0;
    double used = 0;
    for (const Member& member : link.members) {
      const FlowState& flow = flows_[member.flow];
      const double rate = flow.is_taken ? flow.trial : rate_at(flow.bottleneck);
      used += rate;
      most = std::max(most, rate);
    }
    const bool is_used_up = !is_more(link.capacity, used);
    for (const Member& member : link.members) {
      const FlowState& flow = flows_[member.flow];
      if (flow.is_taken) continue;
      const double rate = rate_at(flow.bottleneck);
      const bool is_held_up = flow.bottleneck == number && is_used_up && !is_more(most, rate);
      if (is_more(rate, link.given) || (flow.bottleneck == number && !is_held_up)) take(member.flow);
    }
  }
  return taken_.size() > filled;
}

} // namespace daruma::mpi
