// The file system that a centre's jobs share, against a naive one, theory, and schedules by hand.
#include "sim/batch/centre_tables.hpp"
#include "sim/batch/file_system.hpp"
#include "sim/batch/pieces.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/results/centre_rows.hpp"
#include "tests/sim/batch/centre_run.hpp"
#include "tests/sim/batch/interval.hpp"
#include "tests/sim/batch/mixed_centre.hpp"
#include "tests/sim/batch/naive_file_system.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

namespace daruma::batch {
namespace {

using test::job;
using test::NaiveJob;

StorageRates rates_of(double link, double file_system, double latency_s = 0) {
  return {BytesPerSecond(1e9), BytesPerSecond(link), BytesPerSecond(file_system), Seconds(latency_s)};
}

/// When each of the jobs' only transfers ends.
std::vector<double> ends_of(const std::vector<NaiveJob>& jobs, int cores, const StorageRates& rates) {
  FileSystem shared(rates, cores);
  std::vector<double> ends(jobs.size(), -1);
  std::vector<std::size_t> by_begin(jobs.size());
  std::iota(by_begin.begin(), by_begin.end(), 0);
  std::sort(by_begin.begin(), by_begin.end(), [&](auto a, auto b) { return jobs[a].begin_s < jobs[b].begin_s; });
  auto next = by_begin.begin();
  while (next != by_begin.end() || shared.next() < never) {
    const double begin_s = next == by_begin.end() ? never.count() : jobs[*next].begin_s;
    if (begin_s < shared.next().count()) {
      shared.begin(*next, jobs[*next].processes, Bytes(jobs[*next].phases[0].of_each), Seconds(begin_s));
      ++next;
      continue;
    }
    const double now_s = shared.next().count();
    if (const auto ended = shared.step()) ends[*ended] = now_s;
  }
  return ends;
}

TEST(FileSystem, IsSharedAsANaiveOneIs) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomStream random(seed, 0, "transfers");
    const StorageRates rates = rates_of(1 + static_cast<double>(random.below(20)),
                                        1 + static_cast<double>(random.below(100)), seed % 3 == 0 ? 0.7 : 0);
    const auto cores = static_cast<int>(1 + random.below(8));
    std::vector<NaiveJob> jobs;
    for (int i = 0; i < 30; ++i)
      jobs.push_back({random.uniform() * 50,
                      static_cast<int>(1 + random.below(20)),
                      {{rates.file_system_latency.count(), 1 + 20 * random.uniform()}}});
    const std::vector<double> wanted = naive_ends(jobs, cores, rates);
    const std::vector<double> ends = ends_of(jobs, cores, rates);
    for (std::size_t i = 0; i < jobs.size(); ++i)
      EXPECT_NEAR(ends[i], wanted[i], 1e-9 * wanted[i]) << "seed " << seed << ", job " << i;
  }
}

TEST(FileSystem, IsAsFastForWhoIsAloneAsACopyTogether) {
  for (const int processes : {1, 3, 4, 9, 100}) {
    const StorageRates rates = rates_of(10, 35, 0.25);
    const std::vector<double> ends = ends_of({{5, processes, {{0.25, 70}}}}, 4, rates);
    const Seconds alone = copy_together(CheckpointPlace::file_system, Bytes(70), processes, 4, rates);
    EXPECT_NEAR(ends[0], 5 + alone.count(), 1e-12);
  }
}

TEST(FileSystem, TellsWhatWasLeftOfATransferThatIsCalledOff) {
  FileSystem shared(rates_of(10, 4, 1), 1);
  shared.begin(7, 2, Bytes(10), Seconds(0));
  EXPECT_EQ(shared.withdraw(8, Seconds(0.5)), std::nullopt);
  EXPECT_EQ(shared.withdraw(7, Seconds(0.5)), Bytes(10)) << "its latency was not over";
  EXPECT_EQ(shared.next(), never);
  shared.begin(7, 2, Bytes(10), Seconds(1));
  shared.begin(9, 2, Bytes(10), Seconds(2));
  EXPECT_EQ(shared.next(), Seconds(2)) << "the first one's latency is over";
  EXPECT_EQ(shared.step(), std::nullopt);
  EXPECT_EQ(shared.step(), std::nullopt) << "now the second one's is";
  EXPECT_EQ(shared.withdraw(7, Seconds(5)), Bytes(10 - 2 - 2)) << "2 B/s alone for a second, half of that for two";
  EXPECT_EQ(shared.next(), Seconds(5 + 4)) << "the other has 8 bytes to come";
}

