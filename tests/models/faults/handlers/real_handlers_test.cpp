// What only real devices do: refuse passwords, send garbage, lack sensors; services, processes, and the C interface.
#include "models/faults/handlers/cables.hpp"
#include "models/faults/handlers/include/fault_detection.h"
#include "models/faults/handlers/real_handlers.hpp"
#include "models/faults/logic/read_fault_models.hpp"
#include "tests/models/faults/handlers/loopback.hpp"

#include <gmock/gmock.h>

#include <arpa/inet.h>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

extern "C" int listed_faults(DetManager* manager, int error, int peer, char* text, size_t size);

namespace daruma::models::faults::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Takes a port on loopback and says nothing.
class LoopbackPort {
public:
  explicit LoopbackPort(int type) : socket_(socket(AF_INET, type, 0)) {
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof any;
    if (bind(socket_, reinterpret_cast<const sockaddr*>(&any), length) != 0) throw std::runtime_error("no port");
    getsockname(socket_, reinterpret_cast<sockaddr*>(&any), &length);
    address = "127.0.0.1:" + std::to_string(ntohs(any.sin_port));
  }
  ~LoopbackPort() { close(socket_); }
  LoopbackPort(const LoopbackPort&) = delete;
  LoopbackPort& operator=(const LoopbackPort&) = delete;

  /// Connections are taken from now on.
  void listen() const { ::listen(socket_, 5); }
  /// So many have come since this was asked last.
  int datagrams() const {
    int count = 0;
    for (char byte = 0; recv(socket_, &byte, 1, MSG_DONTWAIT | MSG_TRUNC) >= 0;) ++count;
    return count;
  }

  std::string address;

private:
  int socket_;
};

class RealHandlersTest : public testing::Test {
protected:
  FaultModelElem element(const std::string& device, const std::string& name) const {
    for (const FaultModelElem& one : tree_.find(device)->elements)
      if (one.name == name) return one;
    throw std::invalid_argument(name);
  }
  Answer ask(const std::string& device, const FaultModelElem& element, int holder, int port = -1) {
    return RealHandlers(machine_).ask({tree_.find(device), holder, port}, element);
  }
  Answer ask_for_fan() { return ask("cpu_fan", element("cpu_fan", "speed"), 1); }
  Answer ask_for_switch() { return ask("switch", element("switch", "power"), 0); }

  Management machine_ = read_management(management_file());
  const FaultTree tree_ = read_fault_models(machine_.models);
};

TEST_F(RealHandlersTest, GiveTheSensorsValue) {
  EXPECT_EQ(ask_for_fan().value, 6000);
  EXPECT_EQ(ask_for_switch().value, 1);
}

TEST_F(RealHandlersTest, OfAWrongPasswordOrUserSaySo) {
  machine_.nodes[1].ipmi.password = "guess";
  EXPECT_THAT(ask_for_fan().why_not, HasSubstr("the BMC of node1 at 127.0.0.1:"));
  EXPECT_THAT(ask_for_fan().why_not, HasSubstr("refuses the password of \"monitor\""));
  machine_.nodes[1].ipmi.user = "nobody";
  EXPECT_THAT(ask_for_fan().why_not, HasSubstr("does not know the user \"nobody\""));
}

TEST_F(RealHandlersTest, OfAWrongCommunityCannotKnowMoreThanSilence) {
  machine_.switches[0].snmp.community = "private";
  EXPECT_THAT(ask_for_switch().why_not,
              HasSubstr("does not answer within 800ms: it is down, or does not know the community"));
}

/// The garbage never ends: whoever waited for silence would wait for ever.
TEST_F(RealHandlersTest, OfGarbageGiveNoValue) {
  const Babbler babbler;
  machine_.nodes[1].bmc = babbler.address();
  machine_.switches[0].agent = babbler.address();
  const Answer of_bmc = ask_for_fan();
  EXPECT_EQ(of_bmc.lost, Lost::agent);
  EXPECT_THAT(of_bmc.why_not, StartsWith("the BMC of node1 at " + babbler.address()));
  const Answer of_switch = ask_for_switch();
  EXPECT_EQ(of_switch.lost, Lost::agent);
  EXPECT_THAT(of_switch.why_not, StartsWith("the agent of switch0 at " + babbler.address()));
}

TEST_F(RealHandlersTest, OfNobodyThereGiveNoValue) {
  machine_.nodes[1].bmc = machine_.switches[0].agent = "127.0.0.1:1";
  EXPECT_THAT(ask_for_fan().why_not, HasSubstr("does not answer within 1s"));
  EXPECT_EQ(ask_for_switch().lost, Lost::agent);
}

