#include "models/spares/paper/spares_counting.hpp"

#include "sim/core/threads.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::study {

namespace {

namespace spares = models::spares;

/// What a campaign refers to.
struct Ground {
  spares::Layout layout;
  spares::Pattern pattern;
  spares::Policy policy;

  explicit Ground(const SparesJob& job)
      : layout(job.extents, spares::parse_faces(job.faces, dimensions_of(job)).value(), job.network),
        pattern(spares::stencil(job.extents, {1, 0, job.boundary})),
        policy{spares::parse_method(job.method, dimensions_of(job)).value(), job.rule, spares::SpareChoice::nearest} {}

  spares::Campaign campaign(int failures, std::optional<spares::Sample> sample) const {
    return {layout, pattern, policy, failures, spares::Victims::job, sample};
  }

private:
  static int dimensions_of(const SparesJob& job) { return static_cast<int>(job.extents.size()); }
};

spares::Tally count_cases(const spares::Campaign& campaign) {
  Progress progress;
  return spares::count(campaign, cores_here(), progress);
}

} // namespace

spares::Tally count_all(const SparesJob& job, int failures) {
  return count_cases(Ground(job).campaign(failures, std::nullopt));
}

spares::Tally count_sample(const SparesJob& job, int failures, std::int64_t cases) {
  return count_cases(Ground(job).campaign(failures, spares::Sample{cases, 1}));
}

std::vector<spares::Rearrangement> rearrange_worst(const SparesJob& job, int failures, int budget) {
  const Ground ground(job);
  const spares::Campaign campaign = ground.campaign(failures, std::nullopt);
  const auto worst = count_cases(campaign).worst.value();
  return spares::trade_off(spares::replay(campaign, worst.failures), ground.pattern, budget, 1);
}

std::string joined(const std::vector<int>& nodes) { return fmt::format("{}", fmt::join(nodes, ", ")); }

} // namespace daruma::study
