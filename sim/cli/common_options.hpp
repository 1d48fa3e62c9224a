// Options and arguments that several commands take.
#pragma once

#include "sim/cli/command.hpp"

namespace daruma::cli {

Option json_option();
Option out_option(const std::string& meaning);
Option seed_option(const std::string& meaning);
Option set_option();
Option fidelity_option();
Option workers_option();
Option threads_option();

/// One file of a scenario, or the name of one that is installed.
Argument scenario_argument();

} // namespace daruma::cli
