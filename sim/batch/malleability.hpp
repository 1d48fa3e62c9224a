// How malleable jobs share a centre's processors: strategies as pure functions of who runs and who waits.
//
// A job has a least size, that it can do with, a preferred one, that it asked for, and a most one, that it can use. A
// strategy says on which of them it starts, which of those that run give processors to the first that waits, and who
// gets what is left. Rigid and mouldable jobs have one size here, and neither give nor take. Strategies do not know
// what a change of size costs.
//
// After P. Zojer, J. Posner, T. Özden, "Evaluating malleable job scheduling in HPC clusters using real-world
// workloads", arXiv 2602.17318, and the strategies that the same authors' project published (MalleableJobScheduling,
// 2023): min and preferred are as described there with its "common pool", average as with its "steal agreement". Of
// keep-preferred only what the paper's abstract says is known here, that jobs are kept at their preferred size when
// possible; max-steal is defined by its name. In one thing all differ: only the first of the queue is given room, so
// that the queue's discipline holds.
//
// A new strategy is a file that defines its object, and its line in malleability_strategies.def.
#pragma once

#include "sim/batch/preemption.hpp"
#include "sim/core/registry.hpp"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace daruma::batch {

/// Numbers of processors; least <= preferred <= most.
struct Sizes {
  int least;
  int preferred;
  int most;
};
using Size = int Sizes::*;

/// A malleable job that runs.
struct MalleableJob {
  std::size_t job; ///< its number
  int processors;
  Sizes sizes;
};
using MalleableJobs = std::vector<MalleableJob>; ///< by number

/// On how many processors the first that waits will start, once those that have to have shrunk; 0: it waits.
struct Room {
  int processors = 0;
  std::vector<ResizeDecision> shrinks{};
};

struct MalleabilityStrategy {
  std::string_view name;
  std::string_view summary;
  Size opening; ///< on which a job starts that does not have to wait
  /// For the first that waits, of which `at_hand` processors are free already or about to be.
  std::function<Room(const Sizes& first, int at_hand, const MalleableJobs&)> make_room;
  /// Who gets what is free.
  std::function<std::vector<ResizeDecision>(int free, const MalleableJobs&)> grow;
};

namespace malleability {
#define DARUMA_ENTRY(name) extern const MalleabilityStrategy name;
#include "sim/batch/malleability_strategies.def"
#undef DARUMA_ENTRY
} // namespace malleability

const Registry<MalleabilityStrategy>& malleability_strategies();

/// By which number jobs are put in order.
using Ranking = int (*)(const MalleableJob&);

/// Room of exactly that size: those of the highest rank shrink first, each as far down as `floor`. None, if all of it
/// would not be enough.
Room room_of(int size, int at_hand, const MalleableJobs&, Size floor, Ranking);
/// Those of the lowest rank grow first, each up to the first ceiling; then the same up to the next.
std::vector<ResizeDecision> grow_up_to(const std::vector<Size>& ceilings, int free, MalleableJobs, Ranking);
/// Those whose size is another afterwards; both lists have the same jobs.
std::vector<ResizeDecision> changes(const MalleableJobs& before, const MalleableJobs& after);

} // namespace daruma::batch
