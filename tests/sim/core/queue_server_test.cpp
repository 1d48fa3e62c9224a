// Servers that do one piece of work after the other: small cases, by hand.
#include "sim/core/queue_server.hpp"

#include <gmock/gmock.h>

namespace daruma {
namespace {

TEST(QueueServer, ServesInTheOrderOfArrival) {
  QueueServer server;
  EXPECT_EQ(server.serve(Seconds(1), Seconds(2)), Seconds(3));
  EXPECT_EQ(server.serve(Seconds(1.5), Seconds(2)), Seconds(5)) << "it waits for the one before";
  EXPECT_EQ(server.serve(Seconds(7), Seconds(2)), Seconds(9)) << "nobody is before it";
}

TEST(QueueServer, TellsHowLongItHasRested) {
  QueueServer server;
  server.serve(Seconds(0), Seconds(2));
  const auto rest = [](Seconds rested) { return rested; };
  EXPECT_EQ(server.serve(Seconds(5), rest), Seconds(8));
  EXPECT_EQ(server.serve(Seconds(6), rest), Seconds(8)) << "no rest between two pieces of work";
}

TEST(FifoServer, BeginsAsManyAsItMayAndThenTheNextInTurn) {
  FifoServer<int> queue(2);
  EXPECT_EQ(queue.arrive(1), 1);
  EXPECT_EQ(queue.arrive(2), 2);
  EXPECT_FALSE(queue.arrive(3));
  EXPECT_FALSE(queue.arrive(4));
  EXPECT_EQ(queue.end(Seconds(1)), 3);
  EXPECT_EQ(queue.end(Seconds(2)), 4);
  EXPECT_FALSE(queue.end(Seconds(3)));
  EXPECT_EQ(queue.worked_until(), Seconds(3));
  EXPECT_EQ(queue.arrive(5), 5) << "one has ended, and nobody waits";
}

} // namespace
} // namespace daruma
