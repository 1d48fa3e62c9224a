// What happens next to each of many that go by numbers, the first of all at hand.
//
// A heap with four children a node that lies in one piece of memory and knows where each number stands.
#pragma once

#include "sim/core/units.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace daruma::mpi {

class NextEvents {
public:
  using Number = std::uint32_t;
  struct Event {
    Seconds time;
    std::uint64_t order; ///< among those of the same time
    Number whose;
  };

  bool empty() const { return heap_.empty(); }
  const Event& first() const { return heap_.front(); }

  /// Instead of what was to happen to that one, if anything was.
  void foresee(const Event& event) {
    if (event.whose >= places_.size()) places_.resize(event.whose + 1, nowhere);
    std::size_t place = places_[event.whose];
    if (place == nowhere) {
      place = heap_.size();
      heap_.push_back(event);
    }
    settle(place, event);
  }

  /// Nothing happens to that one any more.
  void forget(Number whose) {
    if (whose >= places_.size() || places_[whose] == nowhere) return;
    const std::size_t place = places_[whose];
    places_[whose] = nowhere;
    const Event last = heap_.back();
    heap_.pop_back();
    if (place < heap_.size()) settle(place, last);
  }

private:
  static constexpr std::size_t children = 4;
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  static bool is_before(const Event& a, const Event& b) {
    return a.time != b.time ? a.time < b.time : a.order < b.order;
  }
  void put(std::size_t place, const Event& event) {
    heap_[place] = event;
    places_[event.whose] = static_cast<std::uint32_t>(place);
  }

  /// Puts the event where it belongs, from a place that is free for it.
  void settle(std::size_t place, const Event& event) {
    for (; place > 0 && is_before(event, heap_[(place - 1) / children]); place = (place - 1) / children)
      put(place, heap_[(place - 1) / children]);
    for (std::size_t child; (child = first_child(place)) < heap_.size() && is_before(heap_[child], event);
         place = child)
      put(place, heap_[child]);
    put(place, event);
  }

  /// The one that comes first of a place's children; beyond the end if it has none.
  std::size_t first_child(std::size_t place) const {
    const std::size_t begin = children * place + 1;
    const std::size_t end = std::min(begin + children, heap_.size());
    std::size_t first = begin;
    for (std::size_t child = begin + 1; child < end; ++child)
      if (is_before(heap_[child], heap_[first])) first = child;
    return first;
  }

  std::vector<Event> heap_;
  std::vector<std::uint32_t> places_; ///< by number
};

} // namespace daruma::mpi
