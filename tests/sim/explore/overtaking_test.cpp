#include "tests/sim/explore/moments.hpp"

#include "sim/explore/overtaking.hpp"

#include <gmock/gmock.h>

namespace daruma::explore::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A send that process makes then.
Step sends(int process, double at_s, int to, int occurrence = 1) {
  Step made = step(moment(process, "MPI_Send", occurrence), at_s, 0);
  made.exposed.sent.push_back({to, Seconds(at_s)});
  return made;
}

Step takes_any(int process) {
  Step made = step(moment(process, "MPI_Recv"), 0, 8);
  made.exposed.takes_any = true;
  return made;
}

std::vector<double> delays(const std::vector<Step>& run, const Step& of) {
  std::vector<double> seconds;
  for (const Fault& fault : Overtaking(run).late_messages(of)) seconds.push_back(fault.terms.duration.count());
  return seconds;
}

TEST(Overtaking, HasAPlaceBehindEachLaterMessageOfAnother) {
  const std::vector<Step> run{takes_any(0), sends(1, 1, 0), sends(2, 2, 0), sends(3, 4, 0), sends(1, 3, 0, 2)};
  EXPECT_THAT(delays(run, run[1]), ElementsAre(2, 5)) << "between 2 and 4, and between 4 and the end, 8";
  EXPECT_THAT(delays(run, run[2]), ElementsAre(1.5, 4)) << "between 3 and 4, and between 4 and 8";
  EXPECT_THAT(delays(run, run[3]), IsEmpty()) << "the last one";
}

TEST(Overtaking, IsOfWhatComesAtOnceAsWell) {
  const std::vector<Step> run{takes_any(0), sends(1, 1, 0), sends(2, 1, 0)};
  EXPECT_THAT(delays(run, run[1]), ElementsAre(3.5));
  EXPECT_THAT(delays(run, run[2]), ElementsAre(3.5));
}

TEST(Overtaking, IsOfManyTheNextThreeAndAll) {
  std::vector<Step> run{takes_any(0)};
  for (int sender = 1; sender <= 6; ++sender) run.push_back(sends(sender, sender, 0));
  EXPECT_THAT(delays(run, run[1]), ElementsAre(1.5, 2.5, 3.5, 6));
}

TEST(Overtaking, MattersToNobodyWhoReceivesFromThoseItNames) {
  const std::vector<Step> run{step(moment(0, "MPI_Recv"), 0, 8), sends(1, 1, 0), sends(2, 2, 0)};
  EXPECT_THAT(delays(run, run[1]), IsEmpty());
  const std::vector<Step> probing{step(moment(0, "MPI_Iprobe"), 0, 8), sends(1, 1, 0), sends(2, 2, 0)};
  EXPECT_THAT(delays(probing, probing[1]), ElementsAre(4));
}

TEST(Overtaking, IsNeverBetweenMessagesOfOneSender) {
  const std::vector<Step> run{takes_any(0), sends(1, 1, 0), sends(1, 2, 0, 2)};
  EXPECT_THAT(delays(run, run[1]), IsEmpty());
}

TEST(Overtaking, IsToldByCallsThatAskWhatHasCome) {
  for (const char* const call : {"MPI_Test", "MPI_Testany", "MPI_Waitany", "MPI_Waitsome", "MPI_Probe", "MPI_Improbe",
                                 "MPI_Request_get_status", "MPI_Request_get_status_any"})
    EXPECT_TRUE(is_choosing(call)) << call;
  for (const char* const call : {"MPI_Wait", "MPI_Waitall", "MPI_Recv", "MPI_Allreduce"})
    EXPECT_FALSE(is_choosing(call)) << call;
}

TEST(Overtaking, IsOfTheMessagesOfAStepByTheirNumbers) {
  std::vector<Step> run{takes_any(0), sends(1, 1, 3), sends(2, 2, 0)};
  run[1].exposed.sent.push_back({0, Seconds(1)});
  const std::vector<Fault> late = Overtaking(run).late_messages(run[1]);
  ASSERT_EQ(late.size(), 1U);
  EXPECT_EQ(late[0].nth, 2) << "the one to process 0";
  EXPECT_EQ(in_words(late[0]), "the 2nd message from then on of process 1 is 4s late when it is before MPI_Send (1st)");
}

} // namespace
} // namespace daruma::explore::test
