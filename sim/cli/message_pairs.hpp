// A communication pattern from a file: one message a line, "from to" or "from to weight", ranks from 0.
#pragma once

#include "models/spares/logic/pattern.hpp"

#include <string>
#include <vector>

namespace daruma::cli {

/// Throws UsageError with file and line.
std::vector<daruma::models::spares::Message> read_message_pairs(const std::string& file, int ranks);

} // namespace daruma::cli
