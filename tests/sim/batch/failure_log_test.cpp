#include "sim/batch/failure_table.hpp"
#include "sim/batch/lanl_failures.hpp"

#include "sim/core/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <lzma.h>
#include <map>
#include <utility>
#include <vector>

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
    return read_lanl_failures(path, system);
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
  expect_next(0, 4); // the log's node 0 again, half of the log's 1000 s later in it
  expect_next(440, 3);
  expect_next(500, 0);
  expect_next(1000, 4);
  expect_next(1440, 3);
  EXPECT_EQ(replay_faults(log, 4, Seconds(2500))()->time, Seconds(440)) << "from its third round";
}

/// The same by hand: every copy's failures of the first rounds, sorted.
TEST_F(FailureLogs, OfCopiesComeAsIfEachWereALogOfItsOwn) {
  std::vector<Fault> logged;
  for (int i = 0; i < 40; ++i) logged.push_back({Seconds(i * 97 % 1000), i * 31 % 7, Seconds(i)});
  const FailureLog log = log_of(logged, 7);
  const double round = log.span.count() + 60;
  const int nodes = 31; // four copies and three nodes of a fifth
  std::vector<std::pair<double, int>> expected;
  for (int copy = 0; copy < 5; ++copy)
    for (int lap = -1; lap < 3; ++lap)
      for (const Fault& fault : log.faults) {
        const double time = fault.time.count() + lap * round - (100 + round * copy / 5);
        const int node = copy * 7 + fault.node;
        if (time >= 0 && node < nodes) expected.emplace_back(time, node);
      }
  std::sort(expected.begin(), expected.end());
  const auto faults = replay_faults(log, nodes, Seconds(100));
  for (std::size_t i = 0; i < 150; ++i) {
    const Fault fault = *faults();
    EXPECT_NEAR(fault.time.count(), expected[i].first, 1e-6);
    EXPECT_EQ(fault.node, expected[i].second);
  }
}

