// Logs that are drawn, with times in whole seconds.
#pragma once

#include "sim/batch/job.hpp"
#include "sim/core/random_stream.hpp"

#include <vector>

namespace daruma::batch::test {

inline Job job(double submit_s, double run_s, double limit_s, int processors) {
  return {Seconds(submit_s), Seconds(run_s), Seconds(limit_s), processors};
}

inline std::vector<Job> random_jobs(std::uint64_t seed, int count, int processors) {
  RandomStream random(seed, 0, "random log");
  std::vector<Job> jobs;
  double time = 0;
  for (int i = 0; i < count; ++i) {
    time += static_cast<double>(random.below(6));
    const auto run = static_cast<double>(1 + random.below(12));
    const auto width = static_cast<int>(1 + random.below(static_cast<std::uint64_t>(processors)));
    const auto spare = static_cast<double>(random.below(10));
    jobs.push_back(job(time, run, run + spare, width));
  }
  return jobs;
}

} // namespace daruma::batch::test
