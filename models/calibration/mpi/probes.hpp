// Programs that measure an MPI and the machine under it, as a runtime profile and a machine description need it.
//
// They run in both worlds: on a real MPI they give the numbers to calibrate with, in simulation they
// say what the calibrated numbers predict of a case that was not measured. Times of what many ranks do
// count from a common instant to the end of the last rank (together.hpp). Each metric is in seconds.
#pragma once

#include "models/port/program.hpp"

#include <mpi.h>

#include <vector>

namespace daruma::models::calibration {

namespace arguments {
inline constexpr ArgumentRule repetitions{
    "repetitions", ArgumentKind::count,
    assumed("21", "odd, so that the median is a measurement; few, as a real MPI has to make them"),
    "Measurements, of which the median is reported."};
inline constexpr ArgumentRule largest_message{
    "largest_message", ArgumentKind::message_size,
    assumed("1MiB", "beyond the switch from eager to rendezvous of the MPIs that were measured"),
    "The last of the lengths."};
inline constexpr ArgumentRule keep{"keep", ArgumentKind::count,
                                   assumed("4", "the least job that DyProReconf's Table 2 resizes to"),
                                   "How many of the first ranks stay together in the split."};
inline constexpr ArgumentRule kills{"kills", ArgumentKind::number,
                                    assumed("1", "a single death is the first case of every law"),
                                    "How many of the last ranks die in a round."};
inline constexpr ArgumentRule rounds{"rounds", ArgumentKind::count,
                                     assumed("1", "a single death is the first case of every law"),
                                     "How often ranks die."};
inline constexpr ArgumentRule spawn{"spawn", ArgumentKind::number, assumed("0", "a recovery needs no new process"),
                                    "How many processes are started afterwards."};
inline constexpr ArgumentRule window{
    "window", ArgumentKind::duration,
    assumed("5ms", "longer than a message to all ranks takes on the machines that were measured"),
    "How far ahead an instant is set: all ranks have to hear of it in time."};
} // namespace arguments

/// "probe-messages": messages of 1 B, 2 B, 4 B ... `largest_message` between ranks 0 and 1. Metrics, each with
/// [length=]: half_round_trip_s, the median of `repetitions` means over 20 round trips; send_s, of the call that sends,
/// and receive_s, of the wait for a message that has long been there, medians of `repetitions` (Hoefler et al., LogGP
/// in theory and practice, 2009; Kielmann et al., Fast measurement of LogP parameters, 2000).
void probe_messages();

/// "probe-buffers": what ranks do with 4 B, 8 B, 16 B ... `largest_message` of their own memory, in floats and all at
/// once. Metrics, each with [length=], rank 0's medians of `repetitions`: copy_s, of an allgather by itself; combine_s,
/// of MPI_Reduce_local with MPI_SUM into what the next rank has just read.
void probe_buffers();

/// "probe-collectives": collective operations of all ranks with 4 B, 32 B, 256 B ... `largest_message`. Metrics, each
/// with [length=]: bcast_s, reduce_s, allreduce_s, reduce_scatter_s, gather_s, scatter_s, allgather_s, alltoall_s, the
/// ranks' mean of medians of `repetitions`, each time after a barrier.
void probe_collectives();

/// "probe-library": what the library says of itself by MPI_T. Metrics: eager_limit_B, of shared memory; of Open MPI
/// dynamic_rules, whether it may be told which algorithms to take, and then forced[collective=], the number of the one
/// that it was told, or 0.
void probe_library();

/// "probe-operations": what all ranks do together while nothing fails. Metrics, medians of `repetitions`: barrier_s;
/// split_s, of which the first `keep` ranks stay; and with ULFM agree_s, shrink_s (nobody has died) and revoke_s, from
/// the revocation to its news at the last rank, which waits for a message.
void probe_operations();

/// "probe-recovery": `rounds` times the last `kills` ranks die at one instant while the others wait in a barrier;
/// these shrink at the first error. Then `spawn` more processes are started and merged. Metrics, sums over the
/// rounds: detection_s, from the deaths to the error at the last survivor; shrink_s, from there to the last one's
/// return from the shrink; recovery_s, both; spawn_s, with the merge.
void probe_recovery();

/// "probe-recovery-parts": where the time of one recovery goes. The last rank dies while the others wait for it; rank 0
/// revokes a communicator for whose revocation the others wait then; they shrink it, agree, start one process and merge
/// with it. A part ends when the last survivor is through with it, and the next one begins there: detection_s, until
/// the first one knows of the death; propagation_s, revoke_s, shrink_s, agree_s, spawn_s, merge_s; recovery_s, the sum.
void probe_recovery_parts();

/// The main function of a probe that spawns: `measure` runs in the first processes; a spawned one merges with its
/// parents and leaves them.
void run_or_join(void (*measure)());

/// All of them, under the names that scenarios use.
const std::vector<Program>& programs();

} // namespace daruma::models::calibration
