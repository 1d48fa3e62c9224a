#include "sim/batch/outside_scheduler.hpp"

#include "sim/batch/policy_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace daruma::batch {

using batsim::Cores;
using batsim::JobState;
using batsim::Order;

OutsideScheduler::OutsideScheduler(std::string title, Exchange exchange, std::vector<std::string> names, int nodes,
                                   int cores_of_node)
    : title_(std::move(title)), exchange_(std::move(exchange)), names_(std::move(names)), cores_of_node_(cores_of_node),
      is_taken_(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(cores_of_node), 0),
      down_since_(static_cast<std::size_t>(nodes), never), ids_(names_.size()) {
  news_.begins(nodes, cores_of_node);
  ask(Seconds(0));
}

void OutsideScheduler::refuse(Seconds time, const std::string& what) const {
  throw PolicyError(fmt::format("{}: at {:.9g} s it {}", title_, time.count(), what));
}

// --- What it is told

void OutsideScheduler::submitted(const Request& request, int interruptions, Seconds now) {
  std::string& id = ids_[request.job];
  id = "w0!" + names_[request.job];
  if (interruptions > 0) id += fmt::format("#{}", interruptions);
  known_[id] = {request.job, request.processors};
  news_.submitted(now, id, request);
  if (interruptions == 0) stays_away(now);
}

void OutsideScheduler::stays_away(Seconds now) {
  if (++come_ == names_.size()) news_.nobody_comes_any_more(now);
}

void OutsideScheduler::ended(std::size_t job, JobState state, Seconds now) {
  Known& one = known_.at(ids_[job]);
  one.state = Known::State::over;
  for (const int core : one.cores) is_taken_[static_cast<std::size_t>(core)] = 0;
  news_.completed(now, ids_[job], state, std::exchange(one.cores, {}));
}

Cores OutsideScheduler::cores_of(int node) const {
  Cores cores;
  for (int core = 0; core < cores_of_node_; ++core) cores.push_back(node * cores_of_node_ + core);
  return cores;
}

void OutsideScheduler::node_down(int node, Seconds now) {
  down_since_[static_cast<std::size_t>(node)] = now;
  news_.unavailable(now, cores_of(node));
}

void OutsideScheduler::node_up(int node, Seconds now) {
  down_since_[static_cast<std::size_t>(node)] = never;
  news_.available(now, cores_of(node));
}

void OutsideScheduler::have_been_ended(const Decision& decision, const std::vector<Ended>& all, Seconds now) {
  std::vector<batsim::News::Killed> killed;
  killed.reserve(all.size());
  for (const Ended& one : all) killed.push_back({ids_[one.job], one.progress});
  news_.killed(now, decision.asked_for, killed);
}

void OutsideScheduler::simulation_ends(Seconds now) {
  now = std::max(now, busy_until_);
  news_.ends(now);
  exchange_(news_.take(now));
}

// --- What it decides

void OutsideScheduler::ask(Seconds now) {
  constexpr int most = 10000;
  messages_at_once_ = now == asked_ ? messages_at_once_ + 1 : 0;
  if (messages_at_once_ > most) refuse(now, fmt::format("has been asked {} times, and does not go on", most));
  asked_ = now;
  const std::string answer = exchange_(news_.take(now));
  batsim::Reply reply;
  try {
    reply = batsim::read_reply(answer, now, static_cast<int>(is_taken_.size()));
  } catch (const PolicyError& problem) { refuse(now, problem.what()); }
  busy_until_ = reply.now;
  std::move(reply.orders.begin(), reply.orders.end(), std::back_inserter(orders_));
}

Seconds OutsideScheduler::next_time() const {
  Seconds time = orders_.empty() ? never : orders_.front().time;
  if (!calls_.empty()) time = std::min(time, std::max(*calls_.begin(), busy_until_));
  if (news_.is_any()) time = std::min(time, busy_until_);
  return time;
}

std::vector<OutsideScheduler::Decision> OutsideScheduler::decide(Seconds now) {
  std::vector<Decision> decisions;
  for (;;) {
    for (; !orders_.empty() && orders_.front().time <= now; orders_.pop_front()) {
      const Order& order = orders_.front();
      if (order.kind == Order::Kind::call)
        calls_.insert(order.call);
      else
        decisions.push_back(carry_out(order));
    }
    if (!decisions.empty() || now < busy_until_) return decisions;
    for (; !calls_.empty() && *calls_.begin() <= now; calls_.erase(calls_.begin())) news_.called(now);
    if (!news_.is_any()) return decisions;
    ask(now);
  }
}

OutsideScheduler::Known& OutsideScheduler::known(const std::string& id, Seconds time) {
  const auto found = known_.find(id);
  if (found == known_.end()) refuse(time, fmt::format("names a job {}, which was never submitted", id));
  return found->second;
}

OutsideScheduler::Known& OutsideScheduler::waiting(const std::string& id, Seconds time) {
  Known& one = known(id, time);
  if (one.state != Known::State::waits)
    refuse(time, fmt::format("decides on job {}, which {}", id,
                             one.state == Known::State::runs ? "runs already" : "does not wait any more"));
  return one;
}

OutsideScheduler::Decision OutsideScheduler::carry_out(const Order& order) {
  using Kind = Decision::Kind;
  switch (order.kind) {
  case Order::Kind::execute:
    return start(order);
  case Order::Kind::reject: {
    Known& one = waiting(order.jobs.front(), order.time);
    one.state = Known::State::over;
    return {Kind::refuse, {one.job}};
  }
  case Order::Kind::kill: {
    Decision decision{Kind::end, {}, {}, order.jobs};
    for (const std::string& id : order.jobs) {
      const Known& one = known(id, order.time);
      if (one.state == Known::State::waits) refuse(order.time, fmt::format("ends job {}, which does not run yet", id));
      if (one.state == Known::State::runs) decision.jobs.push_back(one.job);
    }
    return decision;
  }
  case Order::Kind::call:
  case Order::Kind::tell_energy:
    break;
  }
  return {Kind::tell_energy};
}

/// A node that has failed since it was asked it could not know of.
OutsideScheduler::Decision OutsideScheduler::start(const Order& order) {
  const std::string& id = order.jobs.front();
  Known& one = waiting(id, order.time);
  if (static_cast<int>(order.cores.size()) != one.processors)
    refuse(order.time,
           fmt::format("starts job {} on {} resources, which asks for {}", id, order.cores.size(), one.processors));
  bool has_failed = false;
  for (const int core : order.cores) {
    if (is_taken_[static_cast<std::size_t>(core)] != 0)
      refuse(order.time, fmt::format("starts job {} on resource {}, which is in use", id, core));
    const Seconds since = down_since_[static_cast<std::size_t>(core / cores_of_node_)];
    if (since <= asked_)
      refuse(order.time, fmt::format("starts job {} on resource {}, which is unavailable, as it was told", id, core));
    has_failed = has_failed || since < never;
  }
  one.state = Known::State::runs;
  one.cores = order.cores;
  Places places = take(order.cores);
  return {has_failed ? Decision::Kind::fail : Decision::Kind::start, {one.job}, std::move(places)};
}

Places OutsideScheduler::take(const Cores& cores) {
  Places places;
  for (std::size_t i = 0; i < cores.size();) {
    const int node = cores[i] / cores_of_node_;
    int count = 0;
    for (; i < cores.size() && cores[i] / cores_of_node_ == node; ++i, ++count)
      is_taken_[static_cast<std::size_t>(cores[i])] = 1;
    places.append(node, count);
  }
  return places;
}

} // namespace daruma::batch
