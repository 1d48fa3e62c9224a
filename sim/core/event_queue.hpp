// What is to happen when: the list of events of a model without ranks.
//
// What is due at the same time happens in the order in which it was entered. Entries are sorted by a heap of small
// records; the actions stay where they are, and their places are used again.
#pragma once

#include "sim/core/units.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace daruma {

class EventQueue {
public:
  using Action = std::function<void()>;

  Seconds now() const { return now_; }
  void at(Seconds when, Action action);
  void after(Seconds delay, Action action) { at(now_ + delay, std::move(action)); }
  /// The next thing happens; false if there is none.
  bool step();

private:
  struct Entry {
    Seconds when;
    std::uint64_t number;
    std::uint32_t place;
  };
  static bool is_later(const Entry& a, const Entry& b);

  Seconds now_{0};
  std::uint64_t entered_ = 0;
  std::vector<Entry> heap_;
  std::vector<Action> actions_;
  std::vector<std::uint32_t> free_places_;
};

} // namespace daruma
