// Linux's timers, by hand, and what a program is told.
#include "sim/faults/sockets.hpp"

#include <gmock/gmock.h>

namespace daruma::faults {
namespace {

using models::faults::Error;

std::string told(Encounter encounter, Connection connection, const SocketRules& rules = {}) {
  const auto error = socket_error(encounter, connection, rules);
  return error ? std::string(models::faults::name_of(error->error)) + " after " + to_text(error->after) : "nothing";
}

SocketRules with_routers() {
  SocketRules rules;
  rules.is_one_network = false;
  return rules;
}

TEST(Sockets, OfASilentNeighbourGiveUpAsLinuxDoes) {
  EXPECT_EQ(told(Encounter::silence, Connection::connecting), "EHOSTUNREACH after 3s") << "three requests of ARP";
  EXPECT_EQ(told(Encounter::silence, Connection::sending), "EHOSTUNREACH after " + to_text(Seconds(924.6)));
  EXPECT_EQ(told(Encounter::silence, Connection::waiting), "nothing");
}

/// 1 + 2 + 4 + ... + 64 s, and 0.2 + 0.4 + ... + 102.4 + 6 * 120 s (Documentation/networking/ip-sysctl: 924.6 s).
TEST(Sockets, BehindRoutersTimeOut) {
  EXPECT_EQ(told(Encounter::silence, Connection::connecting, with_routers()),
            "ETIMEDOUT after " + to_text(Seconds(127)));
  EXPECT_EQ(told(Encounter::silence, Connection::sending, with_routers()),
            "ETIMEDOUT after " + to_text(Seconds(924.6)));
}

TEST(Sockets, ThatHaveNothingToSendNeedKeepalive) {
  SocketRules rules = with_routers();
  rules.tcp_keepalive_time = Seconds(7200);
  EXPECT_EQ(told(Encounter::silence, Connection::waiting, rules), "ETIMEDOUT after " + to_text(Seconds(7875)));
  rules.is_one_network = true;
  EXPECT_EQ(told(Encounter::silence, Connection::waiting, rules), "EHOSTUNREACH after " + to_text(Seconds(7875)));
}

/// That the neighbour is lost takes 30 + 5 + 3 s to be known.
TEST(Sockets, ThatGiveUpBeforeTheNeighbourIsLostSayThatTheyTimedOut) {
  SocketRules rules;
  rules.tcp_retries2 = 6;
  EXPECT_THAT(told(Encounter::silence, Connection::sending, rules), testing::StartsWith("ETIMEDOUT after 25.4"));
  rules.tcp_retries2 = 7;
  EXPECT_EQ(told(Encounter::silence, Connection::sending, rules), "EHOSTUNREACH after 51s");
}

TEST(Sockets, AreResetByAKernelWithoutTheProcess) {
  EXPECT_EQ(told(Encounter::reset, Connection::connecting), "ECONNREFUSED after " + to_text(Seconds(50e-6)));
  EXPECT_EQ(told(Encounter::reset, Connection::sending), "ECONNRESET after " + to_text(Seconds(50e-6)));
  EXPECT_EQ(told(Encounter::reset, Connection::waiting), "ECONNRESET after " + to_text(Seconds(50e-6)));
}

TEST(Sockets, OfAnInterfaceThatIsDownSaySoAtOnce) {
  EXPECT_EQ(told(Encounter::own_interface_down, Connection::connecting), "ENETUNREACH after 0s");
  EXPECT_EQ(told(Encounter::own_interface_down, Connection::sending), "ENETDOWN after 0s");
  EXPECT_EQ(told(Encounter::own_interface_down, Connection::waiting), "nothing");
  EXPECT_EQ(told(Encounter::nothing, Connection::sending), "nothing");
}

} // namespace
} // namespace daruma::faults
