// Options and arguments that several commands take.
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/given.hpp"
#include "sim/core/units.hpp"
#include "sim/run/real/installation.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::cli {

Option json_option();
Option out_option(const std::string& meaning);
/// The same of what goes, if nothing is said, where usual_out (run_order.hpp) says: "with the scenario's name".
Option usual_out_option(const std::string& meaning);
Option seed_option(const std::string& meaning);
Option set_option();
Option fidelity_option();
Option workers_option();
Option threads_option();

// Of commands whose runs Slurm may start.

Option engine_option();
/// Hidden: one task of an array that the same command has submitted.
Option task_option();
/// Throws UsageError where the number of workers is given as well.
bool is_on_slurm(const Given&);
/// What such a task calls: this program, with the words that the command was given.
Words task_words(const std::string& command, const Words&);

/// One file of a scenario, or the name of one that is installed.
Argument scenario_argument();

/// The options of commands that run something on a real MPI.
struct RealWorld {
  std::string on;               ///< the preset of the real MPI to run on; empty: none is asked for
  std::filesystem::path runner; ///< for that MPI
  Seconds patience{60};
};

const std::vector<std::string>& known_mpis();

Option on_option(const std::string& meaning);
Option runner_option();
Option patience_option();

/// Throws UsageError.
RealWorld read_real_world(const Given&);

/// The real MPI of that runner. Throws MachineError, with how to get the runner, and real::Lack.
real::Installation find_mpi(const std::string& on, const std::filesystem::path& runner);

} // namespace daruma::cli
