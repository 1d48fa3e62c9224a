// Where this installation keeps its scenarios, machines and runtimes.
#pragma once

#include "sim/scenario/parse.hpp"

#include <filesystem>

namespace daruma::cli {

scenario::Surroundings surroundings();
std::filesystem::path scenario_folder();
std::filesystem::path schema_file();

} // namespace daruma::cli