TEST_F(RealHandlersTest, AskASilentBmcOncePerRequest) {
  const LoopbackPort bmc(SOCK_DGRAM);
  machine_.nodes[1].bmc = bmc.address;
  const Component fan{tree_.find("cpu_fan"), 1};
  RealHandlers handlers(machine_);
  const Answer first = handlers.ask(fan, element("cpu_fan", "speed"));
  EXPECT_THAT(first.why_not, HasSubstr("does not answer within 1s"));
  EXPECT_GT(bmc.datagrams(), 0);
  EXPECT_EQ(handlers.ask(fan, element("cpu_fan", "speed")).why_not, first.why_not);
  handlers.hang_up();
  EXPECT_EQ(bmc.datagrams(), 0);
  handlers.ask(fan, element("cpu_fan", "speed"));
  EXPECT_GT(bmc.datagrams(), 0);
}

TEST_F(RealHandlersTest, OfABmcThatFallsSilentInASessionGiveNoValueUntilItIsBack) {
  const Component fan{tree_.find("cpu_fan"), 1};
  RealHandlers handlers(machine_);
  EXPECT_EQ(handlers.ask(fan, element("cpu_fan", "speed")).value, 6000);
  stop("bmc1");
  const Answer answer = handlers.ask(fan, element("cpu_fan", "speed"));
  handlers.hang_up();
  go_on("bmc1");
  EXPECT_THAT(answer.why_not, HasSubstr("does not answer within 1s"));
  EXPECT_EQ(handlers.ask(fan, element("cpu_fan", "speed")).value, 6000);
}

TEST_F(RealHandlersTest, OfAnUnknownSensorOrObjectSaySo) {
  FaultModelElem fan = element("cpu_fan", "speed");
  fan.sensor = "Fan of the moon";
  EXPECT_THAT(ask("cpu_fan", fan, 1).why_not, HasSubstr("has no sensor \"Fan of the moon\""));
  FaultModelElem power = element("switch", "power");
  power.sensor = "1.3.6.1.2.1.99.1.1.1.5.77";
  EXPECT_THAT(ask("switch", power, 0).why_not, HasSubstr("does not exist"));
  power.sensor = "the power";
  EXPECT_THAT(ask("switch", power, 0).why_not, HasSubstr("it is no object identifier"));
  power.sensor = "1.3.6.1.2.1.1.1.0";
  EXPECT_THAT(ask("switch", power, 0).why_not, HasSubstr("is not a number"));
  FaultModelElem status = element("cpu", "throttled");
  status.state.reset();
  EXPECT_THAT(ask("cpu", status, 1).why_not, HasSubstr("gives states and no value"));
  status.handler = "telepathy";
  EXPECT_THAT(ask("cpu", status, 1).why_not, HasSubstr("nobody asks node1.cpu by \"telepathy\""));
  EXPECT_THAT(ask("cpu", status, 7).why_not, HasSubstr("the address of node7.cpu is not given"));
}

// --- Links that are lost together

class LostLinksTest : public RealHandlersTest {
protected:
  static constexpr const char* oper_status = "1.3.6.1.2.1.2.2.1.8.1";
  static constexpr const char* last_change = "1.3.6.1.2.1.2.2.1.9.1";
  static constexpr int of_nics = 0;
  static constexpr int of_bmcs = 1;

  void SetUp() override { stop("bmc1"); }
  void TearDown() override {
    go_on("bmc1");
    for (const int network_switch : {of_nics, of_bmcs})
      for (const char* object : {oper_status, last_change}) set_object(machine_, network_switch, object, 1);
  }
  /// Node 0 cannot reach node 1, whose BMC is silent.
  std::vector<std::string> named_broken() {
    RealHandlers handlers(machine_);
    return named(detect(candidates(Error::ehostunreach, way_between(0, 1, machine_), tree_), tree_, handlers,
                        ToldCabling(machine_)));
  }
};

TEST_F(LostLinksTest, NameASupplyWithoutInputThatTookBoth) {
  EXPECT_THAT(named_broken(), IsEmpty());
  set_object(machine_, of_nics, oper_status, 2);
  EXPECT_THAT(named_broken(), IsEmpty()) << "the BMC has power, and may hang";
  set_object(machine_, of_bmcs, oper_status, 2);
  EXPECT_THAT(named_broken(), ElementsAre("node1.power_supply"));
  set_object(machine_, of_nics, oper_status, 1);
  EXPECT_THAT(named_broken(), IsEmpty()) << "the NIC has power";
}

TEST_F(LostLinksTest, NameNothingWhereTheyWentDownAtDifferentOrUnknownTimes) {
  for (const int network_switch : {of_nics, of_bmcs}) set_object(machine_, network_switch, oper_status, 2);
  set_object(machine_, of_bmcs, last_change, -1000); // ten seconds before the clock began anew
  EXPECT_THAT(named_broken(), IsEmpty());
  set_object(machine_, of_nics, last_change, -900);
  EXPECT_THAT(named_broken(), ElementsAre("node1.power_supply"));
  for (const int network_switch : {of_nics, of_bmcs}) set_object(machine_, network_switch, last_change, 0);
  EXPECT_THAT(named_broken(), IsEmpty());
}

