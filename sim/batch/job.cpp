#include "sim/batch/job.hpp"

#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daruma::batch {

Job as_logged(const LoggedJob& logged) {
  const Seconds limit = logged.asked.value_or(logged.run);
  Job job{logged.submit, std::min(logged.run, limit), limit, held_by(logged)};
  job.account = logged.account;
  return job;
}

double stretch_on(double serial_share, int all, int some) {
  const auto time_on = [=](int count) { return serial_share + (1 - serial_share) / count; };
  return time_on(some) / time_on(all);
}

void make_flexible(std::vector<Job>& jobs, const scenario::FlexibleJobs& shares, std::uint64_t seed,
                   std::uint64_t replication) {
  if (shares.mouldable + shares.malleable == 0) return;
  constexpr double most_processors = std::numeric_limits<int>::max();
  RandomStream lots(seed, replication, "centre/flexible");
  for (Job& job : jobs) {
    const double lot = lots.uniform();
    if (job.is_urgent || job.processors == 1 || lot >= shares.mouldable + shares.malleable) continue;
    job.flexibility = lot < shares.mouldable ? Flexibility::mouldable : Flexibility::malleable;
    job.fewest = std::max(1, static_cast<int>(std::ceil(job.processors * shares.smallest)));
    job.serial_share = shares.serial_share;
    if (job.flexibility == Flexibility::malleable)
      job.most = static_cast<int>(std::min(job.processors * shares.largest, most_processors));
  }
}

} // namespace daruma::batch
