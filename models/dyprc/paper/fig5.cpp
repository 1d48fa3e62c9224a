// DyProReconf, Fig. 5. The fourth restart is what the detector's period across nodes was set from, and the iteration's
// time what its work was: neither says more than that the numbers were put in. Restarts 1 to 3 follow.
#include "models/dyprc/paper/shrink.hpp"
#include "sim/study/replications.hpp"

#include <fmt/format.h>

namespace daruma::models::dyprc::paper {

namespace {

constexpr double restarts_s[] = {22, 62, 103, 141};
/// Mean of the twelve iteration times that the figure prints.
constexpr double iteration_ms = 20.081;

} // namespace

study::Reproduction fig5(const study::StudyContext& context) {
  const auto scenario = context.load("dyprc-fig5");
  const auto means = study::summarise(study::replicate(scenario, context.models, runs_over_phases));
  study::Reproduction figure{"DyProReconf, Fig. 5: 256 ranks on 8 nodes lose four, one by one; times read as "
                             "cumulative, from the first failure to each restart"};
  figure.parameters = scenario.parameters;
  for (int restart = 1; restart <= 4; ++restart)
    figure.rows.push_back({fmt::format("restart {}, {} -> {} ranks", restart, 257 - restart, 256 - restart),
                           restarts_s[restart - 1],
                           means.at(fmt::format("loop.restart_{}_s", restart)).mean,
                           "s",
                           {{"failures", static_cast<double>(restart)}}});
  figure.plot =
      study::PlotSpec{{"failures", "ranks lost"}, {"simulated", "time from the first loss to the restart (s)"}};
  figure.rows.push_back({"one iteration", iteration_ms, means.at("loop.iteration_ms").mean, "ms"});
  figure.claims = {
      {"iterations go on after each restart, and all 40 are done", means.at("loop.iterations").least == 40},
      {"the job ends with 252 ranks in every run",
       means.at("loop.ranks_at_end").least == 252 && means.at("loop.ranks_at_end").most == 252}};
  return figure;
}

} // namespace daruma::models::dyprc::paper
