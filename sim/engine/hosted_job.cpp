#include "sim/engine/hosted_job.hpp"

namespace daruma::engine {

HostedJob::HostedJob(const scenario::Job& job, const models::Program& offered) : plan(&job), program(&offered) {
  row.name = job.name;
  row.model = job.model;
  row.ranks_at_start = job.ranks;
}

} // namespace daruma::engine
