#include "tests/sim/explore/moments.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace daruma::explore::test {
namespace {

TEST(Case, IsReadBackFromItsKey) {
  const Case faults{{moment(3, "MPI_Allreduce", 5, Part::inside, 2), Seconds(0.1 + 0.2), Victim::process, 1},
                    {moment(0, "MPIX_Comm_shrink"), Seconds(0), Victim::node, 7}};
  const Case read = read_case(key_of(faults));
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(key_of(read), key_of(faults));
  EXPECT_EQ(read[0].moment, faults[0].moment);
  EXPECT_EQ(read[0].delay, faults[0].delay) << "to the last digit";
  EXPECT_EQ(read[1].victim, Victim::node);
  EXPECT_EQ(read[1].node, 7);
}

TEST(Case, IsWhatAScenarioHasAsEvents) {
  const auto event = json_of({moment(3, "MPI_Recv", 2, Part::inside, 1), Seconds(0.5), Victim::process, 1});
  EXPECT_EQ(event.dump(), R"({"during":{"job":"j","process":3,"call":"MPI_Recv","occurrence":2,"part":"inside",)"
                          R"("nth":1,"delay":"0.5s"},"kill":"j","processes":[3]})");
}

TEST(Case, KillsThatProcessOrSwitchesItsNodeOff) {
  const Fault process{moment(3, "MPI_Recv"), Seconds(1), Victim::process, 1};
  const Fault node{moment(3, "MPI_Recv"), Seconds(0), Victim::node, 1};
  const auto kill = std::get<scenario::KillProcesses>(event_of(process).action);
  EXPECT_EQ(kill.job, "j");
  EXPECT_THAT(kill.processes, testing::ElementsAre(3));
  EXPECT_EQ(event_of(process).when.delay, Seconds(1));
  EXPECT_EQ(std::get<scenario::NodeOff>(event_of(node).action).node, 1);
}

TEST(Case, OfASilentNodeIsAHangOfSoLong) {
  const Fault fault{moment(3, "MPI_Recv"), Seconds(0), Victim::silent_node, 1, {Seconds(0.1 + 0.2)}};
  EXPECT_EQ(std::get<scenario::Hang>(event_of(fault).action).node, 1);
  EXPECT_EQ(std::get<scenario::Hang>(event_of(fault).action).duration, Seconds(0.1 + 0.2));
  const Case read = read_case(key_of({fault}));
  EXPECT_EQ(key_of(read), key_of({fault}));
  EXPECT_EQ(read[0].victim, Victim::silent_node);
  EXPECT_EQ(read[0].terms.duration, fault.terms.duration) << "to the last digit";
  EXPECT_EQ(in_words({moment(3, "MPI_Recv"), Seconds(0), Victim::silent_node, 1, {Seconds(0.3)}}),
            "node 1 hangs for 300ms when process 3 is before MPI_Recv (1st)");
}

TEST(Case, OfAnyKindIsReadBackFromItsKeyAndIsAnEventOfItsKind) {
  const Terms terms{Seconds(0.3), 2.5};
  std::vector<std::string> words;
  for (const auto victim : {Victim::slow_process, Victim::slow_links, Victim::cut_off_node, Victim::message,
                            Victim::array, Victim::memory, Victim::late_message, Victim::late_news}) {
    const Fault fault{moment(3, "MPI_Recv"), Seconds(0), victim, 12, terms, 2, "field", 17};
    const Fault read = read_case(key_of({fault})).front();
    EXPECT_EQ(json_of(read), json_of(fault));
    EXPECT_EQ(read.victim, victim);
    words.push_back(in_words(read));
  }
  const std::string when = " when process 3 is before MPI_Recv (1st)";
  const std::string when_it = " when it is before MPI_Recv (1st)";
  EXPECT_THAT(words, testing::ElementsAre("process 3 computes 2.5 times more slowly for 300ms" + when_it,
                                          "the links of node 12 are 2.5 times slower for 300ms" + when,
                                          "node 12 is cut off for 300ms" + when,
                                          "bit 17 flips in the 2nd message from then on of process 3" + when_it,
                                          "bit 17 flips in array field of process 3" + when_it,
                                          "process 3 does not get the 2nd piece of memory from then on" + when_it,
                                          "the 2nd message from then on of process 3 is 300ms late" + when_it,
                                          "process 3 learns of deaths 300ms later, from" + when_it));
  const auto action = [&](Victim victim) {
    return event_of({moment(3, "MPI_Recv"), Seconds(0), victim, 12, terms, 2, "field", 17}).action;
  };
  EXPECT_EQ(std::get<scenario::SlowProcesses>(action(Victim::slow_process)).slowdown.factor, 2.5);
  EXPECT_EQ(std::get<scenario::SlowLink>(action(Victim::slow_links)).link, "node12");
  EXPECT_THAT(std::get<scenario::Partition>(action(Victim::cut_off_node)).nodes, testing::ElementsAre(12));
  EXPECT_EQ(std::get<scenario::FlipMessage>(action(Victim::message)).nth, 2);
  EXPECT_EQ(std::get<scenario::FlipMessage>(action(Victim::message)).bit, 17);
  EXPECT_EQ(std::get<scenario::FlipArray>(action(Victim::array)).array, "field");
  EXPECT_EQ(std::get<scenario::FlipArray>(action(Victim::array)).bit, 17);
  EXPECT_EQ(std::get<scenario::DenyMemory>(action(Victim::memory)).nth, 2);
  EXPECT_EQ(std::get<scenario::DelayMessage>(action(Victim::late_message)).nth, 2);
  EXPECT_EQ(std::get<scenario::DelayNews>(action(Victim::late_news)).duration, Seconds(0.3));
}

TEST(Case, MayEndTheJobsWhereTheScenarioSaysSo) {
  const Fault death{moment(3, "MPI_Recv"), Seconds(0), Victim::process, 1};
  const Fault flip{moment(3, "MPI_Recv"), Seconds(0), Victim::message, 1};
  scenario::Exploration promise;
  EXPECT_FALSE(may_give_up({}, promise));
  EXPECT_FALSE(may_give_up({death}, promise));
  EXPECT_TRUE(may_give_up({death, flip}, promise));
  promise.gives_up = {};
  EXPECT_FALSE(may_give_up({death, flip}, promise));
}

TEST(Case, IsToldInWords) {
  EXPECT_EQ(in_words({moment(3, "MPI_Recv"), Seconds(0), Victim::process, 1}), "process 3 dies before MPI_Recv (1st)");
  EXPECT_EQ(in_words({moment(3, "MPI_Recv", 12, Part::inside, 2), Seconds(0.25), Victim::node, 1}),
            "node 1 goes off when process 3 is inside MPI_Recv (12th), at its 2nd wait, 250ms later");
}

} // namespace
} // namespace daruma::explore::test
