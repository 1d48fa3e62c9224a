// What a job has been through, and what follows from it.
#include "sim/run/job_life.hpp"

#include <gmock/gmock.h>

namespace daruma::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

scenario::Job job_of(int ranks, scenario::RecoveryStyle recovery = scenario::RecoveryStyle::shrink) {
  scenario::Job job;
  job.name = "q";
  job.ranks = ranks;
  job.recovery = recovery;
  return job;
}

/// Running since 1 s, process p on node p.
struct Running {
  explicit Running(int ranks, scenario::RecoveryStyle recovery = scenario::RecoveryStyle::shrink)
      : plan(job_of(ranks, recovery)), job(plan, 0) {
    launch(ranks);
  }
  void launch(int ranks) {
    std::vector<int> nodes;
    for (int i = 0; i < ranks; ++i) nodes.push_back(i);
    job.launch();
    job.place(0, nodes, Seconds(1));
    job.begin(Seconds(1));
  }

  scenario::Job plan;
  JobLife job;
};

TEST(JobLife, GoesFromWaitingToItsEnd) {
  const scenario::Job plan = job_of(2);
  JobLife job(plan, 0);
  EXPECT_TRUE(job.is_waiting());
  job.launch();
  job.place(0, {3, 4}, Seconds(1));
  job.begin(Seconds(1));
  EXPECT_TRUE(job.is_running());
  EXPECT_EQ(job.living(), 2);
  for (const int process : {0, 1}) {
    job.come_to_end();
    job.release(process, Seconds(5));
  }
  ASSERT_EQ(job.sequel(), Sequel::end);
  job.end(Seconds(5), "all its processes died");
  EXPECT_TRUE(job.row().finished);
  EXPECT_EQ(job.row().start, Seconds(1));
  EXPECT_EQ(job.row().end, Seconds(5));
  EXPECT_EQ(job.row().ranks_at_end, 2);
  EXPECT_EQ(job.row().reason, "");
  EXPECT_THAT(job.row().nodes, ElementsAre(3, 4));
}

TEST(JobLife, OneThatNeverStartedTookNoTime) {
  const scenario::Job plan = job_of(2);
  JobLife job(plan, 0);
  job.launch();
  job.end(Seconds(4), "no room");
  EXPECT_EQ(job.row().start, Seconds(4));
  EXPECT_EQ(job.row().end, Seconds(4));
  EXPECT_FALSE(job.row().finished);
  EXPECT_EQ(job.row().reason, "no room");
  EXPECT_THAT(job.row().nodes, IsEmpty());
}

TEST(JobLife, OneThatNeverGotItsTurnSaysSo) {
  const scenario::Job plan = job_of(2);
  JobLife job(plan, 0);
  job.break_off(Seconds(4), "the simulation came to a standstill");
  EXPECT_FALSE(job.row().finished);
  EXPECT_EQ(job.row().reason, "it was waiting for its start when the simulation came to a standstill");
  EXPECT_EQ(job.row().start, job.row().end);
}

TEST(JobLife, ADeathCountsUnlessTheJobIsBeingEnded) {
  Running running(2);
  EXPECT_TRUE(running.job.die(0, Seconds(2)));
  EXPECT_EQ(running.job.release(0, Seconds(2)), 0);
  EXPECT_EQ(running.job.died_at(0), Seconds(2));
  EXPECT_THAT(running.job.dead_on(0), ElementsAre(0));
  running.job.abort("MPI_Abort");
  EXPECT_FALSE(running.job.die(1, Seconds(2)));
  EXPECT_EQ(running.job.row().deaths, 1);
  EXPECT_EQ(running.job.died_at(1), std::nullopt);
}

TEST(JobLife, IsRunAgainOnlyIfItWasStruckAndDidNotComeToItsEnd) {
  using scenario::RecoveryStyle;
  const auto sequel = [](RecoveryStyle recovery, bool is_struck, bool has_come_to_end) {
    Running running(1, recovery);
    if (is_struck) running.job.strike();
    if (has_come_to_end) running.job.come_to_end();
    running.job.release(0, Seconds(2));
    return running.job.sequel();
  };
  EXPECT_EQ(sequel(RecoveryStyle::rerun, true, false), Sequel::rerun);
  EXPECT_EQ(sequel(RecoveryStyle::rerun, false, false), Sequel::end) << "it would only fail again";
  EXPECT_EQ(sequel(RecoveryStyle::rerun, true, true), Sequel::end);

  Running half_there(2, RecoveryStyle::rerun); // one has come to its end, the other gives up on account of a death
  half_there.job.strike();
  half_there.job.come_to_end();
  half_there.job.release(0, Seconds(2));
  half_there.job.abort_itself(1, "MPI_Barrier");
  half_there.job.release(1, Seconds(3));
  EXPECT_EQ(half_there.job.sequel(), Sequel::rerun);
  EXPECT_EQ(sequel(RecoveryStyle::shrink, true, false), Sequel::end);
}

