// Writers of records: result.json, trace.json (Chrome trace format), table and time line for a terminal.
// All are pure: same records, same bytes. With a sink, memory never holds the whole text.
#pragma once

#include "sim/results/json_writer.hpp"
#include "sim/results/records.hpp"

#include <string>
#include <vector>

namespace daruma::results {

/// {schema_version, scenario, seed, versions, cut, trace, metrics, units, jobs, stacks, events}; numbers shortest round
/// trip.
std::string result_json(const Result&);
void result_json(const Result&, const Sink&);

/// Chrome trace event format, JSON object form: a process per job, a thread per MPI process with its name,
/// spans as complete events, events as instants, microseconds. Of a centre with its tables the schedule
/// (schedule_trace.hpp), unless the result says that it is not recorded.
std::string chrome_trace(const Result&);
void chrome_trace(const Result&, const Sink&);

/// Jobs and metrics as aligned text for `columns` characters of width.
std::string table(const Result&, int columns = 100);

/// Where programs stood when they were ended, for `columns` characters of width; nothing where nobody asked.
std::string stack_table(const Result&, int columns = 100);

struct TimeLineRow {
  Seconds time{0};
  std::string job;
  std::string kind;
  std::string story;
};

/// What happened, in the order of time, repeated lines folded ("ranks 4-11 killed").
std::vector<TimeLineRow> time_line_rows(const Result&);

/// The rows of time_line_rows as lines, for `columns` characters of width; nothing if nothing happened.
std::string time_line(const Result&, int columns = 100);

} // namespace daruma::results
