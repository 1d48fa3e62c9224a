// What a guard makes of the way in which its program ended.
#include "models/port/real/guard.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <sys/wait.h>

namespace daruma::models {
namespace {

std::string cause(const Departure& departure) { return std::get<Died>(judge(departure, Seconds(3))).cause; }

TEST(Guard, ASignalIsADeathWheneverItComes) {
  EXPECT_EQ(cause({W_EXITCODE(0, SIGKILL), true, false}), "SIGKILL (Killed)");
  EXPECT_EQ(cause({W_EXITCODE(0, SIGSEGV), true, true}), "SIGSEGV (Segmentation fault)");
  EXPECT_EQ(cause({W_EXITCODE(0, SIGABRT), false, false}), "SIGABRT (Aborted)");
}

TEST(Guard, AnExitBetweenInitAndFinalizeIsADeath) {
  EXPECT_EQ(cause({W_EXITCODE(0, 0), true, false}), "exit status 0 without MPI_Finalize");
  EXPECT_EQ(cause({W_EXITCODE(3, 0), true, false}), "exit status 3 without MPI_Finalize");
}

TEST(Guard, AnyOtherExitIsInOrderAndKeepsItsStatus) {
  EXPECT_EQ(std::get<Ended>(judge({W_EXITCODE(0, 0), true, true}, Seconds(3))).status, 0);
  EXPECT_EQ(std::get<Ended>(judge({W_EXITCODE(7, 0), true, true}, Seconds(3))).status, 7);
  EXPECT_EQ(std::get<Ended>(judge({W_EXITCODE(1, 0), false, false}, Seconds(3))).status, 1);
}

} // namespace
} // namespace daruma::models