TEST_F(FailureLogs, OfNodesThatStandForOneDoNotComeTogether) {
  const FailureLog log{{{Seconds(0), 0, Seconds(1)}, {Seconds(5000), 1, Seconds(1)}}, 2, Seconds(5000)};
  const auto faults = replay_faults(log, 8, Seconds(0));
  std::map<double, int> at_once;
  for (int i = 0; i < 80; ++i) ++at_once[faults()->time.count()];
  for (const auto& [time, count] : at_once) EXPECT_EQ(count, 1) << time;
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

class FailureTables : public testing::Test {
protected:
  FailureLog read(const std::string& text, int nodes = 0, const std::vector<std::string>& names = {}) const {
    const auto path = folder_.path() / "down.csv";
    std::ofstream(path, std::ios::binary) << text;
    scenario::FailureLog log;
    log.file = path;
    log.nodes = nodes;
    return read_failure_log(log, names);
  }

  std::string mistake_in(const std::string& text, int nodes = 0, const std::vector<std::string>& names = {}) const {
    try {
      read(text, nodes, names);
    } catch (const LogError& error) { return error.what(); }
    return "none";
  }

private:
  TemporaryFolder folder_;
};

TEST_F(FailureTables, AreReadInTheOrderOfTime) {
  const FailureLog log = read("# of our machine\nnode,down,up,cause\n"
                              "7,2024-03-01T00:10:30,2024-03-01T01:10:30,\"fan, and then power\"\n\n"
                              "2,2024-02-28 23:50,2024-02-28 23:50:01,disk\r\n"
                              "2,1709300000,,left\n");
  ASSERT_EQ(log.faults.size(), 3u);
  EXPECT_EQ(log.nodes, 8);
  EXPECT_EQ(log.faults[0].node, 2);
  EXPECT_EQ(log.faults[0].repair, Seconds(1));
  EXPECT_EQ(log.faults[1].node, 7);
  EXPECT_EQ(log.faults[1].time, Seconds(86400 + 20 * 60 + 30)) << "2024 had a 29th of February";
  EXPECT_EQ(log.faults[1].repair, Seconds(3600));
  EXPECT_EQ(log.faults[2].repair, never);
  EXPECT_EQ(log.span, log.faults[2].time);
}

TEST_F(FailureTables, HaveColumnsInAnyOrderAndNamesForNodes) {
  const FailureLog log = read("up,rack,node,down\n20,a,n10,10\n30,a,n2,5\n31,b,n10,30\n", 16);
  EXPECT_EQ(log.nodes, 16);
  ASSERT_EQ(log.faults.size(), 3u);
  EXPECT_EQ(log.faults[0].node, 0) << "n2 comes before n10";
  EXPECT_EQ(log.faults[1].node, 1);
  EXPECT_EQ(log.faults[2].time, Seconds(25));
  EXPECT_EQ(read("node,down,up\na,0,1\nb,0,1\n").nodes, 2);
}

/// Not all of which have failed.
TEST_F(FailureTables, CallNodesByTheNamesThatTheMachineHas) {
  const std::vector<std::string> names{"cn1", "cn2", "gpu1", "gpu2"};
  const FailureLog log = read("node,down,up\ngpu2,0,1\ncn2,5,6\n", 0, names);
  EXPECT_EQ(log.nodes, 4);
  EXPECT_EQ(log.faults[0].node, 3);
  EXPECT_EQ(log.faults[1].node, 1);
  EXPECT_EQ(read("node,down,up\n2,0,1\n", 0, names).faults[0].node, 2) << "numbers are numbers";
  EXPECT_THAT(mistake_in("node,down,up\ngpu3,0,1\n", 0, names),
              HasSubstr("down.csv: has failures of node \"gpu3\", which is none of \"node_names\""));
}

TEST_F(FailureTables, BeginAnewInARunThatIsLonger) {
  const FailureLog log = read("node,down,up\na,0,1\nb,600,700\n");
  EXPECT_EQ(rounds_of(log, Seconds(600)), 0) << "and a minute, until the first comes again";
  EXPECT_EQ(rounds_of(log, Seconds(660)), 1);
  EXPECT_EQ(rounds_of(log, Seconds(2000)), 3);
}

/// As sacctmgr -P show event prints them.
TEST_F(FailureTables, AreTakenFromSlurmsEvents) {
  const std::string names = "Cluster|NodeName|TimeStart|TimeEnd|State|Reason|User\n";
  const FailureLog log = read(names + "ours||2024-01-01T00:00:00|2024-03-01T00:00:00||Cluster Registered TRES|\n"
                                      "ours|cn2|2024-02-28T23:50:00|2024-02-28T23:50:01|DOWN*|Not responding|slurm\n"
                                      "ours|cn1|2024-02-28T23:55:00|2024-02-29T01:00:00|DRAIN|new disk|root\n"
                                      "ours|cn1|2024-02-28T23:56:00|2024-02-29T01:00:00|IDLE+POWERED_DOWN||slurm\n"
                                      "ours|cn1|2024-02-29T23:50:00|Unknown|DOWN+DRAIN|no power|root\n");
  ASSERT_EQ(log.faults.size(), 2u);
  EXPECT_EQ(log.faults[0].node, 1);
  EXPECT_EQ(log.faults[0].repair, Seconds(1));
  EXPECT_EQ(log.faults[1].node, 0);
  EXPECT_EQ(log.faults[1].repair, never);
  EXPECT_THAT(log.left_out.sentences("down.txt"),
              testing::UnorderedElementsAre(
                  "1 line of down.txt with an event of the whole cluster is left out: line 2",
                  "2 lines of down.txt with a state in which no job is lost, such as DRAIN or MAINT, are left out: "
                  "lines 4 and 5"));
  EXPECT_THAT(mistake_in(names + "ours|cn2|today|Unknown|DOWN||\n"), HasSubstr("\"TimeStart\" is a time like"));
  EXPECT_THAT(mistake_in(names + "ours|cn2|0|1\n"), HasSubstr("a failure has 7 values here, got 4"));
  EXPECT_THAT(mistake_in("NodeName|TimeStart|TimeEnd\ncn1|0|1\n"),
              HasSubstr("must name the columns NodeName, TimeStart, TimeEnd and State, got "));
  EXPECT_THAT(mistake_in(names + "ours|cn2|0|1|DRAIN||\n"), HasSubstr("has no failure"));
}

TEST_F(FailureTables, OddRowsAreLeftOutAndCounted) {
  const FailureLog log = read("node,down,up,cause\n1,0,5,disk\n2,soon,7,disk\n3,8\n1,20,15,disk\n,9,9,disk\n"
                              "2,10,20,a, b\n2,30,,disk\n");
  ASSERT_EQ(log.faults.size(), 2U);
  EXPECT_EQ(log.faults[1].time, Seconds(30));
  EXPECT_THAT(log.left_out.sentences("down.csv"),
              testing::UnorderedElementsAre(
                  "1 line of down.csv with a time that is none is left out: line 3",
                  "2 lines of down.csv with more or fewer values than columns are left out: lines 4 and 7",
                  "1 line of down.csv with an end before its begin is left out: line 5",
                  "1 line of down.csv with no node is left out: line 6"));
}

TEST_F(FailureTables, AByteOrderMarkIsNoPartOfIt) {
  EXPECT_EQ(read("\xEF\xBB\xBFnode,down,up\n1,0,5\n").faults.size(), 1U);
}

TEST_F(FailureTables, MistakesNameFileAndLine) {
  const std::string names = "node,down,up\n";
  EXPECT_THAT(mistake_in(names + "1,0\n"),
              HasSubstr("down.csv: line 2: a failure has 3 values here, got 2: is the file cut?"));
  EXPECT_THAT(mistake_in(names + "1,0,1,2\n"), HasSubstr("line 2: a failure has 3 values here, got 4"));
  EXPECT_THAT(mistake_in(names + "1,today,1\n"),
              HasSubstr("\"down\" is a time like 2024-02-29T10:54:07 or seconds since 1970, got \"today\""));
  EXPECT_THAT(mistake_in(names + "1,0,2023-02-29 10:00\n"), HasSubstr("\"up\" is a time like"));
  EXPECT_THAT(mistake_in(names + "1,0,inf\n"), HasSubstr("\"up\" is a time like"));
  EXPECT_THAT(mistake_in(names + ",0,1\n"), HasSubstr("line 2: names no node"));
  EXPECT_THAT(mistake_in(names + "1,5,4\n"), HasSubstr("the node was up before it went down"));
  EXPECT_THAT(mistake_in("node,up\n1,2\n"),
              HasSubstr("line 1: must name the columns node, down and up, got \"node,up\""));
  EXPECT_THAT(mistake_in("System,machine type\n"), HasSubstr("LANL's file needs a \"system\""));
  EXPECT_THAT(mistake_in(names), HasSubstr("down.csv: has no failure"));
  EXPECT_THAT(mistake_in(""), HasSubstr("must begin with the names of the columns"));
  EXPECT_THAT(mistake_in(names + "9,0,1\n", 9),
              HasSubstr("has failures of node 9, and \"nodes\" says that there are 9"));
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
