#include "sim/study/workers.hpp"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace daruma::study {
namespace {

std::string square(int i) { return std::to_string(i * i); }

TEST(Workers, ReturnResultsInOrderWhateverTheirNumber) {
  const std::vector<std::string> expected{"0", "1", "4", "9", "16", "25", "36"};
  for (const int workers : {1, 2, 3, 16}) EXPECT_EQ(in_processes(7, workers, square), expected);
}

TEST(Workers, LaterPiecesThatFinishFirstKeepTheirPlace) {
  const auto slower_first = [](int i) {
    usleep(static_cast<useconds_t>(50000 - 10000 * i));
    return square(i);
  };
  EXPECT_THAT(in_processes(4, 4, slower_first), testing::ElementsAre("0", "1", "4", "9"));
}

TEST(Workers, CarryLargeResults) {
  const auto results = in_processes(3, 2, [](int i) { return std::string(3000000, static_cast<char>('a' + i)); });
  EXPECT_EQ(results[2], std::string(3000000, 'c'));
}

TEST(Workers, NothingToDoGivesNothing) { EXPECT_TRUE(in_processes(0, 2, square).empty()); }

TEST(Workers, AnExceptionComesBackWithItsMessageAndTheFirstPieceWins) {
  const auto fails = [](int i) -> std::string {
    if (i > 0) throw std::runtime_error("piece " + std::to_string(i));
    return "fine";
  };
  try {
    in_processes(3, 2, fails);
    FAIL() << "no exception";
  } catch (const WorkerError& error) { EXPECT_STREQ(error.what(), "piece 1"); }
}

TEST(Workers, ACrashIsToldAsOne) {
  const auto crashes = [](int) -> std::string {
    ::raise(SIGKILL);
    return "";
  };
  try {
    in_processes(1, 1, crashes);
    FAIL() << "no exception";
  } catch (const WorkerError& error) { EXPECT_THAT(error.what(), testing::HasSubstr("ended by a signal")); }
}

} // namespace
} // namespace daruma::study
