// What a whole log takes at a centre under each queue policy: processor time and memory.
#include "sim/batch/centre.hpp"
#include "sim/batch/swf.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/resource.h>

namespace {

double seconds_since(std::clock_t begin) { return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC; }

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

} // namespace

int main(int count, char** words) {
  if (count != 4) {
    std::fprintf(stderr, "usage: bench_centre LOG.swf[.gz] NODES CORES\n");
    return 2;
  }
  const std::clock_t reading = std::clock();
  const auto log = daruma::batch::read_swf(words[1]);
  std::vector<daruma::batch::Job> jobs;
  for (const auto& job : log.jobs) jobs.push_back(daruma::batch::as_logged(job));
  std::printf("%zu jobs read in %.2f s\n", jobs.size(), seconds_since(reading));
  for (const auto* policy : daruma::batch::queue_policies()) {
    const std::clock_t begin = std::clock();
    daruma::batch::Rules rules;
    rules.nodes = std::atoi(words[2]);
    rules.cores = std::atoi(words[3]);
    rules.queue = policy;
    const auto history = daruma::batch::simulate(jobs, rules);
    daruma::Seconds last{0};
    for (const auto& outcome : history.outcomes) last = std::max(last, outcome.start);
    std::printf("%s: %.2f s, at most %.0f MiB until now, last start at %.0f s\n", policy->name.data(),
                seconds_since(begin), peak_mib(), last.count());
  }
}
