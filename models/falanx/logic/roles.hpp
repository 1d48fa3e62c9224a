// Which rank of a Falanx job plays which role (paper, Fig. 2). Pure.
//
// Ranks in order: clients (main logic), servers of the scheduler, WatchDogs, nodes of the data store, and workers,
// group by group. Who of them is on duty, and who stands in for the dead, follows from who lives. A group has
// `group_size` ranks that compute and then its own spares; its lowest living rank is its Starter.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace daruma::models::falanx {

enum class Role { client, server, watchdog, data_node, worker };

struct Roles {
  int clients = 1;
  int servers = 1;
  int watchdogs = 0;
  int data_nodes = 1;
  int groups = 1;
  int group_size = 1;
  int spares = 0; ///< of each group

  int first_server() const { return clients; }
  int first_watchdog() const { return first_server() + servers; }
  int first_data_node() const { return first_watchdog() + watchdogs; }
  int first_worker() const { return first_data_node() + data_nodes; }
  int ranks() const { return first_worker() + groups * (group_size + spares); }
  /// Whether every role is played that a job cannot do without.
  bool is_complete() const;
  /// The role of a rank, which is below `ranks()`.
  Role role_of(int rank) const;
  /// The group of a worker's rank, from 0 to groups - 1.
  int group_of(int rank) const { return (rank - first_worker()) / (group_size + spares); }
};

/// As falanx_init_simple divides a communicator: `workers` groups, to which the ranks are dealt evenly that nobody else
/// needs; fewer groups where there are too few ranks. Nothing if there are not ranks enough for one of each role.
std::optional<Roles> divide_evenly(int ranks, int clients, int data_nodes, int workers);

/// Of the clients and workers of a Falanx job: who may still ask those who serve. Pure.
class Attendance {
public:
  explicit Attendance(const Roles& roles);

  void leaves(int rank) { present_.erase(rank); }
  void dies(int rank);
  bool is_over() const { return present_.empty(); }
  /// Why the job cannot go on, a finished sentence; empty if it can.
  std::string_view hopeless() const;

private:
  Roles roles_;
  std::set<int> present_;
  int dead_clients_ = 0;
  int dead_workers_ = 0;
};

/// The first rank that still lives of those that serve: it speaks for all.
int first_servant(const Roles& roles, const std::set<int>& dead);

/// Whether `rank` is the first that lives in the line of WatchDogs. Behind them stand the scheduler's own ranks and,
/// where it has none, the nodes of the data store.
bool is_on_duty(const Roles& roles, const std::set<int>& dead, int rank);

} // namespace daruma::models::falanx
