// A node's cores among those who compute there and the background: in equal parts at every instant, or in turns of a
// quantum, as the background says. Both are the nodes of the models without ranks, with the same draws.
//
// A node's past is only worked out when it is asked for.
#pragma once

#include "sim/scenario/scenario.hpp"

#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace daruma::run {

class SharedCores {
public:
  /// What a thread of a process computes: the job's name, the process's number there, and which it is of those that the
  /// process computes at once.
  using Computation = std::tuple<std::string, int, int>;

  virtual ~SharedCores() = default;

  /// All five of a node whose past is worked out.
  virtual void join(const Computation&, Seconds work) = 0;
  virtual void leave(const Computation&) = 0;
  virtual void slow_down(double fraction) = 0;
  /// What is left of it is so many times as much from now on.
  virtual void stretch(const Computation&, double times) = 0;
  /// When the first will come to its end, if nobody joins or leaves before; there is one.
  virtual Seconds first_end() const = 0;

  /// Works out what happened up to now: who came to the end of its work.
  virtual std::vector<Computation> catch_up(Seconds now) = 0;
  /// Jobs of the background that are here.
  virtual int others() const = 0;
};

std::unique_ptr<SharedCores> shared_cores(const scenario::Scenario&, int node, int replication);

} // namespace daruma::run
