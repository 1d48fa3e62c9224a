// Processors that serve one piece of work after the other, in the order of arrival. Whoever has rested is cold: its
// threads have to be woken, its caches filled, which makes its next piece of work longer.
#pragma once

#include "sim/core/tree_store.hpp"
#include "sim/treestore/floor.hpp"

#include <deque>

namespace daruma::treestore {

/// Outlives its work. One that is `on` another has no processors of its own: its work takes turns there with that of
/// others, so many pieces of it at a time.
class Station {
public:
  Station(Floor& floor, int at_once) : floor_(floor), free_(at_once) {}
  /// Of a server or a client: one piece of work at a time.
  Station(Floor& floor, const TreeStore& takes, Station* on) : floor_(floor), free_(1), takes_(&takes), on_(on) {}
  Station(const Station&) = delete;
  Station& operator=(const Station&) = delete;

  /// What a piece of work takes is known when it begins.
  struct Work {
    std::function<Seconds()> begin;
    Action end;
  };
  void serve(Work);
  void serve(Seconds time, Action end) {
    serve({[time] { return time; }, std::move(end)});
  }

private:
  void start(Work);

  Floor& floor_;
  int free_;
  const TreeStore* takes_ = nullptr;
  Station* on_ = nullptr;
  Seconds worked_until_{0};
  std::deque<Work> waiting_;
};

} // namespace daruma::treestore
