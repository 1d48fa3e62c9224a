#include "sim/batch/failure_log.hpp"

#include "sim/core/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <fstream>
#include <lzma.h>

namespace daruma::batch {
namespace {

using testing::HasSubstr;

const std::string heading =
    "System,machine type,nodes,procstot,procsinnode,nodenum,nodenumz,node install,node prod,node "
    "decom,fru type,mem,cputype,memtype,num intercon,purpose,Prob Started,Prob Fixed,Down "
    "Time,Facilities,Hardware,Human Error,Network,Undetermined,Software,Same Event\n";

std::string line(const std::string& system, const std::string& node, const std::string& start,
                 const std::string& down) {
  return system + ",cluster,4,8,2," + node + "," + node + ",1-Oct,1-Dec,current,part,16,2,2,2,\"compute, too\"," +
         start + ",1/1/2002 0:00," + down + ",,CPU,,,,,No\n";
}

class FailureLogs : public testing::Test {
protected:
  FailureLog read(const std::string& text, int system = 20) const {
    const auto path = folder_.path() / "failures.csv";
    std::ofstream(path, std::ios::binary) << text;
    return read_failure_log(path, system);
  }

  std::string mistake_in(const std::string& text, int system = 20) const {
    try {
      read(text, system);
    } catch (const LogError& error) { return error.what(); }
    return "none";
  }

  TemporaryFolder folder_;
};

TEST_F(FailureLogs, OfOneSystemAreReadInTheOrderOfTime) {
  const FailureLog log = read("# thanks\n" + heading + line("20", "3", "3/1/2004 0:10", "60") +
                              line("2", "0", "1/1/2000 0:00", "5") + line("20", "1", "2/28/2004 23:50", "0"));
  ASSERT_EQ(log.faults.size(), 2u);
  EXPECT_EQ(log.nodes, 4);
  EXPECT_EQ(log.faults[0].node, 1);
  EXPECT_EQ(log.faults[0].time, Seconds(0));
  EXPECT_EQ(log.faults[1].time, Seconds(86400 + 20 * 60)) << "2004 had a 29th of February";
  EXPECT_EQ(log.faults[1].repair, Seconds(3600));
}

TEST_F(FailureLogs, AreReplayedOnMoreNodesAndFromTheirStartAgain) {
  const FailureLog log{{{Seconds(0), 0, Seconds(1)}, {Seconds(940), 3, Seconds(2)}}, 4, Seconds(940)};
  const auto faults = replay_faults(log, 6, Seconds(500));
  const auto expect_next = [&](double time_s, int node) {
    const Fault fault = *faults();
    EXPECT_EQ(fault.time, Seconds(time_s));
    EXPECT_EQ(fault.node, node);
  };
  expect_next(440, 3);
  expect_next(500, 0);
  expect_next(500, 4); // the log's node 0 again
  expect_next(1440, 3);
  EXPECT_EQ(replay_faults(log, 6, Seconds(2500))()->time, Seconds(440)) << "from its third round";
}

TEST_F(FailureLogs, ThatHitNoNodeOfTheMachineHaveNothingToReplay) {
  const FailureLog log{{{Seconds(0), 3, Seconds(1)}}, 4, Seconds(0)};
  EXPECT_FALSE(replay_faults(log, 3, Seconds(0))());
}

TEST_F(FailureLogs, MistakesNameFileAndLine) {
  const std::string sound = heading + line("20", "3", "3/1/2004 0:10", "60");
  EXPECT_THAT(mistake_in(sound + "20,cluster,4\n"),
              HasSubstr("failures.csv: line 3: a failure has 26 values, got 3: is the file cut?"));
  EXPECT_THAT(mistake_in(sound + line("20", "3", "3/1/2004 0:10", "-5")),
              HasSubstr("line 3: the down time must not be negative, got -5"));
  EXPECT_THAT(mistake_in(sound + line("20", "4", "3/1/2004 0:10", "5")),
              HasSubstr("the system has nodes 0 to 3, got 4"));
  EXPECT_THAT(mistake_in(sound + line("20", "1", "13/1/2004 0:10", "5")),
              HasSubstr("a time is like 6/21/2005 10:54, got \"13/1/2004 0:10\""));
  EXPECT_THAT(mistake_in(sound + line("x", "1", "3/1/2004 0:10", "5")),
              HasSubstr("the system must be a whole number, got \"x\""));
  EXPECT_THAT(mistake_in(sound, 7), HasSubstr("failures.csv: has no failure of system 7, but of 20"));
  EXPECT_THAT(mistake_in("1 2 3\n"), HasSubstr("line 1: must begin with the names of the values"));
  EXPECT_THAT(mistake_in(""), HasSubstr("must begin with the names"));
}

TEST_F(FailureLogs, CompressedByXzAreReadTheSame) {
  std::string text = heading;
  for (int i = 0; i < 1000; ++i) text += line("20", std::to_string(i % 4), "3/1/2004 0:10", std::to_string(i));
  std::vector<std::uint8_t> packed(text.size());
  std::size_t size = 0;
  ASSERT_EQ(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                    text.size(), packed.data(), &size, packed.size()),
            LZMA_OK);
  const std::string file(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size));
  EXPECT_EQ(read(file).faults.size(), 1000u);
  EXPECT_THAT(mistake_in(file.substr(0, size / 2)), HasSubstr("the compressed file is damaged or cut"));
}

TEST_F(FailureLogs, ACutArchiveIsSaidToBeCut) {
  EXPECT_THAT(mistake_in(std::string("\xFD"
                                     "7zXZ\0 and then nothing",
                                     22)),
              HasSubstr("failures.csv: the compressed file is damaged or cut"));
}

} // namespace
} // namespace daruma::batch
