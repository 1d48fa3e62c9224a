// Faults that are no deaths, at every moment: what each finds in a program that does not notice, and what becomes of
// its twin that does.
#include "tests/sim/explore/exploring.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <ostream>
#include <string>

namespace daruma::explore {
namespace {

using hosting::test::Answer;
using hosting::test::Workbench;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

Answer explore_program(const Workbench& bench, const std::string& name, const std::string& flags,
                       const std::string& words, const std::string& rest = "") {
  const std::string machine = R"({"nodes": 3, "cores": 1, "topology": {"kind": "flat"}})";
  return explore(bench, {program(name, flags), R"("answer": "same")" + rest, 3, machine}, words);
}

struct Unnoticed {
  std::string program;
  std::string faults;
  std::string verdict;
  std::string why;     ///< part of the sentence that names it
  std::string event;   ///< the key of the event that reproduces it
  int run_status;      ///< of a plain run of that
  std::string noticed; ///< what becomes of all cases of the twin
  int cases;           ///< that it has
};

void PrintTo(const Unnoticed& unnoticed, std::ostream* out) { *out << unnoticed.program; }

class Fault : public testing::TestWithParam<Unnoticed> {};

TEST_P(Fault, IsFoundWhereItGoesUnnoticed) {
  const Unnoticed& expected = GetParam();
  const Workbench bench;
  const Answer answer = explore_program(bench, expected.program, "", "--json --faults " + expected.faults);
  ASSERT_EQ(answer.status, 1) << answer.out << answer.err;
  const json found = json::parse(answer.out);
  ASSERT_EQ(found.at("failing").size(), 1U) << answer.out;
  const json way = found.at("failing")[0];
  EXPECT_EQ(way.at("verdict"), expected.verdict);
  EXPECT_THAT(way.at("why").get<std::string>(), HasSubstr(expected.why));
  EXPECT_TRUE(way.at("faults")[0].contains(expected.event)) << way;
  const Answer run = bench.call("run '" + way.at("scenario").get<std::string>() + "'");
  EXPECT_EQ(run.status, expected.run_status) << run.out << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr("ignored"))) << "the fault comes in a plain run, too";
}

TEST_P(Fault, IsNoticedByTheTwinThatLooks) {
  const Unnoticed& expected = GetParam();
  const Workbench bench;
  const Answer answer = explore_program(bench, expected.program, "-DMENDED", "--json --faults " + expected.faults);
  ASSERT_EQ(answer.status, 0) << answer.out << answer.err;
  EXPECT_EQ(json::parse(answer.out).at("verdicts"), (json{{expected.noticed, expected.cases}}));
}

INSTANTIATE_TEST_SUITE_P(Programs, Fault,
                         testing::Values(Unnoticed{"flipped_message", "message-bits", "wrong answer",
                                                   "nobody printed \"the answer is", "flip_message", 0, "gives up", 2},
                                         Unnoticed{"flipped_array", "array-bits", "wrong answer",
                                                   "nobody printed \"the answer is", "flip_array", 0, "recovers", 36},
                                         Unnoticed{"unchecked_malloc", "memory", "crash", "at unchecked_malloc.c:20",
                                                   "deny_memory", 0, "gives up", 6}),
                         [](const auto& instance) { return instance.param.program; });

TEST(Faults, ThatAreToBeRecoveredFromMayNotEndTheJob) {
  const Workbench bench;
  const Answer answer =
      explore_program(bench, "flipped_message", "-DMENDED", "--faults message-bits", R"(, "gives_up": [])");
  EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("gives up, "));
  EXPECT_THAT(answer.out, HasSubstr("MPI_Abort with code 3"));
}

TEST(Faults, OfSeveralKindsAreTriedTogetherAndCountedApart) {
  const Workbench bench;
  const std::string promise = R"(, "faults": ["slow-ranks", "slow-links", "partitions", "memory"], "for": "10ms")";
  const Answer answer = explore_program(bench, "unchecked_malloc", "-DMENDED", "", promise);
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("moments at which a process may be slow, a node's links may be slow, a node may be "
                                    "cut off or memory may be missing\n"));
  EXPECT_THAT(answer.out, HasSubstr("cases of up to 1 fault tried, of "));
  EXPECT_THAT(answer.out, HasSubstr("verdict   cases  slow-ranks  slow-links  partitions  memory\n"));
}

TEST(Faults, OfTheCommandLineGoBeforeTheScenarios) {
  const Workbench bench;
  const Answer answer =
      explore_program(bench, "unchecked_malloc", "", "--hang 5ms --json", R"(, "faults": ["memory"], "for": "10ms")");
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  EXPECT_GT(json::parse(answer.out).at("tried"), 6) << "pieces of memory are six";
}

TEST(Faults, OfWhichThereAreNoneAreNotTakenForSurvived) {
  const Workbench bench;
  const Answer answer = explore_program(bench, "flipped_message", "", "--faults memory,array-bits");
  EXPECT_EQ(answer.status, 2) << answer.out;
  EXPECT_THAT(answer.err, HasSubstr("/explore: there is nothing to try"));
}

TEST(Faults, ThatCannotBeSaidAreRefused) {
  const Workbench bench;
  const auto complaint = [&](const std::string& words) {
    return explore_program(bench, "unchecked_malloc", "", words).err;
  };
  EXPECT_THAT(complaint("--faults deaths,memry"),
              HasSubstr("unknown kind of fault \"memry\"; did you mean \"memory\"?"));
  EXPECT_THAT(complaint("--hang 1s --faults memory"), HasSubstr("--hang T stands for --faults hangs --for T"));
  EXPECT_THAT(complaint("--faults memory --victims nodes"), HasSubstr("deaths is not among the faults"));
  EXPECT_THAT(complaint("--faults partitions --for 0s"), HasSubstr("--for takes a time above 0"));
}

} // namespace
} // namespace daruma::explore
