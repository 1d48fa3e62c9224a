// Files that a command leaves behind, and the terminal it writes to.
#pragma once

#include "sim/results/json_writer.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace daruma::cli {

/// Writes a whole file or nothing: to a temporary one beside it first. Throws MachineError with path and reason.
void write_file(const std::filesystem::path& file, const std::string& content);
/// The same with what a function writes to the sink it is given.
void write_file(const std::filesystem::path& file, const std::function<void(const results::Sink&)>& write);

/// Makes the folder and those above it. Throws MachineError.
void make_folder(const std::filesystem::path& folder);

/// Width of the terminal that standard output is, 100 where it is none.
int columns();

} // namespace daruma::cli
