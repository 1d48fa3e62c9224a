#include "sim/mpi/transport/packets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace daruma::mpi {

namespace {

constexpr double fewest_packets = 8;
constexpr double most_packets = 1024;
constexpr double largest_packet_B = 8192; ///< unless there would be more of them

/// Messages of some kilobytes send their packets at about this distance.
double packet_time(const topology::Interconnect& interconnect) { return 1024 / interconnect.bandwidth(0).value(); }

} // namespace

Packets::Packets(std::shared_ptr<const topology::Interconnect> interconnect)
    : interconnect_(std::move(interconnect)), free_(interconnect_->links(), 0), arrivals_(packet_time(*interconnect_)) {
}

LinkSimulation::Ticket Packets::start(Seconds now, int from, int to, Bytes size) {
  const Ticket ticket = messages_.take();
  route_.clear();
  interconnect_->route(from, to, route_);
  const double packets = std::clamp(std::ceil(size.value() / largest_packet_B), fewest_packets, most_packets);
  Message& message = messages_[ticket];
  message.route.assign(route_.begin(), route_.end());
  message.packet_B = size.value() / packets;
  message.to_land = static_cast<int>(packets);
  message.to_offer = message.to_land - 1;
  schedule(now.count(), now.count(), ticket, 0);
  return ticket;
}

void Packets::stop(Ticket ticket) {
  messages_[ticket].is_stopped = true;
  if (standing_still_.erase(ticket) > 0) messages_.give_up(ticket);
}

/// Those who wait for the link or are on it stand in one line without gaps: what is to happen there later, does so
/// later by as much.
void Packets::slow_down(Seconds now, topology::LinkSlot link, double factor) {
  if (slowness_.empty()) slowness_.resize(interconnect_->links(), 1);
  const double times = factor / std::exchange(slowness_[link], factor);
  const auto move = [now_s = now.count(), times](double& time_s, double after_s) {
    const double left_s = time_s - after_s - now_s;
    if (left_s > 0) time_s += left_s * (times - 1);
  };
  move(free_[link], 0);
  go_through_arrivals([&](Arrival& arrival) {
    const auto& route = messages_[arrival.message].route;
    const bool is_offered = arrival.hop == 0; // when the packet before it begins
    if (route[is_offered ? 0 : arrival.hop - 1] == link) {
      const double latency_s = is_offered ? 0 : interconnect_->latency(link).count();
      move(arrival.time, latency_s);
      move(arrival.tail, latency_s);
    }
    return true;
  });
}

template <class Stays> void Packets::go_through_arrivals(Stays&& stays) {
  auto arrivals = std::exchange(arrivals_, CalendarQueue<Arrival>(packet_time(*interconnect_)));
  for (; !arrivals.empty(); arrivals.pop()) {
    Arrival arrival = arrivals.top();
    if (stays(arrival)) arrivals_.push(arrival);
  }
}

/// Each of its packets where it is.
void Packets::pause(Seconds now, Ticket ticket) {
  Standstill& standstill = standing_still_[ticket];
  standstill.since = now.count();
  go_through_arrivals([&](const Arrival& arrival) {
    if (arrival.message != ticket) return true;
    standstill.arrivals.push_back(arrival);
    return false;
  });
}

void Packets::resume(Seconds now, Ticket ticket) {
  const auto standstill = std::move(standing_still_.extract(ticket).mapped());
  const double lost_s = now.count() - standstill.since;
  for (Arrival arrival : standstill.arrivals) {
    arrival.time += lost_s;
    arrival.tail += lost_s;
    arrivals_.push(arrival);
  }
}

/// Of the message's packets on the link.
double Packets::service_time(const Message& message, topology::LinkSlot link) const {
  const double time = message.packet_B / interconnect_->bandwidth(link).value();
  return slowness_.empty() ? time : time * slowness_[link];
}

Seconds Packets::next(Seconds) {
  return Seconds(arrivals_.empty() ? std::numeric_limits<double>::infinity() : arrivals_.top().time);
}

void Packets::schedule(double time, double tail, Ticket ticket, std::size_t hop) {
  ++messages_[ticket].events;
  arrivals_.push({time, orders_++, tail, ticket, static_cast<std::uint32_t>(hop)});
}

void Packets::pass(const Arrival& head) {
  Message& message = messages_[head.message];
  const std::uint32_t link = message.route[head.hop];
  const double begin = std::max(head.time, free_[link]);
  const double end = std::max(begin + service_time(message, link), head.tail);
  free_[link] = end;
  if (head.hop == 0 && message.to_offer > 0) {
    --message.to_offer;
    schedule(begin, begin, head.message, 0);
  }
  const double latency = interconnect_->latency(link).count();
  const bool is_last = head.hop + 1 == message.route.size();
  schedule((is_last ? end : begin) + latency, end + latency, head.message, head.hop + 1);
}

std::optional<LinkSimulation::Ticket> Packets::advance(Seconds now) {
  while (!arrivals_.empty() && arrivals_.top().time < now.count() + one_instant.count()) {
    const Arrival arrival = arrivals_.top();
    arrivals_.pop();
    Message& message = messages_[arrival.message];
    --message.events;
    if (!message.is_stopped && arrival.hop < message.route.size()) {
      pass(arrival);
      continue;
    }
    const bool has_landed = !message.is_stopped && --message.to_land == 0;
    if (message.events == 0) messages_.give_up(arrival.message);
    if (has_landed) return arrival.message;
  }
  return std::nullopt;
}

} // namespace daruma::mpi
