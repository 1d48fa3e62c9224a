// What an MPI runtime does about failures and growth, as numbers that someone could measure.
//
// Vocabulary shared by the scenario layer, which reads it from platforms/runtimes/*.json, and by
// sim/mpi, which obeys it. Sources of the numbers stand beside them in those files.
#pragma once

#include "sim/core/collective_tables.hpp"
#include "sim/core/processor_time.hpp"
#include "sim/core/units.hpp"

#include <string>

namespace daruma {

/// Duration of a step that involves n processes: fixed + per_process * n + per_stage * ceil(log2 n).
struct CostLaw {
  Seconds fixed{0};
  Seconds per_process{0};
  Seconds per_stage{0};
};

/// Evaluates the law for n >= 0 processes (no stage below 2).
Seconds cost(const CostLaw& law, int processes);

/// How the runtime finds out that a process died.
/// - perfect: every survivor knows at the instant of the death.
/// - on_communication: a survivor learns of it `timeout` after it began to communicate with the dead.
/// - serial: one detector per job wakes every `period` and handles one failure each time; the phase
///   of its ticks relative to the start of the job is uniform in [0, period). A job that spans
///   several nodes uses `period_across_nodes`.
/// - heartbeat_ring: each process is watched by its live successor, which suspects it when nothing
///   was heard for `timeout`; heartbeats leave every `period`.
enum class DetectorKind { perfect, on_communication, serial, heartbeat_ring };

struct Detector {
  DetectorKind kind = DetectorKind::perfect;
  Seconds period{0};
  Seconds period_across_nodes{0};
  Seconds timeout{0};
};

/// Starting processes at run time (MPI_Comm_spawn): fixed + per_process * children + per_node * distinct nodes.
struct SpawnCost {
  Seconds fixed{0};
  Seconds per_process{0};
  Seconds per_node{0};
};

/// What failures take their time for.
/// - formulas: the laws of the profile.
/// - messages: those of the algorithms that Open MPI 5 has (sim/mpi/ulfm), on the network; needs a heartbeat ring.
///   Propagation, revoke, agreement, shrink and spawn then serve only what runs without a network: the fast fidelity,
///   and the start of a job.
enum class Operations { formulas, messages };

/// Of the runtime's own messages, and of what else its algorithms do.
struct Overheads {
  Seconds send{0};         ///< processor time of a message, at its sender
  Seconds receive{0};      ///< at its receiver
  Seconds communicator{0}; ///< from the agreement on a new communicator until a member has it; no processor time
};

/// The runtime's daemons, one on each node of a job, which start processes at run time.
struct Daemons {
  int radix = 64;        ///< how many daemons one passes a message on to
  Seconds message{0};    ///< processor time of a message, at either end that is a daemon
  Seconds plan{0};       ///< from the request at the root of their tree until the launch leaves it
  Seconds start{0};      ///< processor time of its daemon for each process: fork and exec
  Seconds initialise{0}; ///< processor time of a process until others can be told where to reach it
  Bytes address{0};      ///< what they are told
};

struct RuntimeProfile {
  std::string name = "ideal";
  Operations operations = Operations::formulas;
  Overheads overheads; ///< with Operations::messages only
  Daemons daemons;     ///< with Operations::messages only
  Detector detector;
  CostLaw propagation; ///< from the detector's suspicion to every survivor's knowledge
  CostLaw revoke;      ///< from MPIX_Comm_revoke to the last member's knowledge
  CostLaw agreement;   ///< MPIX_Comm_agree, after the last contribution is in
  CostLaw shrink;      ///< MPIX_Comm_shrink, after the last contribution is in, n = old size
  CostLaw split;       ///< MPI_Comm_split, dup and create, after the last member called, n = old size
  SpawnCost spawn;
  Seconds connection_setup{0}; ///< first message between two processes; served one at a time on each node
  Bytes eager_limit{65536};    ///< messages below are buffered; from here on the sender waits for the receiver
  ProcessorTimes send;         ///< a message of the program, in the call that sends it
  ProcessorTimes receive;      ///< the same at its receiver, in the call that completes the receive, probes or tests
  ProcessorTimes combine;      ///< two buffers in a collective operation, by an operator
  ProcessorTimes copy; ///< from one place of a process's memory to another, in a collective operation or a receive
  CollectiveTables collectives; ///< which algorithms carry collective operations out
};

/// From a death until a survivor suspects it, in the mean over when it happens; no other failure waits to be handled.
Seconds mean_detection(const Detector&, int nodes);

/// From a death until `processes`, the dead among them, are a smaller communicator: all know of it, by the detector or
/// because the first to know has revoked the old one, whichever is sooner, and it is shrunk.
Seconds recovery_by_shrink(const RuntimeProfile&, int processes, int nodes);

/// By order from so many processes to other ones, of which those that are new start on `new_nodes`: who starts is
/// merged with those who are there, and all together split into who stays and who leaves.
Seconds resize_cost(const RuntimeProfile&, int from, int to, int new_nodes);

} // namespace daruma
