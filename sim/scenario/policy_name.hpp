// How a scenario says which policy decides: by its name, by the file of a shared library that has it
// (sim/batch/include/daruma_policy.h), or by the address of a scheduler that is a program of its own.
#pragma once

#include <filesystem>
#include <string>

namespace daruma::scenario {

/// Whether that is a file, not a name.
inline bool is_policy_library(const std::string& name) { return std::filesystem::path(name).extension() == ".so"; }

/// Whether that is an address, as "tcp://localhost:28000".
inline bool is_scheduler_address(const std::string& name) { return name.find("://") != std::string::npos; }

/// For people, who need not know in which folder a file was found.
inline std::string policy_title(const std::string& name) {
  return is_policy_library(name) ? std::filesystem::path(name).filename().string() : name;
}

} // namespace daruma::scenario
