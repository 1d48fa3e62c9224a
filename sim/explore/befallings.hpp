// What can befall, one row for each: as an event of a scenario, as its JSON, and in words.
#pragma once

#include "sim/explore/case.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace daruma::explore {

struct Befalling {
  Victim victim;
  scenario::FaultKind kind;
  bool is_of_process;           ///< and not of its node
  bool is_of_order;             ///< nothing breaks: an order that MPI leaves open anyway
  const char* key;              ///< of the event, which no other row has
  std::string_view possibility; ///< "a process may die"
  scenario::Action (*action)(const Fault&);
  nlohmann::ordered_json (*json)(const Fault&); ///< the event without its moment
  std::string (*deed)(const Fault&);            ///< what tells the moment follows: "process 3 dies"
};

/// A time that is read back as the same number.
std::string exact(Seconds);

const Befalling& befalling(Victim);
/// In the order of the table.
std::vector<Victim> victims_of(scenario::FaultKind);
/// By the key that only such an event has.
const Befalling& befalling_in(const nlohmann::ordered_json& event);

} // namespace daruma::explore
