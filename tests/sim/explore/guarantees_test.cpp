// What ULFM guarantees, held under every death that exploring finds in a program which asks for it, and under two.
#include "tests/sim/explore/exploring.hpp"

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
  static Answer explore_guarantees(const std::string& flags, int ranks, const Deaths& deaths) {
    const std::string promise = fmt::format(R"("survives": {})", deaths.number);
    const std::string machine = R"({"use": "laptop", "cores": 16})";
    return explore(Workbench(), {program("guarantees", flags), promise, ranks, machine, GetParam()},
                   fmt::format("--json --deaths {} --cases {}", deaths.number, deaths.cases));
  }
};

void expect_that_all_recover(const Answer& answer, int least) {
  ASSERT_EQ(answer.status, 0) << answer.out << answer.err;
  const json found = json::parse(answer.out);
  EXPECT_GE(found.at("tried"), least);
  EXPECT_EQ(found.at("verdicts"), (json{{"recovers", found.at("tried")}}));
}

TEST_P(Guarantees, HoldUnderEveryDeath) { expect_that_all_recover(explore_guarantees("", 5, {1, 100'000}), 500); }

TEST_P(Guarantees, HoldUnderTwo) { expect_that_all_recover(explore_guarantees("", 6, {2, 1000}), 1000); }

TEST_P(Guarantees, AreNoneOfAReduction) {
  const Answer answer = explore_guarantees("-DSPOILT", 5, {1, 100'000});
  ASSERT_EQ(answer.status, 1) << answer.out << answer.err;
  EXPECT_THAT(json::parse(answer.out).at("failing").dump(), HasSubstr("MPI_Abort with code 2"));
}

INSTANTIATE_TEST_SUITE_P(Runtimes, Guarantees, testing::Values("openmpi-5.0-ulfm", "openmpi-5.0-ulfm-messages"),
                         [](const auto& instance) {
                           return std::string(instance.param) == "openmpi-5.0-ulfm" ? "ByLaws" : "ByMessages";
                         });

} // namespace
} // namespace daruma::explore