TEST(FileSystem, KnowsWhatWasMovedAndWhatWasWanted) {
  // A job of one process may take a byte a second, one of six all four that the file system has.
  FileSystem shared(rates_of(1, 4), 1);
  shared.begin(1, 1, Bytes(100), Seconds(0));
  EXPECT_EQ(shared.traffic(Seconds(2)).moved, Bytes(2));
  EXPECT_EQ(shared.traffic(Seconds(2)).wanted, Bytes(2)) << "it is alone";
  shared.begin(2, 6, Bytes(100), Seconds(2));
  EXPECT_DOUBLE_EQ(shared.traffic(Seconds(3)).moved.value(), 2 + 4);
  EXPECT_DOUBLE_EQ(shared.traffic(Seconds(3)).wanted.value(), 2 + 1 + 4);
  shared.withdraw(1, Seconds(3));
  shared.withdraw(2, Seconds(4));
  EXPECT_DOUBLE_EQ(shared.traffic(Seconds(9)).moved.value(), 2 + 4 + 4);
  EXPECT_DOUBLE_EQ(shared.traffic(Seconds(9)).wanted.value(), 2 + 5 + 4);
}

TEST(Pieces, AreAllOfAJob) {
  const Pieces pieces = pieces_of(Seconds(100), Seconds(10), Seconds(5), Seconds(30));
  EXPECT_EQ(first_piece(pieces), 0U);
  EXPECT_EQ(last_piece(pieces), 6U) << "input, 30 s of work, output, 30 s, output, 15 s, output";
  std::vector<double> lengths;
  for (std::size_t piece = 0; piece <= last_piece(pieces); ++piece) lengths.push_back(length(pieces, piece).count());
  EXPECT_THAT(lengths, testing::ElementsAre(10, 30, 5, 30, 5, 15, 5));
  EXPECT_EQ(kind_of(0), PieceKind::input);
  EXPECT_EQ(kind_of(5), PieceKind::work);
  EXPECT_EQ(kind_of(6), PieceKind::output);
}

TEST(Pieces, AreWorkAloneWithoutInputAndOutput) {
  const Pieces pieces = pieces_of(Seconds(100), Seconds(0), Seconds(0), never);
  EXPECT_EQ(first_piece(pieces), 1U);
  EXPECT_EQ(last_piece(pieces), 1U);
  EXPECT_EQ(length(pieces, 1), Seconds(100));
}

TEST(Pieces, AreAsMuchSmallerAsTheyMustForTheJobsTime) {
  const Pieces pieces = pieces_of(Seconds(10), Seconds(30), Seconds(10), Seconds(1));
  EXPECT_EQ(pieces.share, 0.25);
  EXPECT_EQ(length(pieces, 0), Seconds(7.5));
  EXPECT_EQ(last_piece(pieces), 2U);
  EXPECT_EQ(length(pieces, 1), Seconds(0));
  EXPECT_EQ(length(pieces, 2), Seconds(2.5));
}

TEST(Pieces, ComeToTheWholeForAnyNumbers) {
  RandomStream random(3, 0, "pieces");
  for (int i = 0; i < 1000; ++i) {
    const Pieces pieces = pieces_of(Seconds(1 + 100 * random.uniform()), Seconds(30 * random.uniform()),
                                    Seconds(0.1 + 10 * random.uniform()), Seconds(0.1 + 40 * random.uniform()));
    Seconds sum{0};
    for (std::size_t piece = first_piece(pieces); piece <= last_piece(pieces); ++piece) {
      EXPECT_GE(length(pieces, piece), Seconds(-1e-12));
      sum += length(pieces, piece);
    }
    EXPECT_NEAR(sum.count(), pieces.run.count(), 1e-9);
  }
}

