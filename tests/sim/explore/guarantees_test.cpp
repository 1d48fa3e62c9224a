// What ULFM guarantees, held under every death that exploring finds in a program which asks for it, and under two.
#include "tests/sim/hosting/workbench.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace daruma::explore {
namespace {

using hosting::test::Answer;
using hosting::test::Workbench;
using nlohmann::json;
using testing::HasSubstr;

struct Deaths {
  int number;
  int cases;
};

/// By the laws of the profile and by the algorithms themselves.
class Guarantees : public testing::TestWithParam<const char*> {
public:
  static Answer explore(const std::string& flags, int ranks, const Deaths& deaths) {
    const Workbench bench;
    const Answer compiled =
        bench.call(fmt::format("cc -g -Wall -Wextra -Werror {} '{}/tests/sim/explore/programs/guarantees.c' -o p.so",
                               flags, DARUMA_SOURCE_DIR));
    if (compiled.status != 0) return compiled;
    bench.write("p.json", fmt::format(R"({{"name": "p", "machine": {{"use": "laptop", "cores": 16}}, "runtime": "{}",
        "jobs": [{{"name": "p", "program": "p.so", "ranks": {}}}], "explore": {{"survives": {}}}}})",
                                      GetParam(), ranks, deaths.number));
    return bench.call(fmt::format("explore p.json --json --deaths {} --cases {}", deaths.number, deaths.cases));
  }
};

void expect_that_all_recover(const Answer& answer, int least) {
  ASSERT_EQ(answer.status, 0) << answer.out << answer.err;
  const json found = json::parse(answer.out);
  EXPECT_GE(found.at("tried"), least);
  EXPECT_EQ(found.at("verdicts"), (json{{"recovers", found.at("tried")}}));
}

TEST_P(Guarantees, HoldUnderEveryDeath) { expect_that_all_recover(explore("", 5, {1, 100'000}), 500); }

TEST_P(Guarantees, HoldUnderTwo) { expect_that_all_recover(explore("", 6, {2, 1000}), 1000); }

TEST_P(Guarantees, AreNoneOfAReduction) {
  const Answer answer = explore("-DSPOILT", 5, {1, 100'000});
  ASSERT_EQ(answer.status, 1) << answer.out << answer.err;
  EXPECT_THAT(json::parse(answer.out).at("failing").dump(), HasSubstr("MPI_Abort with code 2"));
}

INSTANTIATE_TEST_SUITE_P(Runtimes, Guarantees, testing::Values("openmpi-5.0-ulfm", "openmpi-5.0-ulfm-messages"),
                         [](const auto& instance) {
                           return std::string(instance.param) == "openmpi-5.0-ulfm" ? "ByLaws" : "ByMessages";
                         });

} // namespace
} // namespace daruma::explore
