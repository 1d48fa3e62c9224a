// What watching costs a job while nothing fails: heartbeats and the like beside steps of a fine-grained program.
//
// The ways to find out about failures that do without errors of communication (MPI library with cluster monitoring,
// Sakai and Ishikawa, sections 2.2 and 4): heartbeats around a ring, as MPI/FT's threads send them; heartbeats to a
// server, which costs a process more; looking at the own operating system, as HARNESS does below FT-MPI. Each process
// stops computing for what watching takes; what falls due while it waits for others' results uses that wait, as a
// thread of its own would.
#pragma once

#include "models/port/program.hpp"

#include <vector>

namespace daruma::models::faults {

/// "watched-steps": so many steps of `grain` work, each with a sum over all ranks, under a watch: "none", "ring",
/// "server" (the last rank, which takes no part in the steps) or "system". Every `period`, at a random phase, a process
/// sends `beat_size` or looks at its system. `beat_work` is what sending or receiving a heartbeat takes of a processor,
/// `look_work` a look. The standards are for processors of 1 Gf/s and were measured on a machine of two cores with
/// Debian 12: 20 us for one end of a datagram with waking up, 60 us for reading five files of /proc. Metrics: step_s,
/// messages, bytes, and cpu_share, the share of its processor's time that a process gives to watching.
const std::vector<Program>& programs();

} // namespace daruma::models::faults
