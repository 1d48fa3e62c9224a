// The heap of what happens next, against a set in order.
#include "sim/mpi/transport/next_events.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>

namespace daruma::mpi {
namespace {

TEST(NextEvents, ComeInOrderWhateverWasForeseenAnewOrForgotten) {
  NextEvents events;
  std::map<NextEvents::Number, double> known;
  std::set<std::tuple<double, NextEvents::Number>> in_order; // the order of equal times is that of the numbers
  std::mt19937 random(1);
  for (int step = 0; step < 20000; ++step) {
    const auto whose = static_cast<NextEvents::Number>(random() % 200);
    const double time_s = static_cast<double>(random() % 50);
    if (const auto found = known.find(whose); found != known.end()) in_order.erase({found->second, whose});
    if (random() % 3 == 0) {
      events.forget(whose);
      known.erase(whose);
    } else {
      events.foresee({Seconds(time_s), whose, whose});
      known[whose] = time_s;
      in_order.emplace(time_s, whose);
    }
    ASSERT_EQ(events.empty(), in_order.empty());
    if (events.empty()) continue;
    const auto [first_s, first] = *in_order.begin();
    ASSERT_EQ(events.first().whose, first);
    ASSERT_EQ(events.first().time, Seconds(first_s));
  }
}

} // namespace
} // namespace daruma::mpi