/// A centre of nodes of one core, of which each process moves a byte a second alone.
Rules shared_centre(int nodes, double bytes_per_second) {
  Rules rules = test::rules_of(nodes, "restart");
  rules.costs.rates = rates_of(1, bytes_per_second);
  return rules;
}

TEST(SharedFileSystem, LetsWhoIsAloneTakeAsLongAsTheLogSays) {
  Rules rules = shared_centre(4, 2);
  rules.io = scenario::CentreIo{Bytes(3), Bytes(2), Seconds(10)};
  const History history = simulate({job(5, 100, 4), job(200, 4, 1)}, rules);
  EXPECT_DOUBLE_EQ(history.outcomes[0].end.count(), 105);
  EXPECT_DOUBLE_EQ(history.outcomes[1].end.count(), 204) << "less than its input and output take";
  EXPECT_NEAR(history.ledger.file_system.count(), 0, 1e-9);
  EXPECT_NEAR(history.ledger.finished.count(), 404, 1e-9);
  EXPECT_NEAR((history.file_system.took / history.file_system.alone), 1, 1e-12);
}

TEST(SharedFileSystem, MakesThoseWaitThatWriteTogether) {
  // Two processes at once have a byte a second each, four half of that. Both jobs read until 8 s in the place of 4 s,
  // work for 6 s, and write until 18 s in the place of 12 s.
  Rules rules = shared_centre(4, 2);
  rules.io = scenario::CentreIo{Bytes(4), Bytes(2)};
  const History history = simulate({job(0, 12, 2), job(0, 12, 2)}, rules);
  EXPECT_EQ(history.outcomes[0].end, Seconds(8 + 6 + 4));
  EXPECT_EQ(history.outcomes[1].end, Seconds(18));
  EXPECT_EQ(history.ledger.file_system, Seconds(2 * 2 * 6));
  EXPECT_EQ(history.ledger.finished, Seconds(2 * 2 * 12));
  EXPECT_EQ(history.file_system.transfers, 4);
  EXPECT_EQ(history.file_system.moved, Bytes(2 * 2 * 6));
  EXPECT_EQ(history.file_system.took / history.file_system.alone, 2);
}

TEST(SharedFileSystem, IsSharedByCheckpointsAndOutput) {
  // The first saves from 10 s on, the second writes from 11 s on: until 13 s in the place of 12 s each.
  Rules rules = test::with_period(shared_centre(4, 2), 10);
  rules.costs.state = Bytes(2);
  rules.io = scenario::CentreIo{Bytes(0), Bytes(1)};
  const History history = simulate({job(0, 16, 2), job(2, 10, 2)}, rules);
  EXPECT_EQ(history.outcomes[0].end, Seconds(13 + 6)) << "its last second is output";
  EXPECT_EQ(history.outcomes[1].end, Seconds(13));
  EXPECT_EQ(history.ledger.checkpoints, Seconds(2 * 3));
  EXPECT_EQ(history.ledger.file_system, Seconds(2));
}

TEST(SharedFileSystem, TransfersThatAFailureCallsOffLetOthersGoOn) {
  // Both save from 10 s on. Node 0 fails at 12 s: the other has a byte to come, and is through at 13 s; the first has
  // nothing saved and starts again.
  Rules rules = test::with_period(shared_centre(4, 2), 10);
  rules.costs.state = Bytes(2);
  const History history = simulate({job(0, 15, 2), job(0, 15, 2)}, rules, list_faults({{Seconds(12), 0, Seconds(1)}}));
  EXPECT_EQ(history.outcomes[1].end, Seconds(13 + 5));
  EXPECT_EQ(history.outcomes[0].end, Seconds(13 + 10 + 2 + 5));
  EXPECT_EQ(history.ledger.failure, Seconds(2 * 10));
  EXPECT_EQ(history.ledger.checkpoints, Seconds(2 * 2 + 2 * 3 + 2 * 2));
}

