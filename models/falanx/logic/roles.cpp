#include "models/falanx/logic/roles.hpp"

#include <algorithm>

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

} // namespace daruma::models::falanx
