// Messages that are held back, and news of deaths that comes late.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

namespace daruma::hosting::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

std::vector<std::string> said_under(const std::string& body, int ranks, const std::string& events,
                                    const std::string& runtime = "ideal") {
  const Workbench bench;
  return bench.said("int main(int argc, char** argv) {\n  int rank;\n  begin(&argc, &argv);\n  "
                    "MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n" +
                        body + "\n  MPI_Finalize();\n  return 0;\n}",
                    ranks, "", R"("runtime": ")" + runtime + R"(", "events": [)" + events + "],");
}

std::string late(int process, const std::string& duration, int nth = 1) {
  return R"({"at": "1us", "delay_message": "p", "processes": [)" + std::to_string(process) + R"(], "nth": )" +
         std::to_string(nth) + R"(, "for": ")" + duration + "\"}";
}

/// Rank r sends after r seconds; whose messages rank 0 takes, in that order.
const std::string three_senders = R"(
  int numbers[3];
  if (rank > 0) {
    sleep(rank);
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    for (int i = 0; i < 3; ++i)
      MPI_Recv(numbers + i, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d%d%d\n", numbers[0], numbers[1], numbers[2]);
  })";

TEST(LateMessages, ComeBehindThoseThatWouldHaveComeAfterThem) {
  EXPECT_THAT(said_under(three_senders, 4, late(1, "1us")), ElementsAre("0: 123"));
  EXPECT_THAT(said_under(three_senders, 4, late(1, "1500ms")), ElementsAre("0: 213"));
  EXPECT_THAT(said_under(three_senders, 4, late(1, "10s")), ElementsAre("0: 231"));
  EXPECT_THAT(said_under(three_senders, 4, late(2, "10s")), ElementsAre("0: 132"));
  EXPECT_THAT(said_under(three_senders, 4, late(1, "1500ms") + ", " + late(2, "10s")), ElementsAre("0: 132"));
  EXPECT_THAT(said_under(three_senders, 4, late(1, "10s") + ", " + late(2, "5s")), ElementsAre("0: 321"));
  EXPECT_THAT(said_under(three_senders, 4, late(1, "4s") + ", " + late(2, "5s")), ElementsAre("0: 312"));
}

/// Rank 0 sends three messages, the first of which is late; both of small ones and of those that wait for a receive.
class LateOfAPair : public testing::TestWithParam<int> {};

TEST_P(LateOfAPair, AreNotOvertakenByThoseBehindThem) {
  const std::string body = R"(
    static int data[100000];
    if (rank == 0) {
      MPI_Request all[3];
      for (int i = 0; i < 3; ++i) {
        data[i * 30000] = i;
        MPI_Isend(data + i * 30000, )" +
                           std::to_string(GetParam()) + R"(, MPI_INT, 1, i, MPI_COMM_WORLD, all + i);
      }
      MPI_Waitall(3, all, MPI_STATUSES_IGNORE);
    } else if (rank == 1) {
      MPI_Status status;
      for (int i = 0; i < 3; ++i) {
        MPI_Recv(data, 30000, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        printf("tag %d has %d at %d s\n", status.MPI_TAG, data[0], (int)MPI_Wtime());
      }
    })";
  auto lines = said_under(body, 2, R"({"at": "0s", "delay_message": "p", "processes": [0], "for": "2s"})");
  std::sort(lines.begin(), lines.end());
  EXPECT_THAT(lines, ElementsAre("1: tag 0 has 0 at 2 s", "1: tag 1 has 1 at 2 s", "1: tag 2 has 2 at 2 s"));
}

INSTANTIATE_TEST_SUITE_P(Sizes, LateOfAPair, testing::Values(1, 30000));

TEST(LateMessages, AreNotSeenByProbesAndDoNotHoldUpTheirEagerSender) {
  const std::string body = R"(
    int flag = 0, number = 7;
    if (rank == 0) {
      MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      number = 8;
      printf("sent after %d s\n", (int)MPI_Wtime());
    } else {
      sleep(1);
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf("%d, then %d after %d s\n", flag, number, (int)MPI_Wtime());
    })";
  EXPECT_THAT(said_under(body, 2, R"({"at": "0s", "delay_message": "p", "processes": [0], "for": "3s"})"),
              UnorderedElementsAre("0: sent after 0 s", "1: 0, then 7 after 3 s"));
}

TEST(LateMessages, OfTheDeadComeAndThoseToTheDeadAreFailures) {
  const std::string body = R"(
    static int data[100000];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
      data[0] = 7;
      MPI_Send(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      sleep(1);
      raise(SIGKILL);
    }
    if (rank == 1) {
      const int error = MPI_Recv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf("%s %d\n", error ? "failed" : "came", data[0]);
    }
    if (rank == 2) {
      const int error = MPI_Send(data, 100000, MPI_INT, 3, 0, MPI_COMM_WORLD);
      printf("%s\n", error ? "failed" : "went");
    }
    if (rank == 3) {
      sleep(1);
      raise(SIGKILL);
    })";
  EXPECT_THAT(said_under(body, 4, R"({"at": "0s", "delay_message": "p", "processes": [2], "for": "3s"},
                               {"at": "0s", "delay_message": "p", "processes": [0], "for": "500ms"})"),
              UnorderedElementsAre("1: came 7", "2: failed", HasSubstr("0 died"), HasSubstr("3 died")));
}

/// Rank 2 dies after a second; the others say when they know it.
TEST(LateNews, ComesSoMuchLaterToThoseWhoAreNamed) {
  const std::string body = R"(
    int number = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 2) {
      sleep(1);
      raise(SIGKILL);
    }
    MPI_Recv(&number, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("at %d s\n", (int)MPI_Wtime());)";
  const std::string news = R"({"at": "0s", "delay_news": "p", "processes": [1], "for": "3s"})";
  const auto second = [](const std::vector<std::string>& lines, const std::string& who) {
    for (const std::string& line : lines)
      if (line.rfind(who, 0) == 0) return std::stoi(line.substr(who.size()));
    return -1;
  };
  for (const std::string runtime : {"ideal", "openmpi-4.0-ulfm", "openmpi-5.0-ulfm", "openmpi-5.0-ulfm-messages"}) {
    const auto lines = said_under(body, 3, news, runtime);
    EXPECT_GE(second(lines, "0: at "), 1) << runtime;
    EXPECT_EQ(second(lines, "1: at "), second(lines, "0: at ") + 3) << runtime;
  }
}

/// Both agree, and what an agreement has found out is everybody's knowledge.
TEST(LateNews, IsOvertakenByAnAgreement) {
  const std::string body = R"(
    int flag = 1;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 2) raise(SIGKILL);
    sleep(1);
    const int error = MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
    printf("%d at %d s\n", error != MPI_SUCCESS, (int)MPI_Wtime());)";
  EXPECT_THAT(said_under(body, 3, R"({"at": "0s", "delay_news": "p", "processes": [1], "for": "3s"})"),
              UnorderedElementsAre("0: 1 at 1 s", "1: 1 at 1 s", HasSubstr("2 died")));
}

} // namespace
} // namespace daruma::hosting::test
