// Centres that are queues of the textbooks. Of one-processor jobs, first come, first served, M/M/c: its mean wait is
// Erlang's; on one processor and with any law of the run times M/G/1, whose mean wait is Pollaczek's and Khinchine's.
// With urgent jobs that wait for room, and those that take it, classes of priority (Cobham 1954; Kleinrock, "Queueing
// Systems", vol. 2, 1976, sections 3.3 and 3.4, where the law of conservation is). Of malleable jobs that share all
// processors equally, processor sharing (section 4.4).
#include "sim/core/random_stream.hpp"
#include "tests/sim/batch/interval.hpp"
#include "tests/sim/batch/starts.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <functional>

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

/// Draws run times, of which the mean is 1 s.
using Law = std::function<Seconds(RandomStream&)>;

Seconds exponential(RandomStream& stream) { return stream.exponential(Seconds(1)); }
Seconds constant(RandomStream&) { return Seconds(1); }
/// Two exponentials, of which the mean square is 5 and the mean cube 72.
Seconds hyperexponential(RandomStream& stream) {
  return stream.uniform() < 0.1 ? stream.exponential(Seconds(5.5)) : stream.exponential(Seconds(0.5));
}

std::vector<Job> jobs_of(int count, double gap_s, const Law& law, std::uint64_t replication) {
  RandomStream gaps(1, replication, "gaps");
  RandomStream services(1, replication, "services");
  std::vector<Job> jobs;
  Seconds time{0};
  for (int i = 0; i < count; ++i) {
    time += gaps.exponential(Seconds(gap_s));
    const Seconds run = law(services);
    jobs.push_back({time, run, run, 1});
  }
  return jobs;
}

struct Confidence {
  int replications;
  double student; ///< two-sided, of so many less one degrees of freedom
};
constexpr Confidence of_99_percent{20, 2.861};
/// Where many means are looked at.
constexpr Confidence of_999_permille{60, 3.466};

/// The mean is inside the interval, which is narrow enough to tell anything.
void expect_mean(const std::function<double(std::uint64_t replication)>& simulated, double wanted,
                 const Confidence& confidence = of_999_permille) {
  const test::Interval interval = test::interval(confidence.replications, confidence.student, simulated);
  EXPECT_NEAR(interval.mean, wanted, interval.half_width);
  EXPECT_LT(interval.half_width, 0.1 * interval.mean) << "the interval is too wide to tell anything";
}

double mean_wait(const std::vector<Job>& jobs, const std::vector<Seconds>& starts) {
  Seconds sum{0};
  for (std::size_t i = 0; i < jobs.size(); ++i) sum += starts[i] - jobs[i].submit;
  return sum.count() / static_cast<double>(jobs.size());
}

void expect_erlang(int servers, double utilisation) {
  const auto simulated = [=](std::uint64_t replication) {
    const auto jobs = jobs_of(30000, 1 / (servers * utilisation), exponential, replication);
    return mean_wait(jobs, test::starts_of(jobs, servers, "fcfs"));
  };
  expect_mean(simulated, erlang_wait(servers, utilisation), of_99_percent);
}

TEST(Theory, WaitIsErlangsInsideA99PercentInterval) {
  expect_erlang(1, 0.5);
  expect_erlang(4, 0.7);
  expect_erlang(16, 0.8);
}

/// By the mean square of the run times.
double pollaczek_wait(double utilisation, double mean_square) {
  return utilisation * mean_square / (2 * (1 - utilisation));
}

TEST(Theory, WaitForOneProcessorIsPollaczeksAndKhinchinesForAnyLawOfRunTimes) {
  const auto expect = [](const Law& law, double mean_square) {
    constexpr double utilisation = 0.6;
    const auto simulated = [&](std::uint64_t replication) {
      const auto jobs = jobs_of(20000, 1 / utilisation, law, replication);
      return mean_wait(jobs, test::starts_of(jobs, 1, "fcfs"));
    };
    expect_mean(simulated, pollaczek_wait(utilisation, mean_square));
  };
  expect(exponential, 2);
  expect(constant, 1);
  expect(hyperexponential, 0.1 * 2 * 5.5 * 5.5 + 0.9 * 2 * 0.5 * 0.5);
}

