// The Falanx paper's own program, compiled by `daruma cc` as it stands.
#include "tests/program/falanx_sample.hpp"

#include <gmock/gmock.h>

namespace daruma::program::test {
namespace {

using testing::ElementsAre;

TEST(FalanxSample, RunsAsThePaperPrintsIt) {
  const Workbench bench;
  put_falanx(bench, falanx_sample(), "", "");
  EXPECT_THAT(output_of(bench, ""), ElementsAre("20000 results, 0 wrong"));
}

TEST(FalanxSample, SubmitsAgainWhatItsWorkersLose) {
  const Workbench bench;
  put_falanx(bench, falanx_sample("400"),
             R"({"at": "10ms", "kill": "p", "ranks": [9, 20, 3]}, {"at": "20ms", "kill": "p", "ranks": [8]})", "");
  EXPECT_THAT(output_of(bench, ""), ElementsAre("800 results, 0 wrong"));
}

} // namespace
} // namespace daruma::program::test
