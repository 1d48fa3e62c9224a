// Where a shell looks for commands: the folders that the variable PATH names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace daruma {

/// In their order; one that is named by nothing is the current one.
std::vector<std::filesystem::path> folders_of_path();

/// The first file of that name in one of them that may be executed.
std::optional<std::filesystem::path> find_in_path(const std::string& name);

} // namespace daruma
