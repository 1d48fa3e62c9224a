// Files that a command leaves behind, and the terminal it writes to.
#pragma once

#include "sim/results/json_writer.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace daruma::cli {

/// "... cannot be written: reason".
[[noreturn]] void throw_unwritable(const std::filesystem::path&, const std::string& reason);

/// Writes a whole file or nothing: to a temporary one beside it first. Throws MachineError with path and reason.
void write_file(const std::filesystem::path& file, const std::string& content);
/// The same with what a function writes to the sink it is given.
void write_file(const std::filesystem::path& file, const std::function<void(const results::Sink&)>& write);

/// The same, but returns the reason where it throws; empty where the file was written.
std::string reason_against_writing(const std::filesystem::path& file,
                                   const std::function<void(const results::Sink&)>& write);

/// Makes the folder and those above it. Throws MachineError.
void make_folder(const std::filesystem::path& folder);

/// Why not even a file of a MiB can be made in the folder; empty where it can.
std::string reason_against_files(const std::filesystem::path& folder);

/// Width of the terminal that standard output is, 100 where it is none.
int columns();

} // namespace daruma::cli
