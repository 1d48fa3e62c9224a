// Events come out of the calendar as out of a sorted list, whatever their distance in time.
#include "sim/mpi/transport/calendar_queue.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace daruma::mpi {
namespace {

struct Event {
  double time;
  std::uint64_t order;
  bool operator<(const Event& other) const { return time != other.time ? time < other.time : order < other.order; }
};

class Calendar : public testing::TestWithParam<double> {};

TEST_P(Calendar, GivesEventsInTheOrderOfTheirTimesAndThenOfTheirNumbers) {
  std::mt19937 random(5);
  CalendarQueue<Event> calendar(1e-6);
  std::set<Event> sorted;
  double now = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    if (sorted.empty() || random() % 5 < 3) { // of times that are at times equal
      const Event event{now + GetParam() * static_cast<double>(random() % 64), i};
      calendar.push(event);
      sorted.insert(event);
    } else {
      ASSERT_FALSE(calendar.empty());
      EXPECT_EQ(calendar.top().order, sorted.begin()->order);
      now = sorted.begin()->time;
      calendar.pop();
      sorted.erase(sorted.begin());
    }
  }
  for (; !sorted.empty(); sorted.erase(sorted.begin()), calendar.pop())
    EXPECT_EQ(calendar.top().order, sorted.begin()->order);
  EXPECT_TRUE(calendar.empty());
}

INSTANTIATE_TEST_SUITE_P(WithinADayOverSeveralAndBeyondTheRing, Calendar, testing::Values(1e-8, 1e-6, 2e-4));

} // namespace
} // namespace daruma::mpi
