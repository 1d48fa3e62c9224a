#include "tests/models/faults/handlers/loopback.hpp"

#include "models/faults/handlers/bmc.hpp"
#include "sim/core/random_stream.hpp"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace daruma::models::faults::test {

namespace {

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

long number_in(const std::string& file) {
  std::ifstream in(management_file().parent_path() / file);
  long number = 0;
  if (!(in >> number)) throw std::runtime_error(file + " holds no number");
  return number;
}

struct Sensor {
  int number;
  double step;
};

std::filesystem::path folder_of_bmc(int node) {
  return management_file().parent_path() / ("bmc" + std::to_string(node));
}

Sensor sensor_named(int node, const std::string& wanted) {
  std::ifstream in(folder_of_bmc(node) / "names");
  Sensor sensor{};
  for (std::string name; in >> sensor.number >> sensor.step && std::getline(in >> std::ws, name);)
    if (name == wanted) return sensor;
  throw std::runtime_error("no sensor " + wanted);
}

/// The BMC may read it at any time.
void write_at_once(const std::filesystem::path& file, long value) {
  std::ofstream(file.string() + ".new") << value << "\n";
  std::filesystem::rename(file.string() + ".new", file);
}

/// Until the BMC has read it, too.
void await_sensor(const Management& machine, int node, const std::string& sensor, std::optional<int> state,
                  double value) {
  const ManagedNode& managed = machine.nodes.at(static_cast<std::size_t>(node));
  Bmc bmc("the BMC", managed.bmc, managed.ipmi);
  for (int looks = 1; bmc.ask(sensor, state).value != value; ++looks) {
    if (looks == 5000) throw std::runtime_error(sensor + " does not change");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

} // namespace

std::filesystem::path management_file() {
  const char* const file = std::getenv("DARUMA_MANAGEMENT");
  if (file == nullptr) throw std::runtime_error("DARUMA_MANAGEMENT does not say where devices are asked");
  return file;
}

void set_sensor(const Management& machine, int node, const std::string& sensor, double value) {
  const Sensor one = sensor_named(node, sensor);
  const long steps = std::lround(value / one.step);
  write_at_once(folder_of_bmc(node) / std::to_string(one.number), steps);
  await_sensor(machine, node, sensor, std::nullopt, static_cast<double>(steps) * one.step);
}

void set_state(const Management& machine, int node, const std::string& sensor, int state, double value) {
  const auto file = folder_of_bmc(node) / std::to_string(sensor_named(node, sensor).number);
  long states = 0;
  std::ifstream(file) >> states;
  const long bit = 1L << state;
  write_at_once(file, value > 0 ? states | bit : states & ~bit);
  await_sensor(machine, node, sensor, state, value);
}

void await_sensors(const Management& machine) {
  for (int node = 0; node < static_cast<int>(machine.nodes.size()); ++node) {
    await_sensor(machine, node, "CPU Temp", std::nullopt, 45);
    await_sensor(machine, node, "CPU Fan", std::nullopt, 6000);
    std::ifstream in(folder_of_bmc(node) / "names");
    for (std::string line; std::getline(in, line);) {
      const std::string name = line.substr(line.find(' ', line.find(' ') + 1) + 1);
      if (name != "CPU Temp" && name != "CPU Fan") await_sensor(machine, node, name, 0, 0);
    }
  }
}

void set_object(const Management& machine, int network_switch, const std::string& object, long value) {
  const ManagedSwitch& managed = machine.switches.at(static_cast<std::size_t>(network_switch));
  netsnmp_session wish;
  snmp_sess_init(&wish);
  std::string address = "udp:" + managed.agent;
  std::string community = managed.snmp.community;
  wish.version = SNMP_VERSION_2c;
  wish.peername = address.data();
  wish.community = reinterpret_cast<unsigned char*>(community.data());
  wish.community_len = community.size();
  void* const session = snmp_sess_open(&wish);
  std::array<oid, MAX_OID_LEN> id{};
  std::size_t length = id.size();
  if (session == nullptr || read_objid(object.c_str(), id.data(), &length) == 0) throw std::runtime_error(object);
  netsnmp_pdu* const pdu = snmp_pdu_create(SNMP_MSG_SET);
  snmp_pdu_add_variable(pdu, id.data(), length, ASN_INTEGER, &value, sizeof value);
  netsnmp_pdu* answer = nullptr;
  const int status = snmp_sess_synch_response(session, pdu, &answer);
  const bool is_set = status == STAT_SUCCESS && answer->errstat == SNMP_ERR_NOERROR;
  snmp_free_pdu(answer);
  snmp_sess_close(session);
  if (!is_set) throw std::runtime_error("the agent did not take " + object);
}

void stop(const std::string& process) { kill(static_cast<pid_t>(number_in(process + ".pid")), SIGSTOP); }
void go_on(const std::string& process) { kill(static_cast<pid_t>(number_in(process + ".pid")), SIGCONT); }

Babbler::Babbler() : socket_(socket(AF_INET, SOCK_DGRAM, 0)) {
  const sockaddr_in any = loopback(0);
  if (bind(socket_, reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0) throw std::runtime_error("no port");
  thread_ = std::thread([this] { babble(); });
}

Babbler::~Babbler() {
  is_over_ = true;
  thread_.join();
  close(socket_);
}

std::string Babbler::address() const {
  sockaddr_in own{};
  socklen_t length = sizeof own;
  getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &length);
  return "127.0.0.1:" + std::to_string(ntohs(own.sin_port));
}

void Babbler::babble() {
  RandomStream random(1, 0, "babble");
  std::array<char, 1500> bytes{};
  sockaddr_in whom{};
  socklen_t length = 0; // nobody yet
  const auto answer = [&](std::size_t size) {
    sendto(socket_, bytes.data(), size, 0, reinterpret_cast<const sockaddr*>(&whom), length);
  };
  while (!is_over_) {
    pollfd waiting{socket_, POLLIN, 0};
    if (poll(&waiting, 1, 2) == 1) {
      length = sizeof whom;
      const ssize_t count =
          recvfrom(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&whom), &length);
      if (count > 0) answer(static_cast<std::size_t>(count) / 2); // the question itself, cut off
    }
    for (std::size_t size = 1; length > 0 && size <= 256; size *= 4) {
      for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(random.uniform() * 256);
      answer(size);
    }
  }
}

} // namespace daruma::models::faults::test
