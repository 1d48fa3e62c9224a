// Text to JSON within bounds: a file that is too large, too deep or broken becomes a remark, never a
// crash, and costs no more time and memory than a good file of the largest size allowed.
#pragma once

#include "sim/scenario/report.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace daruma::scenario {

/// The bytes of a file of at most 64 MiB, or a remark.
std::optional<std::string> read_file(const std::filesystem::path&, Report&);

/// The document, or remarks: where the syntax breaks (line and column), keys given twice, nesting over 64 levels,
/// more than a million values, text of more than 4096 bytes.
std::optional<nlohmann::json> read_json(const std::string& text, Report&);

} // namespace daruma::scenario
