#include "models/spares/paper/spares_artefacts.hpp"
#include "models/spares/paper/spares_counting.hpp"
#include "sim/study/replications.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace daruma::study {

namespace {

constexpr int steps = 25;
constexpr double message_ms = 0.8; ///< of the scenario: 4 MB at 5 GB/s

std::string name_of(int step) { return fmt::format("end[{}]", step); }

/// When the last rank had all halos of each step, for the last time if it was done again.
Metrics ends_of_steps(const results::Result& result) {
  Metrics ends;
  for (const results::Span& span : result.spans) {
    if (span.kind != "exchange") continue;
    double& end = ends[name_of(std::stoi(span.text))];
    end = std::max(end, span.end.count());
  }
  return ends;
}

/// Set from what comes out: drift hides collisions, and does not add any.
void add_claims(Reproduction& result) {
  const auto drifting = line(result, "0d, free");
  const auto together = line(result, "0d, together");
  const auto slides = line(result, "1d, free");
  result.claims = {
      {"ranks that run freely and alike stay in step: repeated exchanges take what the static count says, within 2 %",
       std::abs(drifting[0] - 5) < 0.1 && std::abs(slides[0] - 3) < 0.06},
      {"nothing takes longer than the static count says",
       *std::max_element(drifting.begin(), drifting.end()) < 5.1 &&
           *std::max_element(together.begin(), together.end()) < 5.1 &&
           *std::max_element(slides.begin(), slides.end()) < 3.06},
      {"delays of up to 16 exchanges hide collisions: less than 1.1 times is left, together or not",
       drifting[3] < 1.1 && together[3] < 1.1}};
}

/// How the ranks go about their exchanges.
struct Habit {
  const char* start;
  double stagger; ///< in exchanges of the unharmed job
};

/// The mean time from the end of a step to the end of the next, in seconds.
double pace(const Laboratory& laboratory, const char* method, const Habit& habit, const char* failure_at) {
  const auto scenario = scenario::load(laboratory.scenarios / "spare-stencil.json", laboratory.surroundings,
                                       {{"/jobs/0/arguments/method", method},
                                        {"/jobs/0/arguments/start", habit.start},
                                        {"/jobs/0/arguments/stagger", fmt::format("{}ms", habit.stagger * message_ms)},
                                        {"/jobs/0/arguments/steps", std::to_string(steps)},
                                        {"/jobs/0/arguments/work", "0flop"},
                                        {"/jobs/0/checkpoint/every", "1000 loop"},
                                        {"/events/0/at", failure_at}});
  const auto ends = replicate(scenario, laboratory.models, 1, ends_of_steps).front();
  return (ends.at(name_of(steps - 1)) - ends.at(name_of(0))) / (steps - 1);
}

constexpr const char* after_its_end = "1h";
constexpr const char* in_its_first_step = "0.1ms"; ///< all steps are done again: there is no checkpoint before it

Reproduction drift(const Laboratory& laboratory) {
  Reproduction result{"spare-drift",
                      "spare nodes, section 5.3: repeated exchanges after a failure in the middle of 5x5 ranks that "
                      "begin together or as soon as each can, by the random delay of each rank's messages",
                      {},
                      {}};
  result.picture = lines("stagger", "largest delay, in exchanges of the unharmed job", Scale::linear,
                         "time of a step, in steps of the unharmed job");
  for (const char* method : {"0d", "1d"})
    for (const char* start : {"together", "free"})
      for (const double stagger : {0.0, 1.0, 4.0, 16.0}) {
        const Habit habit{start, stagger};
        const double unharmed = pace(laboratory, method, habit, after_its_end);
        result.rows.push_back(point(fmt::format("{}, {}", method, start), "stagger", stagger,
                                    pace(laboratory, method, habit, in_its_first_step) / unharmed, "times"));
      }
  add_claims(result);
  return result;
}

} // namespace

std::vector<Artefact> spares_drift() {
  return {{"spare-drift", "repeated exchanges after a failure, with and without a common start", drift}};
}

} // namespace daruma::study
