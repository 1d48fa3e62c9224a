// The runtime profile openmpi-5.0-ulfm beside what was measured on a real Open MPI 5.0.7 (sources in the profile).
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/study/replications.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace daruma::study {
namespace {

/// Mean over the detector's phases of the time from many deaths at once until the last survivor is back from shrink.
double simulated_ms(int before, int lost) {
  const auto scenario = scenario::load(cli::installation().scenarios / "dyprc-table1.json", cli::surroundings(),
                                       {{"/runtime", "openmpi-5.0-ulfm"},
                                        {"/jobs/0/ranks", std::to_string(before)},
                                        {"/events/0/random", std::to_string(lost)},
                                        {"/events/0/below", std::to_string(before)}});
  const auto runs = replicate(scenario, cli::models(), 16, [](const results::Result& result) {
    Seconds back{0};
    for (const auto& span : result.spans)
      if (span.kind == "shrink") back = std::max(back, span.end);
    const auto death = std::find_if(result.events.begin(), result.events.end(),
                                    [](const auto& event) { return event.kind == "death"; });
    return Metrics{{"shrink_ms", (back - death->time).count() * 1e3}};
  });
  return summarise(runs).at("shrink_ms").mean;
}

void expect_within_factor_two(double simulated, double measured) {
  EXPECT_LT(simulated, 2 * measured);
  EXPECT_GT(simulated, measured / 2);
}

TEST(OpenMpi5, EightOfTwelveAtOnce) { expect_within_factor_two(simulated_ms(12, 8), 10); }
TEST(OpenMpi5, TwentyOfTwentyFourAtOnce) { expect_within_factor_two(simulated_ms(24, 20), 25); }

} // namespace
} // namespace daruma::study
