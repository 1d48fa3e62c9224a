// The speed of collision counting: what the incremental count costs beside a full recount of every case, and how long
// whole campaigns take.
#include "models/spares/logic/campaign.hpp"
#include "models/spares/logic/recount.hpp"

#include <chrono>
#include <cstdio>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace daruma;
using namespace daruma::models::spares;

struct Trial {
  const char* name;
  std::vector<int> job;
  const char* faces;
  const char* method;
  int failures;
  Wrap wrap;
  std::int64_t sample; ///< 0: all
  int threads;
  double limit_s;
};

const std::vector<Trial>& trials() {
  static const std::vector<Trial> all{
      {"160x160, all single failures, 0D", {160, 160}, "2d-1", "0d", 1, Wrap::none, 0, 1, 0.2},
      {"160x160, all single failures, 1D", {160, 160}, "2d-1", "1d", 1, Wrap::none, 0, 1, 0.5},
      {"1000x1000, all single failures, 0D", {1000, 1000}, "2d-1", "0d", 1, Wrap::none, 0, 1, 15},
      {"1000x1000, all single failures, 1D", {1000, 1000}, "2d-1", "1d", 1, Wrap::none, 0, 1, 5},
      {"12x12, all sequences of 3, hybrid on 2d-2", {12, 12}, "2d-2", "hybrid", 3, Wrap::none, 0, 2, 30},
      {"100x100x100 torus, 100000 sampled, 0D", {100, 100, 100}, "3d-1", "0d", 1, Wrap::around, 100000, 1, 10}};
  return all;
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// All single failures, each counted by walking every message's links.
Tally recounted(const Campaign& campaign) {
  Tally tally;
  Placement placement(campaign.layout);
  for (int rank = 0; rank < campaign.layout.ranks(); ++rank) {
    const auto substitution = substitute(placement, campaign.layout.home(rank), campaign.policy);
    placement.apply(*substitution);
    ++tally.histogram[recount(campaign.layout.network(), campaign.pattern, placement.nodes()).collisions];
    placement.undo(*substitution);
  }
  return tally;
}

void compare(const Campaign& campaign, const Tally& tally, double elapsed_s) {
  Tally full;
  const double full_s = seconds_of([&] { full = recounted(campaign); });
  const bool is_equal = full.histogram == tally.histogram;
  std::printf("  %-44s %8.2f s   %.0f times as long, %s answer\n", "each case counted in full", full_s,
              full_s / elapsed_s, is_equal ? "the same" : "ANOTHER");
}

void perform(const Trial& trial) {
  const int dimensions = static_cast<int>(trial.job.size());
  Tally tally;
  const double elapsed_s = seconds_of([&] {
    const Layout layout(trial.job, *parse_faces(trial.faces, dimensions), trial.wrap);
    const Pattern pattern = stencil(trial.job, {});
    Campaign campaign{layout, pattern, {*parse_method(trial.method, dimensions)}, trial.failures};
    if (trial.sample > 0) campaign.sample = Sample{trial.sample, 1};
    Progress progress;
    tally = count(campaign, trial.threads, progress);
  });
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%-46s %8.3f s %6.0f MiB   limit %g s, %d %s: %lld cases, at most %d collisions\n", trial.name, elapsed_s,
              static_cast<double>(usage.ru_maxrss) / 1024, trial.limit_s, trial.threads,
              trial.threads == 1 ? "thread" : "threads", static_cast<long long>(tally.cases), tally.max());
  if (trial.job.front() != 160) return;
  const Layout layout(trial.job, *parse_faces(trial.faces, dimensions), trial.wrap);
  const Pattern pattern = stencil(trial.job, {});
  compare({layout, pattern, {*parse_method(trial.method, dimensions)}}, tally, elapsed_s);
}

} // namespace

int main() {
  for (const Trial& trial : trials()) {
    std::fflush(stdout);
    // A process each, so that the memory shown is its own.
    const pid_t child = fork();
    if (child == 0) {
      perform(trial);
      std::fflush(stdout);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) return 1;
  }
}
