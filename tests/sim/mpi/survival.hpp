// What survivors of a death do, and under which detector: shared by the tests that let ranks die.
#pragma once

#include "tests/sim/mpi/calls.hpp"
#include "tests/sim/mpi/simulation.hpp"

#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace daruma::mpi::test {

enum class Watch { perfect, serial, on_communication, heartbeat_ring, messages };

inline constexpr Watch every_watch[] = {Watch::perfect, Watch::serial, Watch::on_communication, Watch::heartbeat_ring,
                                        Watch::messages};

/// Those that the largest tests go through; smaller ones go through all of them everywhere.
inline const std::vector<Watch> most_watches =
    takes_fewer_cases ? std::vector{Watch::messages} : std::vector(std::begin(every_watch), std::end(every_watch));

const char* name(Watch watch);

/// A runtime whose operations all take some time.
RuntimeProfile profile_with(Watch watch);

/// MPI_Init, the program under MPI_ERRORS_RETURN, MPI_Finalize.
std::function<void(int)> in_mpi(const std::function<void(int)>& program);

/// Everybody runs the program in MPI, on a runtime with this detector.
Simulation simulation_of(int processes, const std::function<void(int)>& program, Watch watch = Watch::perfect);

inline constexpr double others_call_at = 1.0;
inline constexpr double straggler_calls_at = 1.2;
inline constexpr double next_call_at = 1.3;

/// "success", "failed", "revoked", or the number of another error class.
std::string word(int error);

/// The pattern that ULFM programs use: on an error revoke, then everybody shrinks, and goes on if all are well.
MPI_Comm recover(MPI_Comm comm);

/// The whole program of one rank: it makes the call, the straggler a little later than the others; says how that
/// ended, recovers, and says "goes on with N".
void call_and_recover(const Call& call, int straggler);

} // namespace daruma::mpi::test
