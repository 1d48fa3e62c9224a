// Each program of this folder in simulation: is what it does within what is stated at its head?
#include "tests/both_worlds/execution.hpp"

#include <gmock/gmock.h>

namespace daruma::both_worlds {
namespace {

class Simulated : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Simulated, DoesAsStated) {
  const Statement statement = read_statement(text_of(GetParam()));
  const Execution execution = execute(GetParam(), statement.ranks, "");
  EXPECT_EQ(execution.complaint, "");
  EXPECT_THAT(differences(statement, execution.observed, World::simulated), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(BothWorlds, Simulated, testing::ValuesIn(programs()),
                         [](const auto& program) { return program.param.stem().string(); });

TEST(BothWorlds, HasThirtyProgramsAndMore) { EXPECT_GE(programs().size(), 30U); }

} // namespace
} // namespace daruma::both_worlds
