// Reads a result.json back into records.
#pragma once

#include "sim/results/records.hpp"

#include <stdexcept>
#include <string>

namespace daruma::results {

/// The text is no result of this schema version; the message says where and what was expected.
class ReadError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Everything but the spans, which are in the trace. Throws ReadError.
Result read_result(const std::string& json);

/// The spans of a trace.json. Throws ReadError.
RowList<Span> read_spans(const std::string& json);

} // namespace daruma::results
