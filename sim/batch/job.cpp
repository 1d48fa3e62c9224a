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
  job.is_cut = logged.run > limit;
  job.fails = logged.has_failed.value_or(job.is_cut);
  job.number = logged.number;
  return job;
}

double stretch_on(double serial_share, int all, int some) {
  const auto time_on = [=](int count) { return serial_share + (1 - serial_share) / count; };
  return time_on(some) / time_on(all);
}

void make_flexible(std::vector<Job>& jobs, const scenario::FlexibleJobs& shares, std::uint64_t seed,
                   std::uint64_t replication) {
  if (!shares.any()) return;
  const auto times = [](int processors, double factor) {
    return static_cast<int>(std::min(processors * factor, double(std::numeric_limits<int>::max())));
  };
  double largest_need = 1;
  for (const scenario::SizeChange& change : shares.evolution) largest_need = std::max(largest_need, change.size);
  RandomStream lots(seed, replication, "centre/flexible");
  for (Job& job : jobs) {
    const double lot = lots.uniform();
    if (job.is_urgent || job.processors == 1) continue;
    if (lot >= shares.mouldable + shares.malleable + shares.evolving) continue;
    job.flexibility = lot < shares.mouldable                      ? Flexibility::mouldable
                      : lot < shares.mouldable + shares.malleable ? Flexibility::malleable
                                                                  : Flexibility::evolving;
    job.fewest = std::max(1, static_cast<int>(std::ceil(job.processors * shares.smallest)));
    job.serial_share = shares.serial_share;
    if (job.flexibility == Flexibility::malleable) job.most = times(job.processors, shares.largest);
    if (job.flexibility == Flexibility::evolving) job.most = times(job.processors, largest_need);
  }
}

} // namespace daruma::batch
