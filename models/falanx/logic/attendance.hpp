// Of the clients and workers of a Falanx job: who may still ask those who serve. Pure.
#pragma once

#include "models/falanx/logic/roles.hpp"

#include <set>
#include <string_view>

namespace daruma::models::falanx {

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
