// Jobs of any model under the simulator, described by what a test varies.
#pragma once

#include "sim/run/simulated/simulate.hpp"

#include <functional>
#include <string>
#include <vector>

namespace daruma::models {

/// One job "q" on four nodes of eight cores. Each step of a recovery takes a millisecond, so that a second
/// death can be placed inside it.
scenario::Scenario one_job(const std::string& model, int ranks, scenario::RecoveryStyle);

void kill_at(scenario::Scenario&, Seconds, std::vector<int> ranks);
void command_at(scenario::Scenario&, Seconds, const std::string& line);

results::Result simulated(const scenario::Scenario&);

/// Of the cases of a large test, every how many-eth is tried: not each where every access to memory is checked, which
/// takes ten times as long.
#ifdef __SANITIZE_ADDRESS__
inline constexpr int sparseness = 10;
#else
inline constexpr int sparseness = 1;
#endif

/// Jobs in a quarter of a test of chaos: quarters, so that ctest may run them beside each other.
inline constexpr int chaotic_jobs = 250 / sparseness;

/// The lines that the job printed.
std::vector<std::string> printed(const results::Result&);
/// Texts of the events of that kind, in order.
std::vector<std::string> told(const results::Result&, const std::string& kind);

/// What is wrong with the result of each of several simulations, in processes of their own: SimGrid allows one
/// each. `check` returns an empty text if all is well.
std::vector<std::string> complaints(const std::vector<scenario::Scenario>&,
                                    const std::function<std::string(const results::Result&)>& check);

} // namespace daruma::models
