// A BMC that is asked for its sensors by IPMI 2.0 over LAN, through FreeIPMI.
//
// It tells once which sensors there are; a login is made at the first question and kept until hang_up() or a pause.
// After a login or a question that failed nothing is asked before hang_up(): who is silent costs its time once.
#pragma once

#include "models/faults/handlers/management.hpp"
#include "models/faults/logic/detection.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::models::faults {

class Bmc {
public:
  /// `name` as in "the BMC of node3 at 10.0.0.3:623".
  Bmc(std::string name, std::string address, IpmiAccess access);
  ~Bmc();
  Bmc(const Bmc&) = delete;
  Bmc& operator=(const Bmc&) = delete;

  /// The value, or 1 while the sensor is in that state and 0 if not.
  Answer ask(const std::string& sensor, std::optional<int> state);
  void hang_up();

private:
  class Session;
  using Record = std::vector<std::uint8_t>;

  Answer failed(std::string why_not);
  Answer read(const std::string& sensor, const Record& record, std::optional<int> state);

  std::string name_;
  std::string address_;
  IpmiAccess access_;
  std::map<std::string, Record> sensors_;
  std::unique_ptr<Session> session_;
  std::string failure_;
};

} // namespace daruma::models::faults