TEST(JobLife, ANewRunForgetsWhatWasTrueOfTheLast) {
  Running running(2, scenario::RecoveryStyle::rerun);
  running.job.strike();
  for (const int process : {0, 1}) {
    running.job.die(process, Seconds(2));
    running.job.release(process, Seconds(2));
  }
  running.job.run_again();
  running.launch(1);
  EXPECT_FALSE(running.job.is_struck());
  EXPECT_EQ(running.job.living(), 1);
  EXPECT_EQ(running.job.died_at(0), std::nullopt);
  EXPECT_EQ(running.job.row().reruns, 1);
  EXPECT_EQ(running.job.row().deaths, 2) << "those of the whole life";
  EXPECT_EQ(running.job.row().start, Seconds(1)) << "the first one's";
}

TEST(JobLife, AnEvictionIsNoFailureAndWaits) {
  Running running(1);
  running.job.evict();
  EXPECT_FALSE(running.job.die(0, Seconds(2)));
  running.job.release(0, Seconds(2));
  EXPECT_EQ(running.job.sequel(), Sequel::wait_again);
}

TEST(JobLife, WhoIsPutAsideWaitsUnlessItCameToItsEnd) {
  Running left(2);
  left.job.put_aside();
  left.job.die(1, Seconds(1));
  for (const int process : {1, 0}) left.job.release(process, Seconds(2));
  EXPECT_EQ(left.job.sequel(), Sequel::wait_again);
  left.job.run_again();
  left.launch(1);
  left.job.release(0, Seconds(3));
  EXPECT_EQ(left.job.sequel(), Sequel::end) << "of another run";

  Running finished(1);
  finished.job.put_aside();
  finished.job.come_to_end();
  finished.job.release(0, Seconds(2));
  EXPECT_EQ(finished.job.sequel(), Sequel::end);

  Running dead(1);
  dead.job.put_aside();
  dead.job.die(0, Seconds(2));
  dead.job.release(0, Seconds(2));
  EXPECT_EQ(dead.job.sequel(), Sequel::end);

  Running failed(1);
  failed.job.put_aside();
  failed.job.abort_itself(0, "no");
  failed.job.release(0, Seconds(2));
  EXPECT_EQ(failed.job.sequel(), Sequel::end);
}

TEST(JobLife, TheFirstFailedExitIsTheReason) {
  Running running(2);
  running.job.fail(1, 7);
  running.job.fail(0, 3);
  for (const int process : {0, 1}) {
    running.job.come_to_end();
    running.job.release(process, Seconds(2));
  }
  running.job.end(Seconds(2), "all its processes died");
  EXPECT_FALSE(running.job.row().finished);
  EXPECT_EQ(running.job.row().reason, "process 1 ended with exit status 7");
}

TEST(JobLife, ALentCoreIsNotCountedAndNotGivenBackTwice) {
  Running running(2);
  EXPECT_TRUE(running.job.lend_core(0, Seconds(3)));
  EXPECT_FALSE(running.job.lend_core(0, Seconds(3)));
  EXPECT_EQ(running.job.cores(), 1);
  EXPECT_EQ(running.job.release(0, Seconds(5)), std::nullopt) << "others have it";
  EXPECT_EQ(running.job.release(1, Seconds(6)), 1);
  EXPECT_EQ(running.job.core_time(), Seconds(2 * 2 + 2 + 1));
}

TEST(JobLife, ProcessesMayBePlacedInAnyOrderAndNowhere) {
  Running running(2);
  running.job.place(4, {JobLife::nowhere}, Seconds(2));
  EXPECT_TRUE(running.job.is_placed(4));
  EXPECT_FALSE(running.job.is_placed(2));
  EXPECT_EQ(running.job.placed(), 3);
  EXPECT_EQ(running.job.release(4, Seconds(3)), std::nullopt);
  running.job.break_off(Seconds(4), "the run was broken off");
  EXPECT_THAT(running.job.row().nodes, ElementsAre(0, 1, -1, -1, -1));
  EXPECT_EQ(running.job.row().reason, "it was running when the run was broken off");
}

} // namespace
} // namespace daruma::run
