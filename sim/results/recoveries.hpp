// What a run's rows tell of its recoveries (recovery.hpp), and what of that is entered into its result.
#pragma once

#include "sim/results/records.hpp"

#include <string>
#include <vector>

namespace daruma::results {

/// All recoveries of a job whose rows were all recorded, in the order of time. One from which it never came back, as it
/// ended there, is none.
std::vector<Recovery> recoveries_of(const JobRow&, const RowList<Event>&, const RowList<Span>&);

/// Enters the recoveries of all jobs that lost processes: metrics, and spans of the whole job. Of the jobs that are
/// `partly_recorded` nothing is known, and nothing entered.
void enter_recoveries(Result&, const std::vector<std::string>& partly_recorded);

/// A line for each, and what remains to be said, for `columns` characters of width; nothing if there was none.
std::string recovery_table(const std::vector<Recovery>&, int columns);

/// Whether a metric's name is one of enter_recoveries.
bool is_of_recovery(const std::string& metric);

} // namespace daruma::results