TEST(SharedFileSystem, IsWaitedForByWhoLoadsAndByWhoIsPreempted) {
  // The urgent job comes at 20 s, has the nodes that the first one leaves after saving for 2 s, and reads for 4 s.
  Rules rules = shared_centre(2, 2);
  rules.costs.state = Bytes(2);
  rules.preemption = &preemption::preempt;
  rules.io = scenario::CentreIo{Bytes(4), Bytes(0)};
  Job urgent = job(20, 10, 2);
  urgent.is_urgent = true;
  const History history = simulate({job(0, 30, 2), urgent}, rules);
  EXPECT_EQ(history.outcomes[1].start, Seconds(22));
  EXPECT_EQ(history.outcomes[1].end, Seconds(32));
  EXPECT_EQ(history.outcomes[0].end, Seconds(32 + 2 + 10));
  EXPECT_EQ(history.ledger.urgent, Seconds(2 * (2 + 2)));
}

/// Times alone and transfers of a job that nothing befalls.
std::vector<test::NaivePhase> phases_of(double run, double alone_of_byte, const scenario::CentreIo& io, double state,
                                        double period) {
  const double share = std::min(1.0, run / ((io.input + io.output).value() * alone_of_byte));
  const double output = io.output.value() * share;
  std::vector<test::NaivePhase> phases{{0, io.input.value() * share}};
  double work = run - (io.input.value() * share + output) * alone_of_byte;
  double until_save = period;
  double until_output = io.every.count();
  do {
    const bool is_last_output = until_output + output * alone_of_byte >= work;
    const double until_next = is_last_output ? work : until_output;
    if (until_save < until_next) {
      phases.push_back({until_save, state});
      work -= until_save;
      until_output -= until_save;
      until_save = period;
      continue;
    }
    phases.push_back({until_next, output});
    work -= until_next + (is_last_output ? 0 : output * alone_of_byte);
    until_save -= until_next;
    until_output = io.every.count();
  } while (work > 0);
  return phases;
}

TEST(SharedFileSystem, LetsJobsEndAsANaiveOneDoes) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RandomStream random(seed, 0, "jobs that share");
    Rules rules = test::with_period(shared_centre(1000, 6 + 10 * random.uniform()), 5 + 10 * random.uniform());
    rules.costs.state = Bytes(1 + random.uniform());
    rules.io = scenario::CentreIo{Bytes(3 * random.uniform()), Bytes(0.1 + random.uniform()),
                                  Seconds(4 + 10 * random.uniform())};
    std::vector<Job> jobs;
    std::vector<NaiveJob> naive;
    for (int i = 0; i < 20; ++i) {
      const auto processors = static_cast<int>(1 + random.below(12));
      const double submit_s = 40 * random.uniform();
      jobs.push_back(job(submit_s, 1 + 80 * random.uniform(), processors));
    }
    std::sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.submit < b.submit; });
    for (const Job& one : jobs) {
      const double alone = std::max(1.0, one.processors / rules.costs.rates.file_system.value());
      naive.push_back(
          {one.submit.count(), one.processors,
           phases_of(one.run.count(), alone, *rules.io, rules.costs.state.value(), rules.costs.period.count())});
    }
    const std::vector<double> wanted = naive_ends(naive, 1, rules.costs.rates);
    const History history = simulate(jobs, rules);
    for (std::size_t i = 0; i < jobs.size(); ++i)
      EXPECT_NEAR(history.outcomes[i].end.count(), wanted[i], 1e-6) << "seed " << seed << ", job " << i;
  }
}

