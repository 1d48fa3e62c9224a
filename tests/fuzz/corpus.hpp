// What the fuzzer mutates: the project's scenarios as JSON, with the logs and programs that they name.
//
// A scenario names those by their file names alone here, so that a copy of all of them lies in one folder.
#pragma once

#include "tests/fuzz/grammar.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::fuzz {

struct Specimen {
  std::filesystem::path file;
  nlohmann::json scenario;
};

struct Corpus {
  std::vector<Specimen> scenarios;             ///< in the order of their paths
  std::vector<std::filesystem::path> logs;     ///< that scenarios name, in the order of their paths
  std::vector<std::filesystem::path> sources;  ///< of programs that scenarios name, in the order of their paths
  std::vector<std::filesystem::path> programs; ///< compiled sources, which whoever has a compiler adds
  Grammar grammar;                             ///< their schema
};

/// The scenarios of a folder and of all folders in it, which has their schema.
Corpus read_corpus(const std::filesystem::path& folder);

std::string content_of(const std::filesystem::path& file);

} // namespace daruma::fuzz
