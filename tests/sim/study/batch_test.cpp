#include "sim/study/batch.hpp"
#include "sim/study/worker_pool.hpp"

#include <array>
#include <cmath>
#include <csignal>
#include <gmock/gmock.h>
#include <limits>
#include <map>
#include <unistd.h>

namespace daruma::study {
namespace {

std::vector<SweptRun> carried_out(const MakeRun& make, int count) {
  std::map<RunKey, SweptRun> runs;
  Progress progress;
  Batch batch({[&] {
                 std::vector<RunKey> missing;
                 for (int i = 0; i < count; ++i)
                   if (runs.count({0, i}) == 0) missing.emplace_back(0, i);
                 return missing;
               },
               [&](const std::vector<SweptRun>& more) {
                 for (const SweptRun& run : more) runs[run.key] = run;
               },
               on_cores(2, RunsPerProcess::one, make)},
              progress);
  while (!batch.is_done_within(Seconds(1))) {}
  std::vector<SweptRun> all;
  for (auto& [key, run] : runs) all.push_back(run);
  return all;
}

SweptRun square_of(const RunKey& key) { return {key, 7, "", {{"square", key.second * key.second}}}; }

TEST(Batch, MakesEveryRun) {
  const auto runs = carried_out(square_of, 5);
  ASSERT_EQ(runs.size(), 5U);
  EXPECT_EQ(runs[4].metrics.at("square"), 16);
  EXPECT_EQ(runs[4].seed, 7U);
}

TEST(Batch, MakesARunWhoseProcessWasKilledOnceMore) {
  std::array<int, 2> tokens{};
  ASSERT_EQ(pipe(tokens.data()), 0);
  ASSERT_EQ(write(tokens[1], "x", 1), 1); // who takes it, dies
  close(tokens[1]);
  const auto dies_once = [&](const RunKey& key) {
    char token = 0;
    if (key.second == 1 && read(tokens[0], &token, 1) == 1) raise(SIGKILL);
    return square_of(key);
  };
  EXPECT_EQ(carried_out(dies_once, 3).size(), 3U);
}

TEST(Batch, GivesUpARunThatHasNoResultHoweverOftenItIsMade) {
  const auto always_dies = [](const RunKey& key) {
    if (key.second == 1) raise(SIGKILL);
    return square_of(key);
  };
  try {
    carried_out(always_dies, 3);
    FAIL() << "no error";
  } catch (const WorkerError& error) {
    EXPECT_STREQ(error.what(), "1 of the runs had no result, 3 times: a simulation was ended by a signal: Killed");
  }
}

TEST(Batch, TextBringsEveryNumberBackAsItWas) {
  const SweptRun run{{3, 4}, std::numeric_limits<std::uint64_t>::max(), "a \"deadlock\"\n", {{"x", 0.1}, {"y", 1e300}}};
  const auto back = read_run(write_run(run));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->key, run.key);
  EXPECT_EQ(back->seed, run.seed);
  EXPECT_EQ(back->problem, run.problem);
  EXPECT_EQ(back->metrics, run.metrics);
  EXPECT_TRUE(std::isnan(read_run(write_run({{}, 0, "", {{"x", std::nan("")}}}))->metrics.at("x")));
  EXPECT_FALSE(read_run(write_run(run).substr(0, 40)));
  EXPECT_FALSE(read_run("{}"));
}

} // namespace
} // namespace daruma::study
