// Each program of this folder on Open MPI: is what it does within what is stated at its head?
//
// A second run is allowed only where Open MPI itself was measured to fail now and then; the statement says why.
#include "tests/both_worlds/execution.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>

namespace daruma::both_worlds {
namespace {

const std::string for_real = " --on openmpi --runner '" DARUMA_RUNNER "'";

bool has_ulfm() {
  FILE* const pipe = popen("'" DARUMA_RUNNER "' about", "r");
  std::array<char, 4096> text{};
  fread(text.data(), 1, text.size() - 1, pipe);
  pclose(pipe);
  return std::string(text.data()).find("ulfm=1") != std::string::npos;
}

/// What is not as stated in one run.
std::vector<std::string> shortfalls(const std::filesystem::path& program, const Statement& statement) {
  const Execution execution = execute(program, statement.ranks, for_real);
  auto all = differences(statement, execution.observed, World::open_mpi);
  if (!execution.complaint.empty()) all.push_back(execution.complaint);
  return all;
}

class Real : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Real, DoesAsStated) {
  if (!has_ulfm()) GTEST_SKIP() << "this MPI has no ULFM; .ci/debian13 runs this test with one that has";
  const Statement statement = read_statement(text_of(GetParam()));
  auto found = shortfalls(GetParam(), statement);
  if (!found.empty() && !statement.reason_for_second_run.empty()) {
    std::printf("a second run, because %s; the first one:\n", statement.reason_for_second_run.c_str());
    for (const std::string& sentence : found) std::printf("  %s\n", sentence.c_str());
    found = shortfalls(GetParam(), statement);
  }
  EXPECT_THAT(found, testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(BothWorlds, Real, testing::ValuesIn(programs()),
                         [](const auto& program) { return program.param.stem().string(); });

} // namespace
} // namespace daruma::both_worlds
