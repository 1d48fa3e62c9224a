// Each command's row of the table; commands.cpp puts them in order.
#pragma once

#include "sim/cli/command.hpp"

namespace daruma::cli {

Command init_command();
Command run_command();
Command sweep_command();
Command check_command();
Command compare_command();
Command report_command();
Command reproduce_command();
Command collisions_command();
Command diagnose_command();
Command cc_command();
Command calibrate_command();
Command list_command();
Command schema_command();
Command help_command();
Command completion_command();
Command complete_command();

} // namespace daruma::cli
