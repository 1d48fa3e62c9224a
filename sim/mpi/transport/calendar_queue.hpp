// A priority queue for events of which thousands happen within a short time: the calendar of Brown (1988).
//
// Days of equal width lie on a ring, and an event waits on its day; a day's events are sorted when it has come. What
// comes for a day that has begun waits in a heap, and so does what is beyond the ring. Putting an event in and taking
// it out cost about the same however many there are, and days that are over take no memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

namespace daruma::mpi {

/// Events have a `time` and an `order` among those of the same time. Nothing is put in before the time of the first.
template <class Event> class CalendarQueue {
public:
  explicit CalendarQueue(double day_s) : days_per_s_(1 / day_s), ring_(days) {}

  bool empty() const { return size_ == 0; }
  /// The first event; not of an empty queue.
  const Event& top() {
    while (is_today_over()) turn_page();
    return is_late_one_first() ? late_.top() : page_.back();
  }
  void push(const Event& event) {
    ++size_;
    place(event);
  }
  void pop() {
    while (is_today_over()) turn_page();
    if (is_late_one_first())
      late_.pop();
    else
      page_.pop_back();
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
  bool is_today_over() const { return page_.empty() && late_.empty(); }
  bool is_late_one_first() const { return page_.empty() || (!late_.empty() && IsLater()(page_.back(), late_.top())); }

  void place(const Event& event) {
    const std::uint64_t day = day_of(event);
    if (day <= today_) {
      late_.push(event);
    } else if (day < today_ + days) {
      ring_[day % days].push_back(event);
      ++on_ring_;
    } else {
      beyond_.push(event);
    }
  }

  void turn_page() {
    today_ = on_ring_ > 0 ? today_ + 1 : day_of(beyond_.top());
    page_ = std::exchange(ring_[today_ % days], {});
    on_ring_ -= page_.size();
    std::sort(page_.begin(), page_.end(), IsLater());
    while (!beyond_.empty() && day_of(beyond_.top()) < today_ + days) {
      const Event event = beyond_.top();
      beyond_.pop();
      place(event);
    }
  }

  double days_per_s_;
  std::vector<std::vector<Event>> ring_;
  std::vector<Event> page_; ///< what is left of today's that were there when it came, the first one last
  Heap late_;               ///< that came for today or a day before
  Heap beyond_;             ///< the ring
  std::uint64_t today_ = 0;
  std::size_t on_ring_ = 0;
  std::size_t size_ = 0;
};

} // namespace daruma::mpi
