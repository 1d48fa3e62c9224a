#include "sim/batch/urgent_jobs.hpp"

#include "sim/core/random_stream.hpp"

#include <algorithm>

namespace daruma::batch {

namespace {

bool is_one_of(int number, const std::vector<int>& chosen) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), number) != chosen.end();
}

bool is_among(const LoggedJob& job, const scenario::LoggedChoice& choice) {
  return is_one_of(job.account.user, choice.users) && is_one_of(job.group, choice.groups) &&
         is_one_of(job.application, choice.applications) && is_one_of(job.account.qos, choice.queues) &&
         is_one_of(job.account.partition, choice.partitions);
}

std::vector<Seconds> times_of(const scenario::UrgentJobs& urgent, Seconds last, RandomStream gaps) {
  if (urgent.gap == Seconds(0)) return urgent.at;
  std::vector<Seconds> times;
  for (Seconds time = gaps.exponential(urgent.gap); time <= last; time += gaps.exponential(urgent.gap))
    times.push_back(time);
  return times;
}

} // namespace

bool is_drawn(const scenario::UrgentJobs& urgent) {
  return urgent.gap > Seconds(0) || (urgent.from_log && urgent.from_log->share > 0 && urgent.from_log->share < 1);
}

bool is_any_among(const JobLog& log, const scenario::LoggedChoice& choice) {
  return std::any_of(log.jobs.begin(), log.jobs.end(), [&](const LoggedJob& job) { return is_among(job, choice); });
}

void make_urgent(std::vector<Job>& jobs, const JobLog& log, const scenario::LoggedChoice& choice, std::uint64_t seed,
                 std::uint64_t replication) {
  RandomStream lots(seed, replication, "centre/urgent of the log");
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const double lot = lots.uniform();
    if (lot >= choice.share || !is_among(log.jobs[i], choice)) continue;
    jobs[i].is_urgent = true;
    jobs[i].partition = no_partition;
    jobs[i].deadline = jobs[i].run + choice.delay;
  }
}

void add_urgent(std::vector<Job>& jobs, const scenario::UrgentJobs& urgent, std::uint64_t seed,
                std::uint64_t replication) {
  for (const Seconds time : times_of(urgent, jobs.back().submit, RandomStream(seed, replication, "centre/urgent"))) {
    Job job{time, urgent.run, urgent.run, urgent.processors};
    job.is_urgent = true;
    job.is_logged = false;
    job.deadline = urgent.deadline;
    jobs.push_back(job);
  }
  std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.submit < b.submit; });
}

} // namespace daruma::batch
