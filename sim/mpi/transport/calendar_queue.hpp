// A priority queue for events of which thousands happen within a short time: the calendar of Brown (1988).
//
// Days of equal width lie on a ring, and an event waits on its day; it is sorted among others when its day has come.
// What is beyond the ring waits in a heap. Putting an event in and taking it out cost the same however many there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

namespace daruma::mpi {

/// Events have a `time` and an `order` among those of the same time. Nothing is put in before the time of the first.
template <class Event> class CalendarQueue {
public:
  explicit CalendarQueue(double day_s) : days_per_s_(1 / day_s), ring_(days) {}

  bool empty() const { return size_ == 0; }
  /// The first event; not of an empty queue.
  const Event& top() {
    while (today_events_.empty()) turn_page();
    return today_events_.top();
  }
  void push(const Event& event) {
    ++size_;
    place(event);
  }
  void pop() {
    top();
    today_events_.pop();
    --size_;
  }

private:
  static constexpr std::size_t days = 4096;
  struct IsLater {
    bool operator()(const Event& a, const Event& b) const {
      return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
  };
  using Heap = std::priority_queue<Event, std::vector<Event>, IsLater>;

  std::uint64_t day_of(const Event& event) const { return static_cast<std::uint64_t>(event.time * days_per_s_); }

  void place(const Event& event) {
    const std::uint64_t day = day_of(event);
    if (day <= today_) {
      today_events_.push(event);
    } else if (day < today_ + days) {
      ring_[day % days].push_back(event);
      ++on_ring_;
    } else {
      later_.push(event);
    }
  }

  void turn_page() {
    today_ = on_ring_ > 0 ? today_ + 1 : day_of(later_.top());
    auto& page = ring_[today_ % days];
    on_ring_ -= page.size();
    for (const Event& event : page) today_events_.push(event);
    page.clear();
    while (!later_.empty() && day_of(later_.top()) < today_ + days) {
      const Event event = later_.top();
      later_.pop();
      place(event);
    }
  }

  double days_per_s_;
  std::vector<std::vector<Event>> ring_;
  Heap today_events_; ///< with those that came for a day that is over
  Heap later_;
  std::uint64_t today_ = 0;
  std::size_t on_ring_ = 0;
  std::size_t size_ = 0;
};

} // namespace daruma::mpi
