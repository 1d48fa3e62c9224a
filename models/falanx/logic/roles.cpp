#include "models/falanx/logic/roles.hpp"

#include <algorithm>
#include <optional>

namespace daruma::models::falanx {

Role Roles::role_of(int rank) const {
  if (rank < first_server()) return Role::client;
  if (rank < first_watchdog()) return Role::server;
  if (rank < first_data_node()) return Role::watchdog;
  return rank < first_worker() ? Role::data_node : Role::worker;
}

bool Roles::is_complete() const {
  return clients > 0 && servers >= 0 && watchdogs >= 0 && data_nodes > 0 && groups > 0 && group_size > 0 && spares >= 0;
}

std::optional<Roles> divide_evenly(int ranks, int clients, int data_nodes, int workers) {
  Roles roles;
  roles.clients = clients;
  roles.data_nodes = data_nodes;
  const int left = ranks - roles.first_worker();
  if (clients < 1 || data_nodes < 1 || workers < 1 || left < 1) return std::nullopt;
  roles.groups = std::min(workers, left);
  roles.group_size = left / roles.groups;
  return roles;
}

namespace {

/// The first rank from `begin` to `end` that lives.
std::optional<int> first_living(int begin, int end, const std::set<int>& dead) {
  for (int rank = begin; rank < end; ++rank)
    if (dead.count(rank) == 0) return rank;
  return std::nullopt;
}

} // namespace

Attendance::Attendance(const Roles& roles) : roles_(roles) {
  for (int rank = 0; rank < roles.clients; ++rank) present_.insert(rank);
  for (int rank = roles.first_worker(); rank < roles.ranks(); ++rank) present_.insert(rank);
}

void Attendance::dies(int rank) {
  if (present_.erase(rank) == 0) return;
  ++(roles_.role_of(rank) == Role::client ? dead_clients_ : dead_workers_);
}

std::string_view Attendance::hopeless() const {
  if (dead_clients_ == roles_.clients) return "the main logic has died, nobody is left to submit tasks";
  const bool has_client = !present_.empty() && *present_.begin() < roles_.clients;
  if (has_client && dead_workers_ == roles_.ranks() - roles_.first_worker())
    return "all workers have died, nobody is left to run tasks";
  return "";
}

int first_servant(const Roles& roles, const std::set<int>& dead) {
  int rank = roles.first_server();
  while (dead.count(rank) > 0) ++rank;
  return rank;
}

bool is_on_duty(const Roles& roles, const std::set<int>& dead, int rank) {
  if (const auto watchdog = first_living(roles.first_watchdog(), roles.first_data_node(), dead))
    return *watchdog == rank;
  if (const auto server = first_living(roles.first_server(), roles.first_watchdog(), dead)) return *server == rank;
  return first_living(roles.first_data_node(), roles.first_worker(), dead) == rank;
}

} // namespace daruma::models::falanx
