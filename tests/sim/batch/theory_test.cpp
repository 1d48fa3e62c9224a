// A centre of one-processor jobs, first come, first served, is the queue M/M/c: its mean wait is Erlang's.
#include "sim/core/random_stream.hpp"
#include "tests/sim/batch/starts.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

namespace daruma::batch {
namespace {

/// Mean wait over mean service time: Erlang C / (c (1 - utilisation)).
double erlang_wait(int servers, double utilisation) {
  const double load = servers * utilisation;
  double blocked = 1; // Erlang B, by recursion over servers
  for (int n = 1; n <= servers; ++n) blocked = load * blocked / (n + load * blocked);
  const double waits = blocked / (1 - utilisation * (1 - blocked));
  return waits / (servers * (1 - utilisation));
}

TEST(Theory, ErlangOfOneServerIsTheTextbooks) { EXPECT_DOUBLE_EQ(erlang_wait(1, 0.5), 1.0); }

double simulated_wait(int servers, double utilisation, std::uint64_t replication) {
  constexpr int count = 30000;
  RandomStream gaps(1, replication, "gaps");
  RandomStream services(1, replication, "services");
  std::vector<Job> jobs;
  Seconds time{0};
  for (int i = 0; i < count; ++i) {
    time += gaps.exponential(Seconds(1 / (servers * utilisation)));
    const Seconds run = services.exponential(Seconds(1));
    jobs.push_back({time, run, run, 1});
  }
  const std::vector<Seconds> starts = test::starts_of(jobs, servers, "fcfs");
  Seconds sum{0};
  for (std::size_t i = 0; i < jobs.size(); ++i) sum += starts[i] - jobs[i].submit;
  return sum.count() / count;
}

void expect_erlang(int servers, double utilisation) {
  constexpr int replications = 20;
  constexpr double student_99 = 2.861; // two-sided, 19 degrees of freedom
  std::vector<double> waits;
  for (std::uint64_t i = 0; i < replications; ++i) waits.push_back(simulated_wait(servers, utilisation, i));
  const double mean = std::accumulate(waits.begin(), waits.end(), 0.0) / replications;
  double squares = 0;
  for (const double wait : waits) squares += (wait - mean) * (wait - mean);
  const double half_width = student_99 * std::sqrt(squares / (replications - 1) / replications);
  EXPECT_NEAR(mean, erlang_wait(servers, utilisation), half_width);
  EXPECT_LT(half_width, 0.1 * mean) << "the interval is too wide to tell anything";
}

TEST(Theory, WaitIsErlangsInsideA99PercentInterval) {
  expect_erlang(1, 0.5);
  expect_erlang(4, 0.7);
  expect_erlang(16, 0.8);
}

} // namespace
} // namespace daruma::batch
