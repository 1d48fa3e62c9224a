#include "tests/faults/loopback.hpp"

#include "sim/base/random_stream.hpp"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <arpa/inet.h>
#include <array>
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

Sensor sensor_named(const std::string& wanted) {
  std::ifstream in(management_file().parent_path() / "sensors");
  Sensor sensor{};
  for (std::string name; in >> sensor.number >> sensor.step && std::getline(in >> std::ws, name);)
    if (name == wanted) return sensor;
  throw std::runtime_error("no sensor " + wanted);
}

/// Until the console is ready for a command.
void await_prompt(int connection) {
  std::string said;
  std::array<char, 256> piece{};
  while (said.size() < 2 || said.compare(said.size() - 2, 2, "> ") != 0) {
    pollfd waiting{connection, POLLIN, 0};
    if (poll(&waiting, 1, 5000) != 1) throw std::runtime_error("the console says nothing more than: " + said);
    const ssize_t count = read(connection, piece.data(), piece.size());
    if (count <= 0) throw std::runtime_error("the console hung up after: " + said);
    said.append(piece.data(), static_cast<std::size_t>(count));
  }
}

} // namespace

std::filesystem::path management_file() {
  const char* const file = std::getenv("DARUMA_MANAGEMENT");
  if (file == nullptr) throw std::runtime_error("DARUMA_MANAGEMENT does not say where devices are asked");
  return file;
}

void command_bmc(int node, const std::string& command) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in address = loopback(static_cast<int>(number_in("bmc" + std::to_string(node) + ".console")));
  if (connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("no console");
  await_prompt(connection);
  const std::string line = command + "\r\n";
  if (write(connection, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    throw std::runtime_error("the console takes no command");
  await_prompt(connection);
  close(connection);
}

void set_sensor(int node, const std::string& sensor, double value) {
  const Sensor one = sensor_named(sensor);
  command_bmc(node, "sensor_set_value 0x20 0 " + std::to_string(one.number) + " " +
                        std::to_string(std::lround(value / one.step)) + " 0");
}

void set_state(int node, const std::string& sensor, int state, double value) {
  command_bmc(node, "sensor_set_bit 0x20 0 " + std::to_string(sensor_named(sensor).number) + " " +
                        std::to_string(state) + " " + std::to_string(std::lround(value)) + " 0");
}

void set_object(const Management& machine, const std::string& object, long value) {
  netsnmp_session wish;
  snmp_sess_init(&wish);
  std::string address = "udp:" + machine.switches.at(0).agent;
  std::string community = machine.switches.at(0).snmp.community;
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
  while (!is_over_) {
    pollfd waiting{socket_, POLLIN, 0};
    if (poll(&waiting, 1, 20) != 1) continue;
    sockaddr_in whom{};
    socklen_t length = sizeof whom;
    const ssize_t count = recvfrom(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&whom), &length);
    const auto answer = [&](std::size_t size) {
      sendto(socket_, bytes.data(), size, 0, reinterpret_cast<const sockaddr*>(&whom), length);
    };
    if (count > 0) answer(static_cast<std::size_t>(count) / 2); // the question itself, cut off
    for (std::size_t size = 1; size <= 256; size *= 4) {
      for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(random.uniform() * 256);
      answer(size);
    }
  }
}

} // namespace daruma::models::faults::test
