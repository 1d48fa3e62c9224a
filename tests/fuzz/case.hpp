// A case of the fuzzer: the files and the command line that a seed stands for, and what is wrong with what came of it.
#pragma once

#include "tests/fuzz/corpus.hpp"
#include "tests/fuzz/execution.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace daruma::fuzz {

enum class Kind { scenario, log, command_line };

struct Case {
  Kind kind = Kind::scenario;
  std::vector<std::string> words; ///< after the program's name
};

/// Writes the files of the seed's case into the folder.
Case prepare(std::uint64_t seed, const Corpus&, const std::filesystem::path& folder);

/// What is wrong with what the case left in the folder; empty where nothing is.
std::vector<std::string> judged(const Case&, const Execution&, const std::filesystem::path& folder);

} // namespace daruma::fuzz
