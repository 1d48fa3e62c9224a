// What befalls the jobs of a scenario in one case: deaths at certain moments of their processes.
#pragma once

#include "sim/core/units.hpp"
#include "sim/scenario/call_moment.hpp"
#include "sim/scenario/scenario.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace daruma::explore {

/// Who dies: the process whose moment it is, or all on its node, which goes off; or its node hangs for a while, and who
/// is declared dead for it is the runtime's affair.
enum class Victim { process, node, silent_node };

struct Fault {
  scenario::CallMoment moment;
  Seconds delay{0}; ///< after that moment
  Victim victim = Victim::process;
  int node = 0;    ///< the process's
  Seconds hang{0}; ///< of a silent node: how long
};

/// In the order in which they come; the later ones are moments of a run that the earlier ones have befallen.
using Case = std::vector<Fault>;

/// As an event of a scenario.
scenario::Event event_of(const Fault&);
nlohmann::ordered_json json_of(const Fault&);
Fault read_fault(const nlohmann::ordered_json&);

/// One line of JSON, the events of a scenario: two cases are the same if these are.
std::string key_of(const Case&);
Case read_case(const std::string& key);

/// "process 3 dies inside MPI_Allreduce (2nd)".
std::string in_words(const Fault&);

} // namespace daruma::explore
