#include "sim/run/simulated/hosted_job.hpp"

namespace daruma::run {

HostedJob::HostedJob(const scenario::Job& job) : plan(&job), first_ranks(job.ranks) {
  row.name = job.name;
  row.model = job.program.empty() ? job.model : job.program.filename().string();
  row.ranks_at_start = job.ranks;
}

} // namespace daruma::run
