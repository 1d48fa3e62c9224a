// Compiles a program of this folder for one of the two worlds and runs it there, as a user would.
#pragma once

#include "tests/both_worlds/statement.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace daruma::both_worlds {

/// The programs, in the order of their names.
std::vector<std::filesystem::path> programs();

std::string text_of(const std::filesystem::path& file);

struct Execution {
  std::string complaint; ///< of the compiler or of the run; empty if there was none
  std::map<int, Observed> observed;
};

/// `flags` say in which world: what is added to `daruma cc` and to `daruma run`.
Execution execute(const std::filesystem::path& program, int ranks, const std::string& flags);

} // namespace daruma::both_worlds
