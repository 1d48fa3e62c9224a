// Orders that MPI leaves open, at every moment: which of two messages comes first, and who learns of a death late.
#include "tests/sim/explore/exploring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <ostream>
#include <string>

namespace daruma::explore {
namespace {

using hosting::test::Answer;
using hosting::test::Workbench;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string same = R"("answer": "same")";
/// Of two processes that live on, for longer than either waits.
const std::string late_news_matter = R"("answer": "same", "immortal": [0, 1], "for": "60s")";

TEST(Orders, OfMessagesThatAnAnswerDependsOnAreFound) {
  const Workbench bench;
  const Answer answer = explore(bench, {program("order_of_results"), same}, "--json --faults late-messages");
  ASSERT_EQ(answer.status, 1) << answer.out << answer.err;
  const json way = json::parse(answer.out).at("failing").at(0);
  EXPECT_EQ(way.at("verdict"), "wrong answer");
  EXPECT_TRUE(way.at("faults").at(0).contains("delay_message")) << way;
  const Answer run = bench.call("run '" + way.at("scenario").get<std::string>() + "'");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("  late   "));
  const auto said = way.at("why").get<std::string>();
  const auto begin = said.find("the answer is ");
  EXPECT_THAT(run.out, Not(HasSubstr(said.substr(begin, said.rfind('"') - begin) + "\n")));
}

TEST(Orders, OfMessagesAreNothingToTheTwinThatKeepsThem) {
  const Workbench bench;
  const Answer answer =
      explore(bench, {program("order_of_results", "-DMENDED"), same}, "--json --faults late-messages");
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  EXPECT_EQ(json::parse(answer.out).at("verdicts").size(), 1U);
}

struct Permutation {
  std::string order; ///< of the messages of 1, 2 and 3, which come so by themselves
  std::size_t late;  ///< messages that make it of that
};

void PrintTo(const Permutation& permutation, std::ostream* out) { *out << permutation.order; }

class OfThreeSenders : public testing::TestWithParam<Permutation> {};

/// A program that ends with an error where they come in that order.
TEST_P(OfThreeSenders, EachOrderIsFoundWithTheFewestLateMessages) {
  const Workbench bench;
  bench.write("three.c", R"(
    #include <mpi.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      int rank, order = 0;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank > 0) {
        sleep(rank);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      }
      for (int i = 0; rank == 0 && i < 3; ++i) {
        int from;
        MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        order = 10 * order + from;
      }
      if (order == WANTED) MPI_Abort(MPI_COMM_WORLD, 1);
      MPI_Finalize();
      return 0;
    })");
  const Answer answer = explore(bench, {"-DWANTED=" + GetParam().order + " three.c", same, 4},
                                "--json --faults late-messages --deaths 2");
  ASSERT_EQ(answer.status, 1) << answer.out << answer.err;
  EXPECT_EQ(json::parse(answer.out).at("failing").at(0).at("faults").size(), GetParam().late) << answer.out;
}

INSTANTIATE_TEST_SUITE_P(Messages, OfThreeSenders,
                         testing::Values(Permutation{"132", 1}, Permutation{"213", 1}, Permutation{"231", 1},
                                         Permutation{"312", 2}, Permutation{"321", 2}),
                         [](const auto& instance) { return instance.param.order; });

TEST(Orders, OfNewsThatAnAnswerDependsOnAreFoundWithADeath) {
  const Workbench bench;
  const Answer alone = explore(bench, {program("late_news"), late_news_matter}, "--json");
  EXPECT_EQ(alone.status, 0) << "no death alone does it: " << alone.out << alone.err;
  const Answer answer = explore(bench, {program("late_news"), late_news_matter}, "--json --orders");
  ASSERT_EQ(answer.status, 1) << answer.out << answer.err;
  const json way = json::parse(answer.out).at("failing").at(0);
  EXPECT_EQ(way.at("verdict"), "hang");
  ASSERT_EQ(way.at("faults").size(), 2U) << way;
  EXPECT_TRUE(way.at("faults").at(0).contains("delay_news"));
  EXPECT_TRUE(way.at("faults").at(1).contains("kill"));
  EXPECT_EQ(bench.call("run '" + way.at("scenario").get<std::string>() + "'").status, 3);
}

TEST(Orders, OfNewsAreNothingToTheTwinThatAsks) {
  const Workbench bench;
  const Answer answer = explore(bench, {program("late_news", "-DMENDED"), late_news_matter}, "--json --orders");
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
}

TEST(Orders, AreAskedForOnce) {
  const Workbench bench;
  const Answer answer = explore(bench, {program("late_news"), same}, "--orders --faults deaths,late-news");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("--orders adds late-messages and late-news"));
}

} // namespace
} // namespace daruma::explore