TEST_F(LostLinksTest, NameNothingWhereTheSwitchOfTheBmcsIsSilentOrNotTold) {
  for (const int network_switch : {of_nics, of_bmcs}) set_object(machine_, network_switch, oper_status, 2);
  const std::string agent = std::exchange(machine_.switches[of_bmcs].agent, "127.0.0.1:1");
  EXPECT_THAT(named_broken(), IsEmpty());
  machine_.switches[of_bmcs].agent = agent;
  const auto port = std::exchange(machine_.nodes[1].bmc_port, std::nullopt);
  EXPECT_THAT(named_broken(), IsEmpty());
  machine_.nodes[1].bmc_port = port;
}

// --- Services and processes

TEST_F(RealHandlersTest, AskAServiceForAConnection) {
  const LoopbackPort rshd(SOCK_STREAM);
  machine_.nodes[1].services["rsh"] = rshd.address;
  EXPECT_EQ(ask("rsh", element("rsh", "connection"), 1).value, 0);
  rshd.listen();
  EXPECT_EQ(ask("rsh", element("rsh", "connection"), 1).value, 1);
  machine_.nodes[1].services["mpi"] = rshd.address;
  EXPECT_EQ(ask("process", element("process", "connection"), 1).value, 1);
  EXPECT_THAT(ask("nfs", element("nfs", "connection"), 1).why_not,
              HasSubstr("the address of nfs of node1 is not given"));
}

TEST_F(RealHandlersTest, AskTheAgentOfANode) {
  machine_.nodes[1].agent = machine_.switches[0].agent;
  FaultModelElem uptime = element("cpu_fan", "speed");
  uptime.handler = "snmp";
  uptime.sensor = "1.3.6.1.2.1.1.3.0";
  EXPECT_GE(ask("cpu_fan", uptime, 1).value.value(), 0);
  EXPECT_THAT(ask("cpu_fan", uptime, 0).why_not, HasSubstr("the address of the agent of node0 is not given"));
}

// --- The paper's interface

/// What the C program lists.
std::string listed(DetManager* manager, int error, int peer) {
  std::string text(4000, '\0');
  const int status = listed_faults(manager, error, peer, text.data(), text.size());
  text.resize(text.find('\0'));
  return status == 0 ? text : "failed";
}

class DetectionInterface : public testing::Test {
protected:
  ~DetectionInterface() override { detManagerDelete(manager_); }
  DetManager* const manager_ = detManagerCreate(management_file().c_str(), 0, nullptr, 0);
};

TEST_F(DetectionInterface, ListsCausesBeforeEffectsAndWhatCannotBeAsked) {
  ASSERT_NE(manager_, nullptr);
  const Management machine = read_management(management_file());
  EXPECT_EQ(listed(manager_, EHOSTUNREACH, 1), "");
  set_sensor(machine, 1, "CPU Temp", 99);
  set_sensor(machine, 1, "CPU Fan", 300);
  EXPECT_EQ(listed(manager_, EHOSTUNREACH, 1),
            "node1.cpu_fan is broken (speed)\nnode1.temperature is broken (degrees) by node1.cpu_fan\n");
  set_sensor(machine, 1, "CPU Temp", 45);
  set_sensor(machine, 1, "CPU Fan", 6000);
  EXPECT_EQ(listed(manager_, EHOSTUNREACH, 1), "");
}

TEST_F(DetectionInterface, SaysWhyAServiceIsUnknown) {
  EXPECT_THAT(listed(manager_, ECONNREFUSED, 1),
              HasSubstr("node1.nfs is unknown: the address of nfs of node1 is not given\n"));
}

TEST_F(DetectionInterface, RefusesErrorsAndNodesThatItDoesNotKnow) {
  EXPECT_EQ(detNeeded(ECONNRESET), 1);
  EXPECT_EQ(detNeeded(EAGAIN), 0);
  EXPECT_EQ(detReqCreate(manager_, EAGAIN, 1), nullptr);
  EXPECT_EQ(detReqCreate(manager_, EHOSTUNREACH, 2), nullptr);
}

TEST_F(DetectionInterface, OfAFileThatCannotBeUsedSaysWhy) {
  std::string message(200, '\0');
  EXPECT_EQ(detManagerCreate("/nowhere.json", 0, message.data(), message.size()), nullptr);
  EXPECT_THAT(message, StartsWith("/nowhere.json cannot be read, or is no JSON"));
  EXPECT_EQ(detManagerCreate(management_file().c_str(), 5, message.data(), message.size()), nullptr);
  EXPECT_THAT(message, HasSubstr("/nodes: has no node 5"));
}

} // namespace
} // namespace daruma::models::faults::test
