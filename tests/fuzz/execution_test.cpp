// Programs under limits: how each way to end is told.
#include "sim/core/temporary_folder.hpp"
#include "tests/fuzz/execution.hpp"

#include <gtest/gtest.h>

namespace daruma::fuzz {
namespace {

Execution shell(const std::string& line, Seconds limit = Seconds(20)) {
  const TemporaryFolder folder;
  Limits limits;
  limits.until_interrupted = limit;
  limits.grace = Seconds(0.3);
  return execute({"/bin/sh", "-c", line}, folder.path(), limits);
}

TEST(FuzzExecution, TellsStatusAndWords) {
  const Execution run = shell("echo a; echo b >&2; exit 3");
  EXPECT_EQ(run.ending, Ending::by_itself);
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.out, "a\n");
  EXPECT_EQ(run.err, "b\n");
}

TEST(FuzzExecution, TellsTheSignalThatEndedIt) { EXPECT_EQ(shell("kill -SEGV $$").signal, 11); }

TEST(FuzzExecution, InterruptsWhatTakesLongAndKillsWhatDoesNotHeed) {
  EXPECT_EQ(shell("trap 'exit 130' INT; while :; do :; done", Seconds(0.3)).status, 130);
  EXPECT_EQ(shell("trap '' INT; while :; do :; done", Seconds(0.3)).ending, Ending::killed);
}

TEST(FuzzExecution, EndsWhatTakesMoreMemoryThanItMay) {
  const TemporaryFolder folder;
  Limits limits;
  limits.memory = Bytes(50e6);
  const std::string grow = "a=x; while :; do a=$a$a; done";
  EXPECT_EQ(execute({"/bin/sh", "-c", grow}, folder.path(), limits).ending, Ending::too_large);
}

} // namespace
} // namespace daruma::fuzz
