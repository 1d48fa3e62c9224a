#include "models/falanx/mpi/service.hpp"

#include "models/port/port.hpp"

#include <utility>

namespace daruma::models::falanx {

namespace {

/// On every line; the words of their own are not negative.
constexpr int goodbye = -1;

Line line_of(Role role) {
  if (role == Role::client) return Line::client;
  if (role == Role::server) return Line::scheduler;
  return role == Role::watchdog ? Line::watchdog : Line::data;
}

/// The ranks that serve in the same role as `rank`, with it.
std::pair<int, int> colleagues(const Roles& roles, int rank) {
  switch (roles.role_of(rank)) {
  case Role::server:
    return {roles.first_server(), roles.first_watchdog()};
  case Role::watchdog:
    return {roles.first_watchdog(), roles.first_data_node()};
  default:
    return {roles.first_data_node(), roles.first_worker()};
  }
}

class Service {
public:
  Service(Wire& wire, Line line, Servant& servant, Seconds service_time)
      : wire_(wire), line_(line), servant_(servant), service_time_(service_time), askers_(wire.ranks().roles) {}

  void perform() {
    while (!askers_.is_over()) {
      const auto letter = wire_.receive_any(line_);
      mourn();
      if (letter) handle(*letter);
    }
    part();
  }

private:
  void mourn() {
    for (const int rank : wire_.dead()) {
      if (!mourned_.insert(rank).second) continue;
      askers_.dies(rank);
      deliver(servant_.lose(rank, wire_.dead()));
    }
    const std::string_view why = askers_.hopeless();
    if (!why.empty() && first_servant(wire_.ranks().roles, wire_.dead()) == wire_.me()) end_job(wire_.ranks(), why);
  }

  void handle(const Letter& letter) {
    if (letter.packet.word == goodbye) {
      askers_.leaves(letter.from);
      left_.insert(letter.from);
      return;
    }
    if (service_time_ > Seconds(0)) port().sleep(service_time_);
    deliver(servant_.take(letter));
  }

  void deliver(const Deliveries& deliveries) {
    for (const Delivery& one : deliveries) wire_.post(one.to, one.line, one.packet);
  }

  /// Nobody asks any more: what comes besides goodbyes is of no use to anyone.
  void part() {
    const auto [first, end] = colleagues(wire_.ranks().roles, wire_.me());
    for (int rank = first; rank < end; ++rank)
      if (rank != wire_.me()) wire_.post(rank, line_, {goodbye, 0, 0, {}, {}});
    for (int rank = first; rank < end; ++rank)
      while (rank != wire_.me() && left_.count(rank) == 0 && wire_.dead().count(rank) == 0)
        if (const auto letter = wire_.receive_any(line_); letter && letter->packet.word == goodbye)
          left_.insert(letter->from);
    wire_.flush();
  }

  Wire& wire_;
  Line line_;
  Servant& servant_;
  Seconds service_time_;
  Attendance askers_;
  std::set<int> mourned_;
  std::set<int> left_;
};

/// A WatchDog has no other work.
class Idle final : public Servant {
public:
  Deliveries take(const Letter&) override { return {}; }
  Deliveries lose(int, const std::set<int>&) override { return {}; }
};

} // namespace

void serve(Wire& wire, Line line, Servant& servant, Seconds service_time) {
  Service(wire, line, servant, service_time).perform();
}

void await_workers(Wire& wire) {
  const Roles& roles = wire.ranks().roles;
  std::set<int> workers;
  for (int rank = roles.first_worker(); rank < roles.ranks(); ++rank) workers.insert(rank);
  while (true) {
    int dead_servers = 0;
    for (const int rank : wire.dead()) {
      workers.erase(rank);
      dead_servers += roles.role_of(rank) == Role::server ? 1 : 0;
    }
    if (workers.empty()) return;
    if (roles.servers > 0 && dead_servers == roles.servers)
      end_job(wire.ranks(), "the scheduler has died, and workers still wait for it");
    if (const auto letter = wire.receive_any(Line::client)) workers.erase(letter->from);
  }
}

void say_goodbye(Wire& wire) {
  const Roles& roles = wire.ranks().roles;
  const bool is_client = roles.role_of(wire.me()) == Role::client;
  for (int rank = is_client ? roles.first_server() : 0; rank < roles.first_worker(); ++rank)
    wire.post(rank, line_of(roles.role_of(rank)), {goodbye, 0, 0, {}, {}});
  wire.flush();
}

Deliveries Deputy::lose(int rank, const std::set<int>& dead) {
  if (is_on_duty(wire_.ranks().roles, dead, wire_.me())) {
    if (!side_) side_ = scheduler_.watchdog();
    for (const int lost : dead)
      if (said_.insert(lost).second) side_->lose(lost);
  }
  return servant_.lose(rank, dead);
}

void watch(Wire& wire, Scheduler& scheduler) {
  Idle idle;
  Deputy dog(wire, scheduler, idle);
  serve(wire, Line::watchdog, dog, Seconds(0));
}

} // namespace daruma::models::falanx
