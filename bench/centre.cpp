// What whole logs take at a centre under each queue policy, beside a bare loop of EASY over the same jobs that knows
// neither nodes nor failures: processor time, and memory beyond the log.
//
// Without a log it makes two of the size of CEA-Curie's: 300 000 jobs on 93 312 cores, which ask for less than there is
// or for more, so that a queue of thousands builds up.
#include "sim/batch/centre.hpp"
#include "bench/easy_loop.hpp"
#include "sim/batch/centre_tables.hpp"
#include "sim/batch/job_groups.hpp"
#include "sim/batch/swf.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <malloc.h>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace daruma;

constexpr int curie_cores = 93312;

double seconds_since(std::clock_t begin) { return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC; }

/// In a process of its own, whose peak of memory begins with what there is now: an earlier one of this process, of the
/// bare loop or of reading the log, would hide all that is measured. Ends this one if that fails.
void in_child(const std::function<void()>& work) {
  malloc_trim(0); // what is free and kept would be taken by the child unseen
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    work();
    std::fflush(stdout);
    _exit(EXIT_SUCCESS);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "a measurement failed\n");
    std::exit(EXIT_FAILURE);
  }
}

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

/// Sizes log-uniform to 16 384 cores, run times lognormal around ten minutes, limits up to eight times as long.
std::vector<batch::Job> synthetic_jobs(double load) {
  constexpr int count = 300000;
  constexpr double longest = 86400;
  RandomStream random(1, 0, "bench/centre");
  std::vector<batch::Job> jobs(count);
  double work = 0;
  for (batch::Job& job : jobs) {
    job.processors = static_cast<int>(std::exp2(14 * random.uniform()));
    job.run = Seconds(std::ceil(std::min(longest, random.lognormal(Seconds(600), 1.8).count())));
    job.limit = Seconds(std::ceil(job.run.count() * (1 + 7 * random.uniform())));
    job.account.user = static_cast<int>(1 + random.below(500));
    work += job.processors * job.run.count();
  }
  const Seconds gap(work / count / (load * curie_cores));
  Seconds time{0};
  for (batch::Job& job : jobs) job.submit = Seconds(std::floor((time += random.exponential(gap)).count()));
  return jobs;
}

std::vector<Seconds> starts_of(const batch::History& history) {
  std::vector<Seconds> starts;
  starts.reserve(history.outcomes.size());
  for (const auto& outcome : history.outcomes) starts.push_back(outcome.start);
  return starts;
}

/// The loop that is compared with.
struct Bare {
  std::vector<Seconds> starts;
  double time_s;
};

/// What it takes to leave the tables behind, too.
void compare_tables(const std::vector<batch::Job>& jobs, const batch::Rules& rules) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= jobs.size(); ++i) names.push_back(std::to_string(i));
  const double before = peak_bytes();
  const std::clock_t begin = std::clock();
  batch::CentreTables tables(jobs, names, "log.swf");
  const batch::History history = batch::simulate(jobs, rules, nullptr, &tables);
  double bytes = 0;
  for (const auto& [name, table] : tables.take())
    table.read([&bytes](std::string_view part) { bytes += static_cast<double>(part.size()); });
  batch::groups_table(jobs, history, rules.cores, rules.partitions).read([&bytes](std::string_view part) {
    bytes += static_cast<double>(part.size());
  });
  std::printf("%-16s %8.2f s  %6.1f MB of tables, %4.0f B a job\n", "  with tables", seconds_since(begin), 1e-6 * bytes,
              (peak_bytes() - before) / static_cast<double>(jobs.size()));
}

/// One policy on its own.
void compare_policy(const batch::QueuePolicy& policy, const std::vector<batch::Job>& jobs, const batch::Rules& rules,
                    const Bare& bare) {
  const double before = peak_bytes();
  const std::clock_t begin = std::clock();
  const batch::History history = batch::simulate(jobs, rules);
  const double time_s = seconds_since(begin);
  std::printf("%-16s %8.2f s  %6.2f of the bare loop's, %4.0f B a job%s\n", policy.name.data(), time_s,
              time_s / bare.time_s, (peak_bytes() - before) / static_cast<double>(jobs.size()),
              policy.name != "easy"               ? ""
              : starts_of(history) == bare.starts ? ", the same starts"
                                                  : ", OTHER STARTS");
}

void compare(const std::vector<batch::Job>& jobs, int nodes, int cores, std::string_view only) {
  std::printf("%zu jobs on %d nodes of %d cores\n", jobs.size(), nodes, cores);
  const std::clock_t begin = std::clock();
  Bare bare{bench::easy_loop(jobs, nodes * cores), 0};
  bare.time_s = seconds_since(begin);
  std::printf("%-16s %8.2f s\n", "bare EASY loop", bare.time_s);
  for (const auto* policy : batch::queue_policies()) {
    if (!only.empty() && only != policy->name) continue;
    batch::Rules rules;
    rules.nodes = nodes;
    rules.cores = cores;
    rules.queue = policy;
    in_child([&] { compare_policy(*policy, jobs, rules, bare); });
    if (rules.queue == &batch::queue::easy) in_child([&] { compare_tables(jobs, rules); });
  }
}

std::vector<batch::Job> logged_jobs(const char* path) {
  std::vector<batch::Job> jobs;
  try {
    for (const auto& job : batch::read_swf(path).jobs) jobs.push_back(batch::as_logged(job));
  } catch (const batch::LogError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::exit(2);
  }
  return jobs;
}

} // namespace

int main(int count, char** words) {
  if (count == 4 || count == 5) {
    compare(logged_jobs(words[1]), std::atoi(words[2]), std::atoi(words[3]), count == 5 ? words[4] : "");
  } else if (count <= 2) {
    for (const double load : {0.95, 1.05}) {
      std::printf("load %.2f: ", load);
      const std::vector<batch::Job> jobs = synthetic_jobs(load);
      for (const int cores : {1, 16}) compare(jobs, curie_cores / cores, cores, count == 2 ? words[1] : "");
    }
  } else {
    std::fprintf(stderr, "usage: bench_centre [POLICY] | LOG.swf[.gz] NODES CORES [POLICY]\n");
    return 2;
  }
}
