// What with_management.sh runs: its devices are changed, stopped and replaced while they are asked.
#pragma once

#include "models/faults/handlers/management.hpp"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

namespace daruma::models::faults::test {

/// The file that tells where the devices are asked.
std::filesystem::path management_file();

/// A command for a BMC that plays, through its console.
void command_bmc(int node, const std::string& command);
/// Of a sensor without states: what it reads.
void set_sensor(int node, const std::string& sensor, double value);
/// Whether a sensor is in a state.
void set_state(int node, const std::string& sensor, int state, double value);
/// A number of the switch's agent.
void set_object(const Management&, const std::string& object, long value);

/// The processes of "bmc0", "bmc1", "switch0", "node1" stand still, or go on.
void stop(const std::string& process);
void go_on(const std::string& process);

/// Takes what comes by UDP and answers with bytes that mean nothing.
class Babbler {
public:
  Babbler();
  ~Babbler();
  Babbler(const Babbler&) = delete;
  Babbler& operator=(const Babbler&) = delete;
  /// "127.0.0.1:port"
  std::string address() const;

private:
  void babble();

  int socket_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

} // namespace daruma::models::faults::test
