// Whom heartbeats and those who look at their own system blame.
#include "sim/faults/rivals.hpp"
#include "tests/sim/faults/machines.hpp"

#include <gmock/gmock.h>

namespace daruma::faults {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<int> blamed_for(const std::string& name, Rival rival) {
  const Fabric fabric(flat(4));
  Health health(fabric, devices());
  if (!name.empty()) health.inflict(broken(name, fabric));
  return blamed(rival, fabric, health, Seconds(3600));
}

TEST(Rivals, BlameNobodyWhereNothingIsBroken) {
  for (const Rival rival : {Rival::heartbeat_ring, Rival::heartbeat_server, Rival::system})
    EXPECT_THAT(blamed_for("", rival), IsEmpty());
}

TEST(Rivals, BlameTheNodeThatIsOff) {
  EXPECT_THAT(blamed_for("node2.power_supply", Rival::heartbeat_ring), ElementsAre(2));
  EXPECT_THAT(blamed_for("node2.power_supply", Rival::heartbeat_server), ElementsAre(2));
  EXPECT_THAT(blamed_for("node2.power_supply", Rival::system), IsEmpty()) << "it can no longer tell";
}

TEST(Rivals, BlameSoundNodesForWhatIsBetweenThem) {
  EXPECT_THAT(blamed_for("switch0", Rival::heartbeat_ring), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(blamed_for("switch0", Rival::heartbeat_server), ElementsAre(1, 2, 3));
  EXPECT_THAT(blamed_for("switch0", Rival::system), IsEmpty());
  EXPECT_THAT(blamed_for("node0.nic", Rival::heartbeat_server), ElementsAre(1, 2, 3)) << "the server's own";
  EXPECT_THAT(blamed_for("node2.nic", Rival::heartbeat_ring), ElementsAre(1, 2)) << "it hears its predecessor no more";
}

TEST(Rivals, SeeWhatTheirOwnSystemSees) {
  EXPECT_THAT(blamed_for("node2.nic", Rival::system), ElementsAre(2));
  EXPECT_THAT(blamed_for("node2.memory", Rival::system), ElementsAre(2));
  EXPECT_THAT(blamed_for("node2.cpu.throttled", Rival::heartbeat_ring), IsEmpty());
}

} // namespace
} // namespace daruma::faults
