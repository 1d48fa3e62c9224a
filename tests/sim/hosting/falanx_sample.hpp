// The program of the Falanx paper's Figs 3 to 5, as users compile and run it in either world.
#pragma once

#include "tests/sim/hosting/workbench.hpp"

namespace daruma::hosting::test {

/// The source, with another number of tasks if one is given.
std::string falanx_sample(const std::string& tasks = "10000");

/// Compiles it and writes a scenario p.json of 26 ranks; `options` say for which world.
void put_falanx(const Workbench& bench, const std::string& source, const std::string& events,
                const std::string& options);

/// The lines that the program of p.json printed; the simulator's complaint if its exit status is not 0.
std::vector<std::string> output_of(const Workbench& bench, const std::string& options);

} // namespace daruma::hosting::test
