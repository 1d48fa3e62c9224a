// Small programs with a known bug each, which exploring finds, names and shortens; their mended twins pass all cases.
#include "tests/sim/explore/exploring.hpp"

#include <fmt/format.h>
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

struct Planted {
  std::string program;
  std::string verdict;
  std::string why;    ///< part of the sentence that names it
  std::string call;   ///< at which the last death of the shortest way is
  int run_status = 0; ///< of a plain run of that way
  int ranks = 3;
  int deaths = 1;
};

void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.program; }

Answer explore_planted(const Workbench& bench, const Planted& planted, const std::string& flags) {
  const std::string promise = fmt::format(R"("survives": {}, "answer": "same")", planted.deaths);
  return explore(bench, {program(planted.program, flags), promise, planted.ranks},
                 fmt::format("--json --deaths {} --cases {}", planted.deaths, planted.deaths == 1 ? 10000 : 220));
}

/// The way to go wrong that is named so; null if there is none.
json way_of(const json& found, const Planted& planted) {
  for (const json& way : found.at("failing")) {
    const bool is_named_so = way.at("verdict") == planted.verdict &&
                             way.at("why").get<std::string>().find(planted.why) != std::string::npos &&
                             way.at("faults").back().at("during").at("call") == planted.call;
    if (is_named_so) return way;
  }
  return nullptr;
}

class PlantedBug : public testing::TestWithParam<Planted> {};

TEST_P(PlantedBug, IsFoundNamedAndShortened) {
  const Workbench bench;
  const Answer answer = explore_planted(bench, GetParam(), "");
  ASSERT_EQ(answer.status, 1) << answer.err;
  const json way = way_of(json::parse(answer.out), GetParam());
  ASSERT_FALSE(way.is_null()) << answer.out;
  EXPECT_EQ(way.at("faults").size(), static_cast<std::size_t>(GetParam().deaths));
  const Answer run = bench.call("run '" + way.at("scenario").get<std::string>() + "'");
  EXPECT_EQ(run.status, GetParam().run_status) << run.out << run.err;
  const std::string right = "the answer is ";
  const auto said = way.at("why").get<std::string>();
  const auto begin = said.find(right);
  if (begin == std::string::npos)
    EXPECT_THAT(run.out + run.err, HasSubstr(GetParam().why));
  else // nobody printed this line
    EXPECT_THAT(run.out, Not(HasSubstr(said.substr(begin, said.rfind('"') - begin) + "\n")));
}

TEST_P(PlantedBug, IsGoneFromTheMendedTwin) {
  const Workbench bench;
  const Answer answer = explore_planted(bench, GetParam(), "-DMENDED");
  ASSERT_EQ(answer.status, 0) << answer.out << answer.err;
  const json found = json::parse(answer.out);
  EXPECT_GT(found.at("tried"), 20);
  EXPECT_EQ(found.at("verdicts"), (json{{"recovers", found.at("tried")}}));
}

const std::string other_call = "is called where other members of the communicator called";

INSTANTIATE_TEST_SUITE_P(
    Programs, PlantedBug,
    testing::Values(Planted{"shrink_without_revoke", "hang", "in MPI_Sendrecv at shrink_without_revoke.c",
                            "MPIX_Comm_shrink", 3, 4},
                    Planted{"agree_flag_ignored", "misuse", other_call, "MPI_Allreduce", 3, 4},
                    Planted{"old_communicator", "wrong answer", "nobody printed", "MPI_Comm_size"},
                    Planted{"torn_checkpoint", "wrong answer", "nobody printed", "MPI_Comm_rank"},
                    Planted{"stale_newcomer", "wrong answer", "nobody printed", "MPIX_Comm_agree"},
                    Planted{"unacknowledged_wildcard", "gives up", "MPI_Abort with code 3", "MPI_Send", 1},
                    Planted{"broadcast_root", "misuse", other_call, "MPI_Bcast", 3},
                    Planted{"spawn_twice", "wrong answer", "nobody printed", "MPI_Comm_free", 0, 3, 2},
                    Planted{"finalize_without_agreement", "hang", "deadlock", "MPI_Allreduce", 3, 4},
                    Planted{"lost_at_shrink", "hang", "in MPI_Recv at lost_at_shrink.c", "MPIX_Comm_shrink", 3},
                    Planted{"assert_in_handler", "crash", "SIGABRT (Aborted) at assert_in_handler.c",
                            "MPIX_Comm_shrink"},
                    Planted{"overlapping_teams", "hang", "in MPIX_Comm_shrink at recovery.h:32 waits for rank ",
                            "MPIX_Comm_agree", 3, 5},
                    Planted{"order_of_results", "wrong answer", "nobody printed", "MPI_Init"}),
    [](const auto& instance) { return instance.param.program; });

} // namespace
} // namespace daruma::explore
