#include "sim/results/sinks.hpp"
#include "tests/sim/results/sample.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <string>

namespace daruma::results {
namespace {

using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Result with_events(const std::vector<Event>& events) {
  Result result;
  result.events = events;
  return result;
}

TEST(TimeLine, LooksLikeThis) {
  EXPECT_EQ(time_line(small_result(), 80), R"(  time_s  job    event     what
0.050000  quake  kill      process 2
0.060000  quake  detect    processes 0-1, 3: process 2 is dead
0.070000  quake  restart   shrunk 4 -> 3
0.080000         node_off  node 1
)");
}

TEST(TimeLine, AThousandRanksWithTenKillsAreAFewLines) {
  const std::vector<std::string> lines = lines_of(time_line(large_result(1000, 10), 80));
  EXPECT_LE(lines.size(), 60u);
  for (const std::string& line : lines) EXPECT_LE(line.size(), 80u) << line;
  EXPECT_THAT(lines,
              testing::Contains(HasSubstr("10.100000  quake  detect   processes 0-7, 9-999: process 8 is dead")));
}

TEST(TimeLine, LongListsOfProcessesAreCounted) {
  EXPECT_THAT(time_line(large_result(1000, 10), 80), HasSubstr("990 processes: shrunk to 990"));
}

TEST(TimeLine, ManyKilledAtOnceAreOneLine) {
  std::vector<Event> kills;
  for (const int process : {9, 4, 5, 6, 7, 8}) kills.push_back({Seconds(1), "kill", "quake", process, ""});
  EXPECT_EQ(lines_of(time_line(with_events(kills), 80)).back(), "1.000000  quake  kill   processes 4-9");
}

TEST(TimeLine, HowLongALineTookIsSaid) {
  const Result result =
      with_events({{Seconds(100), "finish", "quake", 0, ""}, {Seconds(100.25), "finish", "quake", 1, ""}});
  EXPECT_EQ(lines_of(time_line(result, 80)).back(), "100.000000  quake  finish  processes 0-1 (within 250ms)");
}

TEST(TimeLine, WhatIsFarApartIsNotFolded) {
  const Result result = with_events({{Seconds(10), "kill", "quake", 0, ""}, {Seconds(100), "kill", "quake", 1, ""}});
  EXPECT_EQ(lines_of(time_line(result, 80)).size(), 3u);
}

TEST(TimeLine, AProcessReadsItsOwnHistoryInOrder) {
  // Process 1 restarts before it loops again: its second "loop" may not move up into the first line.
  const Result result = with_events({{Seconds(1), "loop", "quake", 0, ""},
                                     {Seconds(1), "restart", "quake", 1, ""},
                                     {Seconds(1), "loop", "quake", 1, ""},
                                     {Seconds(1), "restart", "quake", 0, ""}});
  EXPECT_EQ(time_line(result, 80), R"(  time_s  job    event    what
1.000000  quake  loop     process 0
1.000000  quake  restart  processes 0-1
1.000000  quake  loop     process 1
)");
}

TEST(TimeLine, WhatConcernsTheWholeJobParts) {
  const Result result = with_events({{Seconds(1), "loop", "quake", 0, ""},
                                     {Seconds(1), "resize", "quake", -1, "4 -> 2"},
                                     {Seconds(1), "loop", "quake", 1, ""}});
  EXPECT_EQ(lines_of(time_line(result, 80)).size(), 4u);
}

TEST(TimeLine, TheSameProcessTwiceIsTwoLines) {
  const Result result =
      with_events({{Seconds(1), "log", "quake", 0, "hello"}, {Seconds(1), "log", "quake", 0, "hello"}});
  EXPECT_EQ(lines_of(time_line(result, 80)).size(), 3u);
}

TEST(TimeLine, LongOutputIsItsFirstAndLastLine) {
  std::vector<Event> events;
  for (int i = 0; i < 10; ++i) events.push_back({Seconds(1 + i), "print", "quake", 0, "line " + std::to_string(i)});
  EXPECT_EQ(time_line(with_events(events), 80), R"(   time_s  job    event  what
 1.000000  quake  print  process 0: line 0
 2.000000  quake  print  process 0: ... and 8 more lines ...
10.000000  quake  print  process 0: line 9
)");
  events.resize(4);
  EXPECT_EQ(lines_of(time_line(with_events(events), 80)).size(), 5u);
}

TEST(TimeLine, OutputIsNotFoldedAcrossWhatHappened) {
  std::vector<Event> events;
  for (int i = 0; i < 8; ++i) events.push_back({Seconds(1), "print", "quake", 0, "line " + std::to_string(i)});
  events.insert(events.begin() + 4, {Seconds(1), "kill", "quake", 1, ""});
  EXPECT_EQ(lines_of(time_line(with_events(events), 80)).size(), 10u);
}

TEST(TimeLine, RecordsOutOfOrderAreSorted) {
  const Result result = with_events({{Seconds(2), "b", "quake", -1, ""}, {Seconds(1), "a", "quake", -1, ""}});
  EXPECT_THAT(lines_of(time_line(result, 80)).at(1), HasSubstr("a"));
}

TEST(TimeLine, NoLineIsWiderThanAsked) {
  for (const int width : {60, 80, 100, 200}) {
    for (const std::string& line : lines_of(time_line(large_result(100, 10), width))) {
      EXPECT_LE(line.size(), static_cast<std::size_t>(width)) << line;
    }
  }
}

} // namespace
} // namespace daruma::results
