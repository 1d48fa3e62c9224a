// Which jobs of a centre are urgent: some that its log has, or others besides.
//
// The log's own are chosen by what it says of them and by a lot for each; they become rigid and leave their partition,
// as urgent jobs may be on every node. Others come at listed times, or as a Poisson process until the log's last job.
#pragma once

#include "sim/batch/job.hpp"
#include "sim/batch/swf.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstdint>
#include <vector>

namespace daruma::batch {

/// Whether replications differ in them.
bool is_drawn(const scenario::UrgentJobs&);

/// Whether a lot may make any job of the log urgent.
bool is_any_among(const JobLog&, const scenario::LoggedChoice&);

/// Of the log's jobs, in its order, those that are chosen.
void make_urgent(std::vector<Job>&, const JobLog&, const scenario::LoggedChoice&, std::uint64_t seed,
                 std::uint64_t replication);

/// Others, so that all are by time of submission. There is a job before.
void add_urgent(std::vector<Job>&, const scenario::UrgentJobs&, std::uint64_t seed, std::uint64_t replication);

} // namespace daruma::batch
