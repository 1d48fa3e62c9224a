// Which of the rows about single processes are recorded, so that the record of a large run stays small.
//
// A scenario's "trace" says it for spans and events. Without one, everything is recorded, but of large jobs only the
// spans of their first processes. What concerns a whole job or the machine always is recorded, and so is every death.
#pragma once

#include "sim/results/event_log.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace daruma::run {

/// Without "trace": jobs with more processes at their start are sampled, and so many of their processes have spans.
constexpr int most_processes_in_full = 4096;
constexpr int processes_of_a_sample = 1024;

/// Has the log keep what the scenario wants; the scenario outlives it.
void apply_trace_rules(const scenario::Scenario&, results::EventLog&);
/// The jobs of which rows may be missing.
std::vector<std::string> partly_recorded(const scenario::Scenario&);
/// What is not recorded, a sentence for the result; empty if everything is.
std::string trace_remark(const scenario::Scenario&);

} // namespace daruma::run
