// The processor of a server or client of the store: it does one piece of work after the other, in the order of arrival.
// One that has rested is cold: its threads have to be woken, its caches filled, which makes its next piece of work
// longer.
#pragma once

#include "sim/core/queue_server.hpp"
#include "sim/core/tree_store.hpp"
#include "sim/treestore/environment.hpp"

namespace daruma::treestore {

/// Outlives its work. One that is `on` another has no processor of its own: its work takes turns there with that of
/// others, so many pieces of it at a time.
class Processor {
public:
  Processor(Environment& environment, int at_once) : environment_(environment), queue_(at_once) {}
  /// The processor of a server or of a client, which does one piece of work at a time.
  Processor(Environment& environment, const TreeStore& takes, Processor* on)
      : environment_(environment), takes_(&takes), on_(on) {}
  Processor(const Processor&) = delete;
  Processor& operator=(const Processor&) = delete;

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

  Environment& environment_;
  FifoServer<Work> queue_{};
  const TreeStore* takes_ = nullptr;
  Processor* on_ = nullptr;
};

} // namespace daruma::treestore
