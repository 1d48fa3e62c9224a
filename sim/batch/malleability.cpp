#include "sim/batch/malleability.hpp"

#include <algorithm>

namespace daruma::batch {

const Registry<MalleabilityStrategy>& malleability_strategies() {
  static const Registry<MalleabilityStrategy> all{
#define DARUMA_ENTRY(name) &malleability::name,
#include "sim/batch/malleability_strategies.def"
#undef DARUMA_ENTRY
  };
  return all;
}

namespace {

enum class FirstRank { highest, lowest };

/// The places of the jobs by rank; of equals the lower number is first.
std::vector<std::size_t> places_by_rank(const MalleableJobs& jobs, Ranking ranking, FirstRank from) {
  std::vector<std::size_t> places(jobs.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return from == FirstRank::lowest ? ranking(jobs[a]) < ranking(jobs[b]) : ranking(jobs[a]) > ranking(jobs[b]);
  });
  return places;
}

} // namespace

Room room_of(int size, int at_hand, const MalleableJobs& jobs, Size floor, Ranking ranking) {
  MalleableJobs after = jobs;
  int lacking = size - at_hand;
  for (const std::size_t place : places_by_rank(jobs, ranking, FirstRank::highest)) {
    MalleableJob& one = after[place];
    const int given = std::clamp(one.processors - one.sizes.*floor, 0, std::max(0, lacking));
    one.processors -= given;
    lacking -= given;
  }
  return lacking > 0 ? Room{} : Room{size, changes(jobs, after)};
}

std::vector<ResizeDecision> grow_up_to(const std::vector<Size>& ceilings, int free, MalleableJobs jobs,
                                       Ranking ranking) {
  const MalleableJobs before = jobs;
  for (const Size ceiling : ceilings)
    for (const std::size_t place : places_by_rank(jobs, ranking, FirstRank::lowest)) {
      MalleableJob& one = jobs[place];
      const int more = std::clamp(one.sizes.*ceiling - one.processors, 0, free);
      one.processors += more;
      free -= more;
    }
  return changes(before, jobs);
}

std::vector<ResizeDecision> changes(const MalleableJobs& before, const MalleableJobs& after) {
  std::vector<ResizeDecision> changed;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].processors != after[i].processors) changed.push_back({after[i].job, after[i].processors});
  return changed;
}

} // namespace daruma::batch
