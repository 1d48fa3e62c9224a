// The options of commands that run something on a real MPI.
#pragma once

#include "sim/cli/command_line.hpp"
#include "sim/core/units.hpp"

#include <filesystem>
#include <string>

namespace daruma::cli {

struct RealWorld {
  std::string on;               ///< the preset of the real MPI to run on; empty: none is asked for
  std::filesystem::path runner; ///< for that MPI
  Seconds patience{60};
};

/// The name of a real MPI, if it is one. Throws UsageError.
std::string known_mpi(const std::string& name);

/// Makes --on, --runner and --patience known.
void add_real_world(boost::program_options::options_description&);

/// Throws UsageError.
RealWorld read_real_world(const boost::program_options::variables_map&);

} // namespace daruma::cli
