// Lines that the processes of a real run write, and what is read back from them.
#include "models/port/files/run_log.hpp"

#include <gmock/gmock.h>

namespace daruma::models {
namespace {

template <class Entry> Entry there_and_back(const Entry& entry) {
  const auto read = parse_line(to_line(entry));
  EXPECT_TRUE(read.has_value()) << to_line(entry);
  return std::get<Entry>(read.value());
}

TEST(RunLog, EveryKindOfLineReadsBack) {
  const Began began = there_and_back(Began{Seconds(1763731234.123456), 4711, 4710, 8, 4});
  EXPECT_EQ(began.time, Seconds(1763731234.123456));
  EXPECT_EQ(began.pid, 4711);
  EXPECT_EQ(began.writer, 4710);
  EXPECT_EQ(began.first, 8);
  EXPECT_EQ(began.count, 4);
  const Spanned span = there_and_back(Spanned{Seconds(1.5), Seconds(2.25), "shrink", "12 -> 4"});
  EXPECT_EQ(span.begin, Seconds(1.5));
  EXPECT_EQ(span.end, Seconds(2.25));
  EXPECT_EQ(span.kind, "shrink");
  EXPECT_EQ(span.text, "12 -> 4");
  const Measured measured = there_and_back(Measured{"sendrecv_ms[loop=0,ranks=4]", 0.1});
  EXPECT_EQ(measured.name, "sendrecv_ms[loop=0,ranks=4]");
  EXPECT_EQ(measured.value, 0.1);
  const PhaseBegun phase = there_and_back(PhaseBegun{Seconds(1.5), "solve"});
  EXPECT_EQ(phase.time, Seconds(1.5));
  EXPECT_EQ(phase.name, "solve");
  EXPECT_EQ(there_and_back(PhaseEnded{Seconds(2.5)}).time, Seconds(2.5));
  for (const Ending how : {Ending::returned, Ending::left}) {
    const Ended ended = there_and_back(Ended{Seconds(3), how, 7});
    EXPECT_EQ(ended.how, how);
    EXPECT_EQ(ended.status, 7);
  }
  EXPECT_EQ(there_and_back(Restarted{Seconds(3), "12 -> 4"}).how, "12 -> 4");
  const Migrated migrated = there_and_back(Migrated{Seconds(3), {{1, 4, 6}, {0, 2, 5}}});
  ASSERT_EQ(migrated.moves.size(), 2U);
  EXPECT_EQ(migrated.moves[1].from, 2);
  EXPECT_EQ(migrated.moves[1].to, 5);
  EXPECT_EQ(there_and_back(Answered{Seconds(3), 16}).ranks, 16);
  EXPECT_EQ(there_and_back(Aborted{Seconds(3), "MPI_Abort with code 1"}).reason, "MPI_Abort with code 1");
  EXPECT_EQ(there_and_back(Died{Seconds(3), "SIGKILL (Killed)"}).cause, "SIGKILL (Killed)");
  EXPECT_EQ(there_and_back(Broke{Seconds(3), "no such thing"}).what, "no such thing");
}

TEST(RunLog, ATextMayBeEmptyOrHoldBlanksAndStaysOnItsLine) {
  EXPECT_EQ(there_and_back(Noted{Seconds(1), "revoke", ""}).text, "");
  EXPECT_EQ(there_and_back(Printed{Seconds(1), "a  b "}).line, "a  b ");
  EXPECT_EQ(there_and_back(Printed{Seconds(1), "two\nlines"}).line, "two lines");
}

TEST(RunLog, WhatIsNoLineIsNothing) {
  for (const char* line : {"", "nonsense 1 2", "began 1 2 3 4", "began x 1 2 3 4", "span 1 2", "ended 1 vanished 0",
                           "ended 1 left", "metric much x", "note", "restarted", "answered 1 many"})
    EXPECT_FALSE(parse_line(line).has_value()) << line;
}

} // namespace
} // namespace daruma::models
