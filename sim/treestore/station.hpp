// Processors that serve one piece of work after the other, in the order of arrival.
#pragma once

#include "sim/treestore/floor.hpp"

#include <deque>

namespace daruma::treestore {

/// Outlives its work. One that is `on` another has no processors of its own: its work takes turns there with that of
/// others, so many pieces of it at a time.
class Station {
public:
  Station(Floor& floor, int at_once, Station* on = nullptr) : floor_(floor), free_(at_once), on_(on) {}
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
  Station* on_;
  std::deque<Work> waiting_;
};

} // namespace daruma::treestore