/// Kleinrock, "Queueing Systems", vol. 2, section 4.4: where service is shared equally, the mean response is the mean
/// service over what is left of the server, whatever the law of the services.
TEST(SharedFileSystem, IsAProcessorSharingQueueOfWhoOnlyReads) {
  constexpr double load = 0.7;
  for (const double mixed : {0.0, 0.5, 1.0}) {
    const auto mean_response = [=](std::uint64_t replication) {
      RandomStream random(9, replication, "readers");
      Rules rules = shared_centre(2000, 1);
      rules.io = scenario::CentreIo{Bytes(1e6), Bytes(0)};
      std::vector<Job> jobs;
      double time_s = 0;
      for (int i = 0; i < 20000; ++i) {
        time_s += random.exponential(Seconds(1 / load)).count();
        const bool is_drawn = random.uniform() < mixed;
        const double drawn_s = random.exponential(Seconds(1)).count();
        jobs.push_back(job(time_s, is_drawn ? drawn_s : 1, 1));
      }
      const History history = simulate(jobs, rules);
      double sum = 0;
      for (const JobOutcome& outcome : history.outcomes) sum += (outcome.end - outcome.submit).count();
      return sum / static_cast<double>(jobs.size());
    };
    const test::Interval interval = test::interval(20, 3.883, mean_response); // 99.9 %
    EXPECT_NEAR(interval.mean, 1 / (1 - load), interval.half_width);
    EXPECT_LT(interval.half_width, 0.1 * interval.mean);
  }
}

class TimeOfASharedFileSystem : public testing::TestWithParam<test::Policies> {};

/// By what the series tells of the bandwidth's use over time.
double moved_by_series(const std::vector<Job>& jobs, const Rules& rules, std::uint64_t seed) {
  const std::vector<std::string> names(jobs.size(), "1");
  CentreTables tables(jobs, names, "made", {}, {}, rules.costs.rates.file_system);
  simulate(jobs, rules, list_faults(test::mixed_faults(seed)), &tables);
  auto all = tables.take();
  all["groups.csv"] << "by\n";
  const auto states = results::centre_rows(all).states;
  double moved = 0;
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    EXPECT_LE(states[i].file_system_use, states[i].file_system_demand + 1e-9);
    moved += states[i].file_system_use * (states[i + 1].time_s - states[i].time_s);
  }
  return moved * rules.costs.rates.file_system.value();
}

TEST_P(TimeOfASharedFileSystem, ComesToAllOfIt) {
  Rules rules = test::rules_of(GetParam());
  rules.costs.rates = rates_of(4, 30, 0.1);
  rules.io = scenario::CentreIo{Bytes(2), Bytes(1), Seconds(2.5)};
  double called_off = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const std::vector<Job> jobs = test::mixed_jobs(seed);
    const History history = simulate(jobs, rules, list_faults(test::mixed_faults(seed)));
    Seconds last{0};
    for (const JobOutcome& outcome : history.outcomes) {
      EXPECT_NE(outcome.fate, JobOutcome::Fate::pending);
      last = std::max(last, outcome.end);
    }
    const Seconds all = (last - jobs.front().submit) * test::nodes_of_mixed * test::cores_of_mixed;
    EXPECT_NEAR(sum(history.ledger).count(), all.count(), 1e-12 * all.count()) << "seed " << seed;
    EXPECT_GT(history.ledger.file_system, Seconds(0));
    EXPECT_GE(history.file_system.took, history.file_system.alone);
    EXPECT_LE(history.file_system.moved / (rules.costs.rates.file_system * last), 1);
    EXPECT_NEAR(moved_by_series(jobs, rules, seed), history.file_system.moved.value(),
                1e-9 * history.file_system.moved.value());
    for (const JobOutcome& outcome : history.outcomes) called_off += outcome.interruptions;
  }
  EXPECT_GT(called_off, 50) << "or nothing much was tested";
}

INSTANTIATE_TEST_SUITE_P(Policies, TimeOfASharedFileSystem, testing::ValuesIn(test::all_pairs()));

/// Two nodes of a core, and two jobs of 12 s at once.
class CentreWithIo : public testing::Test {
protected:
  CentreWithIo() {
    scenario_.machine.nodes = 2;
    scenario_.machine.cores = 1;
    scenario_.machine.link.bandwidth = BytesPerSecond(1);
    scenario_.machine.file_system = BytesPerSecond(1);
    scenario_.centre.emplace().log = folder_.path() / "jobs.swf";
    std::ofstream(scenario_.centre->log) << "1 0 -1 12 1 -1 -1 1 12 -1 1 1 1 1 1 -1 -1 -1\n"
                                            "2 0 -1 12 1 -1 -1 1 12 -1 1 1 1 1 1 -1 -1 -1\n";
  }

