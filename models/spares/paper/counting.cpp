#include "models/spares/paper/counting.hpp"

#include "sim/core/threads.hpp"

#include <fmt/format.h>

#include <utility>

namespace daruma::models::spares::paper {

namespace {

/// What a campaign refers to.
struct Ground {
  Layout layout;
  Pattern pattern;
  Policy policy;

  explicit Ground(const SparesJob& job)
      : layout(job.extents, parse_faces(job.faces, dimensions_of(job)).value(), job.network),
        pattern(stencil(job.extents, {1, 0, job.boundary})), policy{
                                                                 parse_method(job.method, dimensions_of(job)).value(),
                                                                 job.rule, SpareChoice::nearest} {}

  Campaign campaign(int failures, std::optional<Sample> sample) const {
    return {layout, pattern, policy, failures, Victims::job, sample};
  }

private:
  static int dimensions_of(const SparesJob& job) { return static_cast<int>(job.extents.size()); }
};

Tally count_cases(const Campaign& campaign) {
  Progress progress;
  return count(campaign, cores_here(), progress);
}

} // namespace

Tally count_all(const SparesJob& job, int failures) {
  return count_cases(Ground(job).campaign(failures, std::nullopt));
}

Tally count_sample(const SparesJob& job, int failures, std::int64_t cases) {
  return count_cases(Ground(job).campaign(failures, Sample{cases, 1}));
}

Guarantee guaranteed(const SparesJob& job) {
  for (int failures = 1;; ++failures) {
    const Tally tally = count_all(job, failures);
    if (tally.breaks) return {failures - 1, tally.breaks->failures};
  }
}

study::Row row_of(const std::string& label, double published, const Guarantee& guarantee) {
  return {label,
          published,
          static_cast<double>(guarantee.failures),
          "failures",
          {{"note", fmt::format("nodes {} are one too many", fmt::join(guarantee.one_too_many, ", "))}}};
}

std::vector<Rearrangement> rearrange_worst(const SparesJob& job, int failures, int budget) {
  const Ground ground(job);
  const Campaign campaign = ground.campaign(failures, std::nullopt);
  const auto worst = count_cases(campaign).worst.value();
  return trade_off(replay(campaign, worst.failures), ground.pattern, budget, 1);
}

std::vector<Substitution> chain(const char* faces, const Policy& policy, const std::vector<int>& ranks) {
  const Layout layout({6, 6}, parse_faces(faces, 2).value(), Wrap::none);
  Placement placement(layout);
  std::vector<Substitution> answers;
  for (int rank : ranks) {
    auto answer = substitute(placement, layout.home(rank), policy);
    if (!answer) break;
    placement.apply(*answer);
    answers.push_back(std::move(*answer));
  }
  return answers;
}

} // namespace daruma::models::spares::paper
