#include "sim/study/worker_pool.hpp"

#include "sim/study/replications.hpp"

#include <csignal>
#include <gmock/gmock.h>
#include <set>
#include <unistd.h>

namespace daruma::study {
namespace {

using testing::HasSubstr;

Metrics square(int i) { return {{"square", static_cast<double>(i) * i}}; }

std::vector<double> squares(const RunRange& range, RunsPerProcess runs_per_process,
                            const std::function<Metrics(int)>& run = square) {
  std::vector<double> all;
  for (const Metrics& metrics : on_all_cores(range, runs_per_process, run)) all.push_back(metrics.at("square"));
  return all;
}

std::string error_of(int count, const std::function<Metrics(int)>& run) {
  try {
    on_all_cores({0, count, 2}, RunsPerProcess::one, run);
  } catch (const WorkerError& error) { return error.what(); }
  return "none";
}

TEST(WorkerPool, ReturnsResultsInOrderWhateverTheNumberOfWorkers) {
  for (const int workers : {1, 2, 3, 16})
    for (const auto runs_per_process : {RunsPerProcess::one, RunsPerProcess::several})
      EXPECT_THAT(squares({2, 5, workers}, runs_per_process), testing::ElementsAre(4, 9, 16, 25, 36));
}

TEST(WorkerPool, RunsThatEndFirstKeepTheirPlace) {
  const auto slower_first = [](int i) {
    usleep(static_cast<useconds_t>(50000 - 10000 * i));
    return square(i);
  };
  EXPECT_THAT(squares({0, 4, 4}, RunsPerProcess::one, slower_first), testing::ElementsAre(0, 1, 4, 9));
}

TEST(WorkerPool, MakesEachRunInAProcessOfItsOwnOrManyInFew) {
  const auto processes = [](RunsPerProcess runs_per_process) {
    const auto own_number = [](int) { return Metrics{{"square", static_cast<double>(getpid())}}; };
    const auto all = squares({0, 100, 2}, runs_per_process, own_number);
    return std::set<double>(all.begin(), all.end()).size();
  };
  EXPECT_EQ(processes(RunsPerProcess::one), 100U);
  EXPECT_LT(processes(RunsPerProcess::several), 30U);
}

TEST(WorkerPool, CarriesLargeResults) {
  const std::string name(3000000, 'n');
  const auto all = on_all_cores({0, 3, 2}, RunsPerProcess::one, [&](int i) { return Metrics{{name, i * 0.1}}; });
  EXPECT_EQ(all[2].at(name), 2 * 0.1);
}

TEST(WorkerPool, NothingToDoGivesNothing) { EXPECT_TRUE(squares({0, 0, 2}, RunsPerProcess::several).empty()); }

TEST(WorkerPool, AnExceptionComesBackWithItsMessageAndTheFirstRunWins) {
  EXPECT_EQ(error_of(3,
                     [](int i) {
                       if (i > 0) throw std::runtime_error("run " + std::to_string(i));
                       return square(i);
                     }),
            "run 1");
}

TEST(WorkerPool, ACrashIsToldAsOne) {
  EXPECT_THAT(error_of(1,
                       [](int i) {
                         ::raise(SIGKILL);
                         return square(i);
                       }),
              HasSubstr("ended by a signal"));
}

TEST(WorkerPool, WhatARunThrowsComesBackInOneLine) {
  const MakeRun fails = [](const RunKey&) -> SweptRun { throw std::runtime_error("two\nlines"); };
  const auto runs = on_cores(1, RunsPerProcess::several, fails)({{0, 0}, {0, 1}});
  try {
    make_all(*runs, [](const SweptRun&) {});
    FAIL() << "no error";
  } catch (const WorkerError& error) { EXPECT_STREQ(error.what(), "two\nlines"); }
}

TEST(WorkerPool, HandsOverTheRunsThatAWorkerMadeBeforeItDied) {
  const MakeRun dies = [](const RunKey& key) -> SweptRun {
    if (key.second == 1) ::raise(SIGKILL);
    return {key, 0, "", square(key.second)};
  };
  std::set<RunKey> made;
  const auto runs = on_cores(1, RunsPerProcess::several, dies)({{0, 0}, {0, 1}, {0, 2}, {0, 3}});
  EXPECT_THROW(make_all(*runs, [&made](const SweptRun& run) { made.insert(run.key); }), WorkerError);
  EXPECT_THAT(made, testing::ElementsAre(RunKey(0, 0), RunKey(0, 2), RunKey(0, 3)));
}

} // namespace
} // namespace daruma::study
