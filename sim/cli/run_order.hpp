// What the words after `run` ask for.
#pragma once

#include "sim/cli/common_options.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/study/prepared_scenario.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::cli {

using study::Fidelity;

struct RunOrder {
  std::string file;
  std::filesystem::path out;
  std::vector<scenario::Override> overrides;
  std::string command; ///< as it was typed
  int replicas = 1;
  bool json = false;
  Fidelity fidelity = Fidelity::smpi;
  RealWorld world; ///< none: in simulation
  Seconds until = never;
  bool shows_progress = false;
  bool is_dry = false;  ///< nothing is run
  std::string debugged; ///< RANK or JOB:RANK, which a debugger is shown; empty: there is none
};

/// The value of --fidelity. Throws UsageError.
Fidelity read_fidelity(const Given&);
/// What follows --set. Throws UsageError.
scenario::Override read_override(const std::string& text);
/// What --set and --seed change of the scenario. Throws UsageError.
std::vector<scenario::Override> read_overrides(const Given&);
/// Where a scenario of that name has its results: below "out/", or, where that or the name in it is a file, where
/// programs have theirs.
std::filesystem::path usual_out(const std::string& name);
/// The same for a program that is run without one: below "daruma-out/", since programs have files and folders of their
/// own that are called "out".
std::filesystem::path usual_out_of_program(const std::string& name);
/// --out, or the usual folder for the scenario's name.
std::filesystem::path read_out(const Given&, const std::string& file);
/// Throws UsageError.
RunOrder read_run_order(const Given&);

} // namespace daruma::cli
