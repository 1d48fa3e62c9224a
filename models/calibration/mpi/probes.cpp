#include "models/calibration/mpi/probes.hpp"

namespace daruma::models::calibration {

const std::vector<Program>& programs() {
  static const std::vector<Program> all{
      {"probe-messages", probe_messages, {arguments::largest_message, arguments::repetitions}},
      {"probe-operations", probe_operations, {arguments::repetitions, arguments::keep, arguments::window}},
      {"probe-recovery", probe_recovery, {arguments::kills, arguments::rounds, arguments::spawn, arguments::window}},
  };
  return all;
}

} // namespace daruma::models::calibration
