#include "sim/mpi/transport/max_min.hpp"

#include <algorithm>
#include <limits>

namespace daruma::mpi {

namespace {

constexpr double tolerance = 1e-9; ///< rates that differ by less are equal

bool is_more(double rate, double than) { return rate > than * (1 + tolerance); }

/// For a heap with the smallest share on top; of equal ones the lowest link, so that the outcome is always the same.
constexpr auto is_later = [](const auto& a, const auto& b) {
  return a.rate > b.rate || (a.rate == b.rate && a.link > b.link);
};

} // namespace

MaxMin::MaxMin(const std::vector<double>& capacities) : links_(capacities.size()) {
  for (std::size_t i = 0; i < capacities.size(); ++i) links_[i].capacity = capacities[i];
}

void MaxMin::change(Link link) {
  if (links_[link].has_changed) return;
  links_[link].has_changed = true;
  changed_.push_back(link);
}

MaxMin::Flow MaxMin::add(const std::vector<topology::LinkSlot>& links) {
  const Flow flow = flows_.take();
  FlowState& state = flows_[flow];
  for (const topology::LinkSlot slot : links) {
    LinkState& link = links_[slot];
    const auto hop = static_cast<std::uint32_t>(state.hops.size());
    state.hops.push_back({static_cast<Link>(slot), static_cast<std::uint32_t>(link.members.size())});
    link.members.push_back({flow, hop});
  }
  take(flow);
  return flow;
}

void MaxMin::remove(Flow flow) {
  FlowState& state = flows_[flow];
  if (state.is_taken) taken_.erase(std::find(taken_.begin(), taken_.end(), flow));
  for (const Hop& hop : state.hops) {
    auto& members = links_[hop.link].members;
    const Member last = members.back();
    members[hop.place] = last;
    flows_[last.flow].hops[last.hop].place = hop.place;
    members.pop_back();
    change(hop.link);
  }
  flows_.give_up(flow);
}

void MaxMin::set_capacity(Link link, double bytes_per_second) {
  links_[link].capacity = bytes_per_second;
  for (const Member& member : links_[link].members) take(member.flow);
}

void MaxMin::take(Flow flow) {
  if (flows_[flow].is_taken) return;
  flows_[flow].is_taken = true;
  flows_[flow].trial = flows_[flow].rate;
  taken_.push_back(flow);
}

void MaxMin::take_those_held_up_at(Link link) {
  for (const Member& member : links_[link].members)
    if (flows_[member.flow].bottleneck == link) take(member.flow);
}

void MaxMin::settle(const std::function<void(Flow, double before)>& changed) {
  for (const Link link : changed_) {
    take_those_held_up_at(link);
    links_[link].has_changed = false;
  }
  changed_.clear();
  if (taken_.empty()) return;
  do fill();
  while (take_who_lost_their_bottleneck());
  for (const Flow flow : taken_) {
    FlowState& state = flows_[flow];
    state.is_taken = false;
    const double before = state.rate;
    state.rate = state.trial;
    if (is_more(state.rate, before) || is_more(before, state.rate))
      changed(flow, before);
    else
      state.rate = before;
  }
  taken_.clear();
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
    link.given = std::numeric_limits<double>::infinity();
    link.open = 0;
    for (const Member& member : link.members) {
      if (flows_[member.flow].is_taken)
        ++link.open;
      else
        link.free -= flows_[member.flow].rate;
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
  while (!shares_.empty()) {
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
      const double rate = flow.is_taken ? flow.trial : flow.rate;
      used += rate;
      most = std::max(most, rate);
    }
    const bool is_used_up = !is_more(link.capacity, used);
    for (const Member& member : link.members) {
      const FlowState& flow = flows_[member.flow];
      const bool is_held_up = flow.bottleneck == number && is_used_up && !is_more(most, flow.rate);
      if (is_more(flow.rate, link.given) || (flow.bottleneck == number && !is_held_up)) take(member.flow);
    }
  }
  return taken_.size() > filled;
}

} // namespace daruma::mpi
