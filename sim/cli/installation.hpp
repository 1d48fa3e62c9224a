// Where this installation keeps its scenarios, machines and runtimes.
#pragma once

#include "sim/scenario/parse.hpp"

#include <filesystem>
#include <vector>

namespace daruma::cli {

scenario::Surroundings surroundings();
std::filesystem::path scenario_folder();
std::filesystem::path schema_file();
/// The page that reports are put into.
std::filesystem::path report_template();
std::filesystem::path drawer_of_figures();
/// Where the headers are for programs that are to be simulated: <mpi.h>, <mpi-ext.h> and those of `own_headers`.
std::vector<std::filesystem::path> program_headers();
/// Where <daruma.h> and those of the libraries for programs are, for programs that are compiled with a real MPI's
/// headers.
std::vector<std::filesystem::path> own_headers();
/// Where the preset of that name (openmpi, mpich) builds the program that runs models on a real MPI.
std::filesystem::path runner_of(const std::string& preset);

} // namespace daruma::cli
