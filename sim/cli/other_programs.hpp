// Other programs that a command calls: compilers, what draws figures.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace daruma::cli {

/// Waits for the program, which is looked up in PATH, and says whether its exit status was 0; nothing if it cannot be
/// started. What it prints goes to standard error.
std::optional<bool> call_program(std::vector<std::string> words);

} // namespace daruma::cli
