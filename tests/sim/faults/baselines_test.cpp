// Whom heartbeats and those who look at their own system blame.
#include "sim/faults/baselines.hpp"
#include "tests/sim/faults/machines.hpp"

#include <gmock/gmock.h>

namespace daruma::faults {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<int> blamed_for(const std::string& name, Baseline baseline) {
  const Fabric fabric(flat(4));
  Health health(fabric, devices());
  if (!name.empty()) health.inflict(broken(name, fabric));
  return blamed(baseline, fabric, health, Seconds(3600));
}

TEST(Baselines, BlameNobodyWhereNothingIsBroken) {
  for (const Baseline baseline : {Baseline::heartbeat_ring, Baseline::heartbeat_server, Baseline::system})
    EXPECT_THAT(blamed_for("", baseline), IsEmpty());
}

TEST(Baselines, BlameTheNodeThatIsOff) {
  EXPECT_THAT(blamed_for("node2.power_supply", Baseline::heartbeat_ring), ElementsAre(2));
  EXPECT_THAT(blamed_for("node2.power_supply", Baseline::heartbeat_server), ElementsAre(2));
  EXPECT_THAT(blamed_for("node2.power_supply", Baseline::system), IsEmpty()) << "it can no longer tell";
}

TEST(Baselines, BlameSoundNodesForWhatIsBetweenThem) {
  EXPECT_THAT(blamed_for("switch0", Baseline::heartbeat_ring), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(blamed_for("switch0", Baseline::heartbeat_server), ElementsAre(1, 2, 3));
  EXPECT_THAT(blamed_for("switch0", Baseline::system), IsEmpty());
  EXPECT_THAT(blamed_for("node0.nic", Baseline::heartbeat_server), ElementsAre(1, 2, 3)) << "the server's own";
  EXPECT_THAT(blamed_for("node2.nic", Baseline::heartbeat_ring), ElementsAre(1, 2))
      << "it hears its predecessor no more";
}

TEST(Baselines, SeeWhatTheirOwnSystemSees) {
  EXPECT_THAT(blamed_for("node2.nic", Baseline::system), ElementsAre(2));
  EXPECT_THAT(blamed_for("node2.memory", Baseline::system), ElementsAre(2));
  EXPECT_THAT(blamed_for("node2.cpu.throttled", Baseline::heartbeat_ring), IsEmpty());
}

} // namespace
} // namespace daruma::faults
