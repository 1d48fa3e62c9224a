// What a whole log takes at a centre under each queue policy: processor time and memory.
#include "sim/centre/schedule.hpp"
#include "sim/centre/statistics.hpp"
#include "sim/centre/swf.hpp"

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
  if (count != 3) {
    std::fprintf(stderr, "usage: bench_centre LOG.swf[.gz] PROCESSORS\n");
    return 2;
  }
  const std::clock_t reading = std::clock();
  const auto log = daruma::centre::read_swf(words[1]);
  std::vector<daruma::centre::Job> jobs;
  for (const auto& job : log.jobs) jobs.push_back(daruma::centre::as_logged(job));
  std::printf("%zu jobs read in %.2f s\n", jobs.size(), seconds_since(reading));
  for (const auto& policy : daruma::centre::queue_policies()) {
    const std::clock_t begin = std::clock();
    const auto starts = daruma::centre::start_times(jobs, std::atoi(words[2]), policy);
    std::printf("%s: %.2f s, at most %.0f MiB until now, last start at %.0f s\n", policy.name.data(),
                seconds_since(begin), peak_mib(), std::max_element(starts.begin(), starts.end())->count());
  }
}
