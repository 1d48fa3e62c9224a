// Where Daruma's own files are: in the source tree of a build, or below the prefix that it was installed to.
//
// Nothing about places is compiled in. A build leaves the file "source_tree" beside the program, which names the tree;
// an installed program, PREFIX/bin/daruma, has none and finds PREFIX/share/daruma, PREFIX/include/daruma and
// PREFIX/lib/daruma.
#pragma once

#include "sim/scenario/parse.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::cli {

struct Installation {
  std::filesystem::path program;   ///< what people start: the launcher of a source tree, or the installed program
  std::filesystem::path machines;  ///< with the folders of runtimes, devices and services below
  std::filesystem::path scenarios; ///< with their schema
  std::filesystem::path report_page;
  std::filesystem::path figure_drawer;
  std::filesystem::path completions; ///< scripts for shells
  /// <mpi.h> and <mpi-ext.h> for programs that are to be simulated.
  std::filesystem::path mpi_headers;
  /// <daruma.h> and those of the libraries for programs, simulated or not.
  std::vector<std::filesystem::path> own_headers;
  std::filesystem::path link_libraries; ///< the folder of what programs for simulation are linked with
  std::filesystem::path runners;        ///< a folder for each real MPI
  std::filesystem::path runner_file;    ///< below such a folder
  bool is_source_tree = false;

  std::filesystem::path schema() const { return scenarios / "scenario.schema.json"; }
  /// The program that runs models on the real MPI of that name (openmpi, mpich).
  std::filesystem::path runner_of(const std::string& mpi) const { return runners / mpi / runner_file; }
  /// How to get that runner, to be put after what is missing.
  std::string way_to_runner(const std::string& mpi) const;
};

/// `build` is the folder of the built program.
Installation in_source_tree(const std::filesystem::path& root, const std::filesystem::path& build);
Installation under_prefix(const std::filesystem::path& prefix);
/// The one that the executable belongs to. Throws MachineError where it stands alone.
Installation installation_of(const std::filesystem::path& executable);

/// Where the running program is installed.
const Installation& installation();

/// What one of the files holds. Throws MachineError.
std::string installed_text(const std::filesystem::path& file);

/// What people type, where they are, to start that program: its bare name if the shell finds it by that.
std::string as_typed(const std::filesystem::path& program, const std::filesystem::path& here, const std::string& path);

/// Where a scenario's machines and runtimes are looked up. Throws ScenarioError if the schema is missing or broken.
const scenario::Surroundings& surroundings();

/// The file that a word means: itself if there is one, or the installed scenario of that name. Throws UsageError, with
/// the nearest name, for a word that can only be a name.
std::string scenario_file(const std::string& word);

} // namespace daruma::cli
