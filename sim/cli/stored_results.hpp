// What runs and sweeps left behind, read back from where a user says it is.
#pragma once

#include "sim/results/centre_rows.hpp"
#include "sim/results/records.hpp"

#include <filesystem>
#include <string>

namespace daruma::cli {

/// The whole file. Throws UsageError.
std::string content_of(const std::filesystem::path& file);

/// Reads a result.json, or that of the folder that a run left behind; without its spans. Throws UsageError.
results::Result stored_result(const std::filesystem::path& place);

/// Reads such a result with its spans, where its trace.json lies beside it. Throws UsageError.
results::Result stored_run(const std::filesystem::path& place);

/// The command that made the results of that folder; empty if that is not known.
std::string stored_command(const std::filesystem::path& folder);

/// Reads the tables that a centre left in that folder. Throws UsageError.
results::CentreRows stored_centre(const std::filesystem::path& folder);

} // namespace daruma::cli
