#include "sim/results/sinks.hpp"
#include "tests/sim/results/sample.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <string>

namespace daruma::results {
namespace {

TEST(Table, LooksLikeThis) {
  EXPECT_EQ(table(small_result(), 80), R"(flood did not finish: no process was left

job    model            ranks  start_s  end_s  deaths  restarts  finished
quake  dyprc-loop      4 -> 3        0    0.1       1         1  yes
flood  dyprc-sendrecv  2 -> 0     0.02   0.08       2         0  no

metric              value
quake.finished          1
quake.makespan_s      0.1
quake.work_flop   1.5e+15
)");
}

TEST(Table, ColumnsOfNothingAreLeftOut) {
  Result result = small_result();
  result.jobs.resize(1);
  EXPECT_THAT(table(result, 80), testing::Not(testing::HasSubstr("start_s")));
  EXPECT_THAT(table(result, 80), testing::Not(testing::HasSubstr("reruns")));
  result.jobs[0].reruns = 2;
  EXPECT_THAT(table(result, 80), testing::HasSubstr("reruns"));
}

TEST(Table, MetricsStandInTheOrderOfTheirNumbersAndDetailsStayOut) {
  Result result;
  result.metrics = {
      {"a.recovery_1_s", 1}, {"a.recovery_10_s", 3}, {"a.recovery_2_s", 2}, {"a.x[n=1]", 4}, {"a.x[n=2]", 5}};
  EXPECT_EQ(table(result, 80), R"(metric           value
a.recovery_1_s       1
a.recovery_2_s       2
a.recovery_10_s      3
and 2 more in result.json
)");
}

TEST(StackTable, TellsWhoStoodWhereAndByWhichCalls) {
  Result result;
  EXPECT_EQ(stack_table(result, 80), "");
  result.stacks = {{"a", {0, 1, 2, 5}, 0, {"main at p.c:9", "MPI_Recv"}}, {"a", {3}, 1, {"run at p.c:4"}}};
  EXPECT_EQ(stack_table(result, 80), R"(job  who                  where they stood
a    processes 0-2, 5     main at p.c:9 > MPI_Recv
a    process 3, thread 1  run at p.c:4
)");
}

TEST(StackTable, IsBounded) {
  Result result;
  for (int process = 0; process < 30; ++process) {
    result.stacks.push_back({"a", {process}, 0, {}});
    for (int depth = 0; depth < 100; ++depth) result.stacks.back().calls.push_back("f" + std::to_string(depth));
  }
  const std::string text = stack_table(result, 200);
  EXPECT_THAT(text, testing::EndsWith("and 10 more in result.json\n"));
  EXPECT_THAT(text, testing::HasSubstr(
                        "process 19  f0 > f1 > f2 > f3 > 88 more > f92 > f93 > f94 > f95 > f96 > f97 > f98 > f99\n"));
}

TEST(Table, OfNothingHasItsHeads) {
  EXPECT_EQ(table(Result(), 80), "job  model  ranks  end_s  deaths  restarts  finished\n");
}

TEST(Table, OfMetricsAloneHasNoJobs) {
  Result result;
  result.metrics["utilisation"] = 0.5;
  EXPECT_EQ(table(result, 80), "metric       value\nutilisation    0.5\n");
}

TEST(Table, SaysWhatIsNotRecordedWithJobsAndWithout) {
  Result result;
  result.metrics["utilisation"] = 1;
  result.trace = "nothing of it";
  EXPECT_THAT(table(result), testing::EndsWith("\nrecorded: nothing of it\n"));
  result.jobs.emplace_back();
  EXPECT_THAT(table(result), testing::EndsWith("\nrecorded: nothing of it\n"));
}

TEST(Table, LongReasonsAreWrapped) {
  Result result = small_result();
  for (int i = 0; i < 20; ++i) result.jobs[1].reason += ", and no process was left";
  std::istringstream lines(table(result, 80));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

} // namespace
} // namespace daruma::results