  std::string objection() const {
    try {
      test::result_of(scenario_);
    } catch (const scenario::ScenarioError& error) { return error.what(); }
    return "";
  }

  TemporaryFolder folder_;
  scenario::Scenario scenario_;
};

TEST_F(CentreWithIo, TellsWhatOthersOnTheFileSystemCost) {
  scenario_.centre->io = scenario::CentreIo{Bytes(4), Bytes(2)};
  const results::Result result = test::result_of(scenario_);
  EXPECT_EQ(result.metrics.at("makespan_s"), 18);
  EXPECT_DOUBLE_EQ(result.metrics.at("lost_to_file_system_node_h"), 2 * 6 / 3600.0);
  EXPECT_EQ(result.metrics.at("file_system_transfers"), 4);
  EXPECT_DOUBLE_EQ(result.metrics.at("file_system_use"), 12 / 18.0);
  EXPECT_DOUBLE_EQ(result.metrics.at("mean_stretch_by_file_system"), 2);
}

TEST_F(CentreWithIo, TellsHowTheFileSystemWasUsedOverTime) {
  // A hundred times as long, each reads until 800 s and writes from 1400 s on, as both want all of the bandwidth.
  std::ofstream(scenario_.centre->log) << "1 0 -1 1200 1 -1 -1 1 1200 -1 1 1 1 1 1 -1 -1 -1\n"
                                          "2 0 -1 1200 1 -1 -1 1 1200 -1 1 1 1 1 1 -1 -1 -1\n";
  scenario_.centre->io = scenario::CentreIo{Bytes(400), Bytes(200)};
  std::vector<std::tuple<double, double, double>> told;
  for (const auto& state : results::centre_rows(test::result_of(scenario_).tables).states)
    told.emplace_back(state.time_s, state.file_system_use, state.file_system_demand);
  EXPECT_THAT(told, testing::ElementsAre(std::tuple(0, 1, 2), std::tuple(800, 0, 0), std::tuple(1400, 1, 2),
                                         std::tuple(1800, 0, 0)));
  scenario_.centre->io.reset();
  EXPECT_EQ(results::centre_rows(test::result_of(scenario_).tables).states.size(), 2U) << "nobody uses it";
}

TEST_F(CentreWithIo, RefusesMoreTransfersThanAnybodyWaitsFor) {
  scenario_.centre->io = scenario::CentreIo{Bytes(0), Bytes(1), Seconds(1e-8)};
  EXPECT_THAT(objection(),
              testing::HasSubstr("/centre/io/every: makes 2.4e+09 outputs; at most 100000000 are simulated"));
  scenario_.centre->io.reset();
  scenario_.centre->on_failure = "restart";
  scenario_.failures.emplace().list = {{Seconds(1e6), 0}};
  scenario_.centre->checkpoint =
      scenario::CentreCheckpoint{Bytes(1), CheckpointPlace::file_system, PeriodRule::fixed, Seconds(1e-8)};
  EXPECT_THAT(objection(), testing::HasSubstr("/centre/checkpoint/period: makes 2.4e+09 checkpoints"));
}

TEST_F(CentreWithIo, SaysWhyNobodyWritesPeriodicCheckpoints) {
  const auto told = [this] {
    std::string texts;
    for (const results::Event& row : test::result_of(scenario_).events)
      if (row.kind == "checkpoint") texts += row.text;
    return texts;
  };
  scenario_.centre->checkpoint =
      scenario::CentreCheckpoint{Bytes(1), CheckpointPlace::file_system, PeriodRule::fixed, Seconds(5)};
  EXPECT_EQ(told(), "none are written periodically: with \"rerun\" nobody would go on from one");
  scenario_.centre->on_failure = "restart";
  EXPECT_EQ(told(), "none are written periodically: nothing fails");
  scenario_.failures.emplace().list = {{Seconds(1e6), 0}};
  EXPECT_EQ(told(), "");
  scenario_.centre->checkpoint->rule = PeriodRule::none;
  scenario_.failures.reset();
  EXPECT_EQ(told(), "") << "no period was asked for";
}

} // namespace
} // namespace daruma::batch
