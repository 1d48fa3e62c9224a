// What survivors of a death do, and under which detector: shared by the tests that let ranks die.
#pragma once

#include "tests/sim/mpi/calls.hpp"
#include "tests/sim/mpi/simulation.hpp"

#include <functional>
#include <string>

namespace daruma::mpi::test {

enum class Watch { perfect, serial, on_communication, heartbeat_ring, messages };

inline constexpr Watch every_watch[] = {Watch::perfect, Watch::serial, Watch::on_communication, Watch::heartbeat_ring,
                                        Watch::messages};

/// Those that the largest tests go through: all but where every access to memory is checked, which takes ten times as
/// long; smaller tests go through all of them there, too.
#ifdef __SANITIZE_ADDRESS__
inline constexpr Watch most_watches[] = {Watch::serial, Watch::messages};
inline constexpr int moments_of_a_phase = 5;
#else
inline constexpr auto& most_watches = every_watch;
inline constexpr int moments_of_a_phase = 15;
#endif

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
