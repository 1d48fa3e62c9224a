// Runs a simulation that has to come to its end without a crash, a standstill or a misuse of MPI.
#pragma once

#include "tests/sim/mpi/simulation.hpp"

#include <gmock/gmock.h>

namespace daruma::mpi::test {

inline Outcome run(const Simulation& simulation) {
  Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.crashed);
  EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
  for (const std::string& told : outcome.told) EXPECT_THAT(told, testing::Not(testing::StartsWith("misused")));
  return outcome;
}

} // namespace daruma::mpi::test
