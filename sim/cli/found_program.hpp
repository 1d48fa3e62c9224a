// The program that words of a command line name, as MPI's launchers and shells find it.
#pragma once

#include "sim/cli/command.hpp"

#include <filesystem>

namespace daruma::cli {

/// The file: one that lies here, or, of a name without a folder, the first that can be executed in the folders of PATH.
/// The name itself where there is none.
std::filesystem::path found_program(const std::string& name);

/// Whether an interpreter is to read the file, as its first line says.
bool is_script(const std::filesystem::path& file);

/// Whether one of the folders of PATH holds the file.
bool is_in_path(const std::filesystem::path& file);

/// What the words call behind "env VARIABLE=VALUE...", whose variables this process has from now on. What has options
/// of env is left as it is.
Words behind_env(const Words& words);

} // namespace daruma::cli
