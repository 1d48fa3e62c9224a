// Crashes of the program itself: told, survived once, and never without a word.
#include "sim/core/crash.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace daruma {
namespace {

#if !defined(__SANITIZE_ADDRESS__)

/// What crash_of says, told by a program of its own, which then exits with 7.
void tell(const std::function<void()>& code) {
  const auto what = crash_of(code);
  std::fprintf(stderr, "<%s>", what ? what->c_str() : "well");
  std::_Exit(7);
}

void fail() { throw std::runtime_error("too much"); }
void write_to_nowhere() { *static_cast<volatile int*>(nullptr) = 1; }

TEST(CrashDeathTest, IsToldToWhoWaitsForIt) {
  const auto ends = testing::ExitedWithCode(7);
  EXPECT_EXIT(tell([] {}), ends, "<well>");
  EXPECT_EXIT(tell(write_to_nowhere), ends, "<SIGSEGV .Segmentation fault.>");
  EXPECT_EXIT(tell([] { std::abort(); }), ends, "<SIGABRT .Aborted.>");
  EXPECT_EXIT(tell([]() noexcept { fail(); }), ends, "<an exception that nobody caught, std::runtime_error: too much>");
  EXPECT_EXIT(tell([] { std::thread(write_to_nowhere).join(); }), ends, "<SIGSEGV .Segmentation fault.>");
}

TEST(CrashDeathTest, OfWhomNobodyWaitsForEndsTheProgramWithASentence) {
  const auto crash_alone = [] {
    end_on_crashes(5);
    write_to_nowhere();
  };
  EXPECT_EXIT(crash_alone(), testing::ExitedWithCode(5), "daruma: the simulator crashed: SIGSEGV");
}

TEST(CrashDeathTest, IsSaidToBeInCodeThatIsNotTheProgramsOwn) {
  const auto ends = testing::ExitedWithCode(7);
  const auto crash_in_library = [] {
    const InForeignCode library("mine.so");
    { const InForeignCode other("other.so"); }
    write_to_nowhere();
  };
  EXPECT_EXIT(tell(crash_in_library), ends, "<SIGSEGV .Segmentation fault. in mine.so>");
  const auto crash_behind_it = [] {
    { const InForeignCode library("mine.so"); }
    write_to_nowhere();
  };
  EXPECT_EXIT(tell(crash_behind_it), ends, "<SIGSEGV .Segmentation fault.>");
}

TEST(CrashDeathTest, ASecondOneEndsTheProgram) {
  const auto crash_again = [] {
    end_on_crashes(5);
    crash_of([] { std::abort(); });
    write_to_nowhere();
  };
  EXPECT_EXIT(crash_again(), testing::ExitedWithCode(5), "crashed: SIGABRT .Aborted.; what it had recorded is lost");
}

#endif

TEST(Crash, LetsExceptionsPass) {
  EXPECT_THROW(crash_of([] { throw std::runtime_error("as usual"); }), std::runtime_error);
  EXPECT_EQ(crash_of([] {}), std::nullopt);
  EXPECT_FALSE(has_crashed());
}

} // namespace
} // namespace daruma