/// On one processor the work that has come and is not done is the same at any moment, whoever is first. So is the sum
/// of each job's wait times its run time: on each course of things, not only on average.
TEST(Theory, WaitsOfAllQueuesConserveTheWorkThatIsThere) {
  const auto jobs = jobs_of(3000, 1 / 0.8, hyperexponential, 0);
  const auto conserved = [&jobs](std::string_view queue) {
    const auto starts = test::starts_of(jobs, 1, queue);
    double sum = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) sum += (starts[i] - jobs[i].submit).count() * jobs[i].run.count();
    return sum;
  };
  const double wanted = conserved("fcfs");
  double least_wait = never.count();
  for (const QueuePolicy* const queue : queue_policies()) {
    EXPECT_NEAR(conserved(queue->name), wanted, 1e-9 * wanted) << queue->name;
    least_wait = std::min(least_wait, mean_wait(jobs, test::starts_of(jobs, 1, queue->name)));
  }
  EXPECT_LT(least_wait, 0.5 * mean_wait(jobs, test::starts_of(jobs, 1, "fcfs"))) << "orders differ in all else";
}

/// The mean wait of those who are urgent, one in so many, or of the others.
std::function<double(std::uint64_t)> wait_of(bool urgent, int one_in, int servers, double utilisation,
                                             const PreemptionPolicy& policy) {
  return [=, &policy](std::uint64_t replication) {
    auto jobs = jobs_of(20000, 1 / (servers * utilisation), exponential, replication);
    RandomStream lots(1, replication, "urgent");
    for (Job& job : jobs) job.is_urgent = lots.below(static_cast<std::uint64_t>(one_in)) == 0;
    Rules rules;
    rules.nodes = servers;
    rules.queue = &queue::fcfs;
    rules.preemption = &policy;
    const History history = simulate(jobs, rules);
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (jobs[i].is_urgent != urgent) continue;
      sum += history.outcomes[i].waited.count();
      ++count;
    }
    return sum / count;
  };
}

TEST(Theory, WaitsOfUrgentJobsThatInterruptNobodyAreCobhams) {
  for (const int servers : {1, 4}) {
    constexpr double utilisation = 0.75;
    constexpr int one_in = 3;
    const double of_urgent = utilisation / one_in;
    const double until_one_ends = erlang_wait(servers, utilisation) * (1 - utilisation); // of those who run
    expect_mean(wait_of(true, one_in, servers, utilisation, preemption::wait), until_one_ends / (1 - of_urgent));
    expect_mean(wait_of(false, one_in, servers, utilisation, preemption::wait),
                until_one_ends / ((1 - of_urgent) * (1 - utilisation)));
  }
}

/// For them there is nobody else.
TEST(Theory, UrgentJobsThatTakeTheirRoomWaitForEachOtherOnly) {
  constexpr double utilisation = 0.8;
  constexpr int one_in = 2;
  expect_mean(wait_of(true, one_in, 1, utilisation, preemption::kill), erlang_wait(1, utilisation / one_in));
}

/// When one processor, as fast as all of them, has done what had come by each job, and that job's work.
Seconds end_of_one_fast_processor(const std::vector<Job>& jobs) {
  Seconds end{0};
  for (const Job& job : jobs) end = std::max(end, job.submit) + job.run;
  return end;
}

/// Jobs that can use all processors, and do with one, leave none idle while there is work: whoever gets how many, all
/// is done when one processor as fast as all of them would have done it. How long a job takes differs.
TEST(Theory, MalleableJobsDoAllWorkWhenOneFastProcessorWould) {
  constexpr int processors = 64;
  auto jobs = jobs_of(2000, 1 / 0.7, hyperexponential, 0);
  for (Job& job : jobs) {
    job.processors = job.most = processors;
    job.flexibility = Flexibility::malleable;
  }
  const double wanted = end_of_one_fast_processor(jobs).count();
  for (const MalleabilityStrategy* const strategy : malleability_strategies()) {
    Rules rules;
    rules.nodes = processors;
    rules.queue = &queue::fcfs;
    rules.strategy = strategy;
    const History history = simulate(jobs, rules);
    double end = 0;
    double used = 0;
    for (const JobOutcome& outcome : history.outcomes) {
      end = std::max(end, outcome.end.count());
      used += outcome.used.count();
    }
    EXPECT_NEAR(end, wanted, 1e-6 * wanted) << strategy->name;
    EXPECT_NEAR(history.ledger.beside_queue.count(), 0, 1e-9 * used) << strategy->name;
  }
}

} // namespace
} // namespace daruma::batch
