// How room is made for an urgent job: policies as pure functions of what runs.
//
// A policy says which jobs give up processors, and how many each keeps; when and at what cost they do is for those who
// carry it out. Nothing is taken where all of it would not be enough: the urgent job waits then. A new policy is a file
// that defines its object, and its line in preemption_policies.def.
#pragma once

#include "sim/core/registry.hpp"
#include "sim/core/units.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace daruma::batch {

/// The processors of a job that runs and is not urgent.
struct Allocation {
  std::size_t job; ///< its number
  int processors;
  int fewest;    ///< with which the job can go on; all of them if it cannot go on with fewer
  Seconds since; ///< when the job started
};

/// How many processors a job goes on with; with none it ends, and waits to be started again.
struct ResizeDecision {
  std::size_t job;
  int keeps;

  friend bool operator==(const ResizeDecision& a, const ResizeDecision& b) {
    return a.job == b.job && a.keeps == b.keeps;
  }
};

/// What a job does that has to end.
enum class PreemptAction { end_at_once, write_checkpoint };
/// Whether some processors are kept idle for urgent jobs.
enum class Reserve { none, kept };
/// Whether a policy is of use only where some jobs can go on with fewer processors.
enum class Malleability { ignored, needed };

struct PreemptionPolicy {
  std::string_view name;
  std::string_view summary;
  /// Who gives up what, so that `lacking` processors, at least one, come free; nothing if it would not be enough.
  std::function<std::vector<ResizeDecision>(int lacking, const std::vector<Allocation>&)> make_room;
  PreemptAction action = PreemptAction::end_at_once;
  Reserve reserve = Reserve::none;
  Malleability malleability = Malleability::ignored;
};

namespace preemption {
#define DARUMA_ENTRY(name) extern const PreemptionPolicy name;
#include "sim/batch/preemption_policies.def"
#undef DARUMA_ENTRY
} // namespace preemption

const Registry<PreemptionPolicy>& preemption_policies();

/// Ends whole jobs in the given order until enough is free.
std::vector<ResizeDecision> end_in_order(int lacking, const std::vector<Allocation>&);
/// Those with most to spare go on with fewer processors.
std::vector<ResizeDecision> shrink_richest(int lacking, const std::vector<Allocation>&);

/// A job that would go on with more processors than it has.
struct ShrunkJob {
  std::size_t job;
  int processors; ///< that it has
  int wanted;
};
/// How shrunk jobs get back what is free, those named first before others. Each change of size costs time: who would
/// get less than half of what it lacks is not named, and what is free is kept for it.
std::vector<ResizeDecision> grow_back(int free, const std::vector<ShrunkJob>&);

} // namespace daruma::batch
