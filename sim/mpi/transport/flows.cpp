#include "sim/mpi/transport/flows.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace daruma::mpi {

namespace {

constexpr std::uint32_t no_line = ~std::uint32_t{0};

std::vector<double> capacities_of(const topology::Interconnect& interconnect) {
  std::vector<double> capacities;
  capacities.reserve(interconnect.links());
  for (topology::LinkSlot link = 0; link < interconnect.links(); ++link)
    capacities.push_back(interconnect.bandwidth(link).value());
  return capacities;
}

constexpr auto ends_later = [](const auto& a, const auto& b) {
  return a.due_B != b.due_B ? a.due_B > b.due_B : a.order > b.order;
};

} // namespace

Flows::Flows(std::shared_ptr<const topology::Interconnect> interconnect)
    : interconnect_(std::move(interconnect)), rates_(capacities_of(*interconnect_)),
      line_numbers_(interconnect_->links(), no_line) {}

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
  message.shares_at = now + latency;
  events_.foresee({message.shares_at, message.order, ticket});
  return ticket;
}

void Flows::share(Ticket ticket) {
  Message& message = messages_[ticket];
  route_.clear();
  interconnect_->route(message.from, message.to, route_);
  message.is_sharing = true;
  message.flow = rates_.add(route_);
  if (message.flow >= tickets_.size()) tickets_.resize(message.flow + 1);
  tickets_[message.flow] = ticket;
}

void Flows::stop(Ticket ticket) { release(ticket); }

void Flows::slow_down(Seconds, topology::LinkSlot link, double factor) {
  rates_.set_capacity(static_cast<Link>(link), interconnect_->bandwidth(link).value() / factor);
}

void Flows::stop_sharing(Ticket ticket) {
  Message& message = messages_[ticket];
  if (!message.is_sharing) return;
  const Link link = message.line;
  leave(ticket);
  if (link != MaxMin::none) schedule(link);
  rates_.remove(message.flow);
  message.is_sharing = false;
}

void Flows::pause(Seconds now, Ticket ticket) {
  Message& message = messages_[ticket];
  if (message.line != MaxMin::none) {
    serve(message.line, rates_.rate_at(message.line), now);
    message.left_B = std::max(0.0, message.due_B - lines_[line_numbers_[message.line]].served_B);
  }
  message.shares_at = std::max(Seconds(0), message.shares_at - now);
  stop_sharing(ticket);
  events_.forget(ticket);
}

void Flows::resume(Seconds now, Ticket ticket) {
  Message& message = messages_[ticket];
  message.shares_at += now;
  events_.foresee({message.shares_at, message.order, ticket});
}

void Flows::release(Ticket ticket) {
  stop_sharing(ticket);
  events_.forget(ticket);
  messages_.give_up(ticket);
}

/// Out of its line, if it stands in one.
void Flows::leave(Ticket ticket) {
  const Link link = std::exchange(messages_[ticket].line, MaxMin::none);
  if (link == MaxMin::none) return;
  Line& line = lines_[line_numbers_[link]];
  --line.size;
  if (line.first == ticket) {
    events_.forget(ticket);
    line.first.reset();
  }
}

Flows::Line& Flows::line_at(Link link, Seconds now) {
  if (line_numbers_[link] == no_line) {
    line_numbers_[link] = lines_.take();
    lines_[line_numbers_[link]].since = now;
  }
  return lines_[line_numbers_[link]];
}

/// Those in line have been served at that rate until now.
void Flows::serve(Link link, double rate, Seconds now) {
  if (line_numbers_[link] == no_line) return;
  Line& line = lines_[line_numbers_[link]];
  line.served_B += rate * (now - line.since).count();
  line.since = now;
}

/// To the line of the link that holds it up now.
void Flows::move(const MaxMin::Changes::Move& change, Seconds now) {
  const Ticket ticket = tickets_[change.flow];
  Message& message = messages_[ticket];
  if (message.line != MaxMin::none) {
    serve(message.line, rates_.rate_at(message.line), now);
    message.left_B = std::max(0.0, message.due_B - lines_[line_numbers_[message.line]].served_B);
    concerned_.push_back(message.line);
    leave(ticket);
  }
  message.line = rates_.bottleneck(change.flow);
  serve(message.line, rates_.rate_at(message.line), now);
  Line& line = line_at(message.line, now);
  message.due_B = line.served_B + message.left_B;
  line.heap.push_back({message.due_B, message.order, ticket});
  std::push_heap(line.heap.begin(), line.heap.end(), ends_later);
  ++line.size;
  concerned_.push_back(message.line);
}

Seconds Flows::next(Seconds now) {
  const MaxMin::Changes& changes = rates_.settle();
  concerned_.clear();
  for (const auto& change : changes.rates) {
    serve(change.link, change.before, now);
    concerned_.push_back(change.link);
  }
  for (const auto& change : changes.moves) move(change, now);
  for (const Link link : concerned_) schedule(link);
  return events_.empty() ? Seconds(std::numeric_limits<double>::infinity()) : events_.first().time;
}

bool Flows::stands_there(const Due& due, Link link) const {
  const Message& message = messages_[due.message];
  return message.line == link && message.order == due.order && message.due_B == due.due_B;
}

/// Whoever has left does not stand first, and they are not many.
void Flows::tidy(Line& line, Link link) const {
  const auto has_left = [&](const Due& due) { return !stands_there(due, link); };
  if (line.heap.size() > 2 * line.size + 16) {
    line.heap.erase(std::remove_if(line.heap.begin(), line.heap.end(), has_left), line.heap.end());
    std::make_heap(line.heap.begin(), line.heap.end(), ends_later);
  }
  while (!line.heap.empty() && has_left(line.heap.front())) {
    std::pop_heap(line.heap.begin(), line.heap.end(), ends_later);
    line.heap.pop_back();
  }
}

/// Says when the first one in line ends. A line where nobody stands is given up.
void Flows::schedule(Link link) {
  if (line_numbers_[link] == no_line) return;
  Line& line = lines_[line_numbers_[link]];
  if (line.size == 0) {
    if (line.first) events_.forget(*line.first);
    lines_.give_up(std::exchange(line_numbers_[link], no_line));
    return;
  }
  tidy(line, link);
  const Due& first = line.heap.front();
  const Seconds time = line.since + Seconds((first.due_B - line.served_B) / rates_.rate_at(link));
  if (line.first && *line.first != first.message) events_.forget(*line.first);
  line.first = first.message;
  events_.foresee({time, first.order, first.message});
}

std::optional<LinkSimulation::Ticket> Flows::advance(Seconds now) {
  while (!events_.empty() && events_.first().time < now + one_instant) {
    const Ticket ticket = events_.first().whose;
    if (messages_[ticket].is_sharing || messages_[ticket].left_B <= 0) {
      release(ticket);
      return ticket;
    }
    events_.forget(ticket);
    share(ticket);
  }
  return std::nullopt;
}

} // namespace daruma::mpi
