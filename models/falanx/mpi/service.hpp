// What all ranks of a Falanx job have in common that serve others: requests one after the other, deaths as they become
// known, and an end once nobody is left who could ask.
//
// Clients and workers ask. Each says goodbye to every rank that serves, or dies. Then those of one role say goodbye to
// each other, so that what one sends to another is still received.
#pragma once

#include "models/falanx/mpi/wire.hpp"
#include "sim/core/units.hpp"

#include <string_view>

namespace daruma::models::falanx {

/// A packet that is to leave.
struct Delivery {
  int to = 0;
  Line line = Line::scheduler;
  Packet packet;
};
using Deliveries = std::vector<Delivery>;

class Servant {
public:
  virtual ~Servant() = default;
  virtual Deliveries take(const Letter& letter) = 0;
  /// `rank` has died; `dead` are all of whom that is known, with it.
  virtual Deliveries lose(int rank, const std::set<int>& dead) = 0;
};

/// Of the clients and workers: who may still ask. Pure.
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

/// Serves until the end. A request takes `service_time` of the rank, beside what the messages take.
void serve(Wire& wire, Line line, Servant& servant, Seconds service_time);

/// A client waits until all workers have said goodbye or died. A scheduler that loses its last server meanwhile ends
/// the job, for then workers wait in vain.
void await_workers(Wire& wire);

/// The calling client or worker asks nobody for anything any more.
void say_goodbye(Wire& wire);

} // namespace daruma::models::falanx
