#include "sim/core/event_queue.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace daruma {

bool EventQueue::is_later(const Entry& a, const Entry& b) {
  return std::tie(a.when, a.number) > std::tie(b.when, b.number);
}

void EventQueue::at(Seconds when, Action action) {
  std::uint32_t place = static_cast<std::uint32_t>(actions_.size());
  if (free_places_.empty()) {
    actions_.push_back(std::move(action));
  } else {
    place = free_places_.back();
    free_places_.pop_back();
    actions_[place] = std::move(action);
  }
  heap_.push_back({when, entered_++, place});
  std::push_heap(heap_.begin(), heap_.end(), is_later);
}

bool EventQueue::step() {
  if (heap_.empty()) return false;
  std::pop_heap(heap_.begin(), heap_.end(), is_later);
  const Entry next = heap_.back();
  heap_.pop_back();
  now_ = next.when;
  const Action action = std::move(actions_[next.place]);
  free_places_.push_back(next.place);
  action();
  return true;
}

} // namespace daruma
