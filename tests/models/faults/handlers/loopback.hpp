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

/// Of a sensor without states: what it reads. Returns when its BMC says so.
void set_sensor(const Management&, int node, const std::string& sensor, double value);
/// Whether a sensor is in a state, 1 or 0.
void set_state(const Management&, int node, const std::string& sensor, int state, double value);
/// A number of a switch's agent.
void set_object(const Management&, int network_switch, const std::string& object, long value);

/// Until the BMCs have read their sensors for the first time.
void await_sensors(const Management&);

/// The processes of "bmc0", "bmc1", "switch0", "switch1", "node1" stand still, or go on.
void stop(const std::string& process);
void go_on(const std::string& process);

/// Answers whoever asks it by UDP with bytes that mean nothing, and goes on with that.
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
