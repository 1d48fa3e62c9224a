// Other programs that a command calls: compilers, what draws figures.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace daruma::cli {

/// Where what another program prints goes: all of it to standard error, or where the program sends it.
enum class Output { to_standard_error, as_it_is };

/// Waits for the program, which is looked up in PATH, and says whether its exit status was 0; nothing if it cannot be
/// started.
std::optional<bool> call_program(std::vector<std::string> words, Output output = Output::to_standard_error);

} // namespace daruma::cli
