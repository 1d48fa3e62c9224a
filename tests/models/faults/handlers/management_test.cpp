// What a file tells of a management network: the ways over its cables, and mistakes with their places.
#include "models/faults/handlers/cables.hpp"
#include "sim/core/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <fstream>

namespace daruma::models::faults::test {
namespace {

using testing::HasSubstr;

Management management(const std::string& text) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "m.json") << text;
  return read_management(folder.path() / "m.json");
}

std::string complaint(const std::string& text) {
  try {
    management(text);
    return "";
  } catch (const FaultTreeError& error) { return error.what(); }
}

/// A tree of three switches: 0 and 2 below 1, a node at each of those below, and one without a cable.
const char* const tree =
    R"({"models": [], "nodes": [{"switch": 0, "port": 3}, {"switch": 2, "port": 4, "bmc_switch": 1, "bmc_port": 2}, {}],
  "switches": [{"links": [{"port": 9, "switch": 1, "to_port": 5}]}, {},
               {"links": [{"port": 8, "switch": 1, "to_port": 6}]}]})";

std::vector<int> numbers(const Way& way) {
  std::vector<int> all;
  for (const Hop& hop : way.hops) all.insert(all.end(), {hop.port_in, hop.network_switch, hop.port_out});
  return all;
}

TEST(ToldCables, MakeWaysBetweenNodes) {
  const Management machine = management(tree);
  EXPECT_THAT(numbers(way_between(0, 1, machine)), testing::ElementsAre(3, 0, 9, 5, 1, 6, 8, 2, 4));
  EXPECT_THAT(numbers(way_between(1, 0, machine)), testing::ElementsAre(4, 2, 8, 6, 1, 5, 9, 0, 3));
  EXPECT_TRUE(way_between(0, 0, machine).hops.empty());
  EXPECT_TRUE(way_between(0, 2, machine).hops.empty());
}

TEST(ToldCables, LeadFromEitherEnd) {
  const Management machine = management(tree);
  const ToldCabling cabling(machine);
  EXPECT_EQ(cabling.ports(0), 10);
  EXPECT_EQ(cabling.other_end(0, 3).number, 0);
  EXPECT_EQ(cabling.other_end(1, 6).number, 2);
  EXPECT_EQ(cabling.other_end(1, 6).port, 8);
  EXPECT_EQ(cabling.other_end(0, 4).number, -1);
  EXPECT_EQ(cabling.plugged_into(1, Plug::nic)->port, 4);
  EXPECT_EQ(cabling.plugged_into(1, Plug::bmc)->number, 1);
  EXPECT_FALSE(cabling.plugged_into(2, Plug::nic));
}

TEST(ManagementFiles, HoldForAllNodesWhatANodeDoesNotSayItself) {
  const Management all = management(R"({"models": ["devices"], "ipmi": {"user": "u", "password": "p"},
    "nodes": [{"bmc": "h:623"}, {"bmc": "h:624", "ipmi": {"password": "q"}, "snmp": {"retries": 0}}]})");
  EXPECT_EQ(all.nodes[0].ipmi.password, "p");
  EXPECT_EQ(all.nodes[1].ipmi.user + all.nodes[1].ipmi.password, "uq");
  EXPECT_EQ(all.nodes[1].snmp.retries, 0);
  EXPECT_EQ(all.models[0].filename(), "devices");
}

TEST(ManagementFiles, WithMistakesNameFileAndPlace) {
  const auto of_nodes = [](const std::string& nodes) { return complaint(R"({"models": [], "nodes": )" + nodes + "}"); };
  EXPECT_THAT(complaint("{"), HasSubstr("m.json cannot be read, or is no JSON"));
  EXPECT_THAT(complaint(R"({"models": []})"), HasSubstr("\"nodes\" is missing"));
  EXPECT_THAT(of_nodes(R"([{"colour": 1}])"), HasSubstr("/nodes/0: unknown key \"colour\""));
  EXPECT_THAT(of_nodes(R"([{"bmc": "host"}])"), HasSubstr("/nodes/0/bmc: must be \"host:port\", got \"host\""));
  EXPECT_THAT(of_nodes(R"([{"port": 1}])"), HasSubstr("needs both \"switch\" and \"port\""));
  EXPECT_THAT(of_nodes(R"([{"switch": 4, "port": 1}])"), HasSubstr("/nodes/0/switch: is no switch: the file has 0"));
  EXPECT_THAT(of_nodes(R"([{"bmc_switch": 0}])"), HasSubstr("needs both \"bmc_switch\" and \"bmc_port\""));
  EXPECT_THAT(of_nodes(R"([{"bmc_switch": 1, "bmc_port": 1}])"), HasSubstr("/nodes/0/bmc_switch: is no switch"));
  EXPECT_THAT(of_nodes(R"([{"ipmi": {"timeout": "1ms"}}])"), HasSubstr("/nodes/0/ipmi/timeout: must be a time from"));
  EXPECT_THAT(of_nodes(R"([{"services": {"rsh": 5}}])"), HasSubstr("/nodes/0/services/rsh: must be a text"));
}

} // namespace
} // namespace daruma::models::faults::test
