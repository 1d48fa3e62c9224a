// Where this installation keeps its scenarios, machines and runtimes.
#pragma once

#include "sim/scenario/parse.hpp"

#include <filesystem>
#include <vector>

namespace daruma::cli {

scenario::Surroundings surroundings();
std::filesystem::path scenario_folder();
std::filesystem::path schema_file();
/// Where <mpi.h>, <mpi-ext.h> and <daruma.h> are for programs that are to be simulated.
std::vector<std::filesystem::path> program_headers();

} // namespace daruma::cli
