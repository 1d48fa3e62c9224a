// Processor time of what a process does with the bytes of messages: to send, receive, copy or combine them.
//
// The overheads of LogGP (Alexandrov et al., LogGP: Incorporating long messages into the LogP model, SPAA 1995), which
// depend on the size as in Kielmann et al., Fast measurement of LogP parameters for message passing platforms, 2000.
// What a library does differs by size, so there are rules in the order in which they are looked at; the first that
// holds says the time, and where none does it takes none.
#pragma once

#include "sim/core/units.hpp"

#include <optional>
#include <vector>

namespace daruma {

/// Conditions that are not there hold. Time: fixed + bytes / rate.
struct ProcessorTimeRule {
  std::optional<Bytes> bytes_below;
  std::optional<bool> within_node; ///< the other process is on the same node; what has no other one is within it
  Seconds fixed{0};
  std::optional<BytesPerSecond> rate; ///< none: the processor touches no byte
};

using ProcessorTimes = std::vector<ProcessorTimeRule>;

enum class Where { within_node, across_nodes };

Seconds processor_time(const ProcessorTimes&, Bytes, Where = Where::within_node);

} // namespace daruma
