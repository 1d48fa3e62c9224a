#include "sim/mpi/transport/flows.hpp"

#include <algorithm>
#include <limits>

namespace daruma::mpi {

namespace {

std::vector<double> capacities_of(const topology::Interconnect& interconnect) {
  std::vector<double> capacities;
  capacities.reserve(interconnect.links());
  for (topology::LinkSlot link = 0; link < interconnect.links(); ++link)
    capacities.push_back(interconnect.bandwidth(link).value());
  return capacities;
}

} // namespace

Flows::Flows(std::shared_ptr<const topology::Interconnect> interconnect)
    : interconnect_(std::move(interconnect)), rates_(capacities_of(*interconnect_)) {}

LinkSimulation::Ticket Flows::start(Seconds now, int from, int to, Bytes size) {
  const Ticket ticket = messages_.take();
  route_.clear();
  interconnect_->route(from, to, route_);
  Seconds latency{0};
  for (const topology::LinkSlot link : route_) latency += interconnect_->latency(link);
  Message& message = messages_[ticket];
  message.from = from;
  message.to = to;
  message.order = departures_++;
  message.left_B = size.value();
  announce(ticket, now + latency);
  return ticket;
}

/// What happens to the message next does so at that time.
void Flows::announce(Ticket ticket, Seconds time) {
  Message& message = messages_[ticket];
  if (message.has_event) {
    (*message.event).time = time;
    events_.update(message.event);
  } else {
    message.event = events_.push({time, message.order, ticket});
    message.has_event = true;
  }
}

void Flows::stop(Ticket ticket) {
  Message& message = messages_[ticket];
  if (message.has_event) events_.erase(message.event);
  release(ticket);
}

void Flows::release(Ticket ticket) {
  if (messages_[ticket].is_sharing) rates_.remove(messages_[ticket].flow);
  messages_.give_up(ticket);
}

Seconds Flows::next(Seconds now) {
  rates_.settle([&](MaxMin::Flow flow, double before) {
    const Ticket ticket = tickets_[flow];
    Message& message = messages_[ticket];
    message.left_B = std::max(message.left_B - before * (now - message.since).count(), 0.0);
    message.since = now;
    announce(ticket, now + Seconds(message.left_B / rates_.rate(flow)));
  });
  return events_.empty() ? Seconds(std::numeric_limits<double>::infinity()) : events_.top().time;
}

void Flows::share(Seconds now, Ticket ticket) {
  Message& message = messages_[ticket];
  route_.clear();
  interconnect_->route(message.from, message.to, route_);
  message.is_sharing = true;
  message.since = now;
  message.flow = rates_.add(route_);
  if (message.flow >= tickets_.size()) tickets_.resize(message.flow + 1);
  tickets_[message.flow] = ticket;
}

std::optional<LinkSimulation::Ticket> Flows::advance(Seconds now) {
  while (!events_.empty() && events_.top().time < now + one_instant) {
    const Ticket ticket = events_.top().message;
    events_.pop();
    messages_[ticket].has_event = false;
    if (messages_[ticket].is_sharing || messages_[ticket].left_B <= 0) {
      release(ticket);
      return ticket;
    }
    share(now, ticket);
  }
  return std::nullopt;
}

} // namespace daruma::mpi
