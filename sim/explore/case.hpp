// What befalls the jobs of a scenario in one case: faults at certain moments of their processes, deaths above all.
#pragma once

#include "sim/core/units.hpp"
#include "sim/scenario/call_moment.hpp"
#include "sim/scenario/scenario.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace daruma::explore {

/// Whom or what it befalls. The process whose moment it is dies, or all on its node, which goes off; or its node hangs
/// for a while, and who is declared dead for it is the runtime's affair. Or the process computes more slowly for a
/// while, its node's links do, the node is cut off from all others; a bit is turned over in a message of the process's
/// or in an array of its; a piece of memory that its program asks for cannot be had; a message of its comes after
/// others that it would have come before, or it learns of deaths later than others (befallings.hpp).
enum class Victim {
  process,
  node,
  silent_node,
  slow_process,
  slow_links,
  cut_off_node,
  message,
  array,
  memory,
  late_message,
  late_news
};

/// Of what is over after a while: how long it lasts, or how late something is; and how many times as long takes what is
/// slow.
struct Terms {
  Seconds duration{0};
  double factor = 1;
};

/// What is tried where there is a choice.
struct Choice {
  Terms terms{};
  int bits = 1;           ///< of a message or an array
  std::uint64_t seed = 1; ///< which draws them
};

struct Fault {
  scenario::CallMoment moment;
  Seconds delay{0}; ///< after that moment
  Victim victim = Victim::process;
  int node = 0; ///< the process's
  Terms terms{};
  int nth = 1;         ///< message or piece of memory from then on
  std::string array{}; ///< the name of that
  int bit = 0;         ///< of a message or an array
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

/// Whether jobs may give up in order after one of these faults, however few died.
bool may_give_up(const Case&, const scenario::Exploration& promise);

/// "process 3 dies inside MPI_Allreduce (2nd)".
std::string in_words(const Fault&);

} // namespace daruma::explore
