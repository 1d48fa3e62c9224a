// Other programs that a command calls: compilers, what draws figures.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace daruma::cli {

/// Where what another program prints goes: all of it to standard error, or where the program sends it.
enum class Output { to_standard_error, as_it_is };

/// Waits for the program, which is looked up in PATH, and says whether its exit status was 0; nothing if it cannot be
/// started.
std::optional<bool> call_program(std::vector<std::string> words, Output output = Output::to_standard_error);

/// Draws a figure's numbers (analysis/draw_figure.py says which) as SVG. Whether there is one now.
bool draw_figure(const std::filesystem::path& numbers, const std::filesystem::path& figure);

} // namespace daruma::cli
