// Spare nodes, section 5.3: repeated exchanges after a failure. Drift hides collisions, and does not add any.
#include "models/spares/paper/counting.hpp"
#include "sim/study/replications.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

constexpr int steps = 25;
constexpr double message_ms = 0.8; ///< of the scenario: 4 MB at 5 GB/s

std::string name_of(int step) { return fmt::format("end[{}]", step); }

/// When the last rank had all halos of each step, for the last time if it was done again.
study::Metrics ends_of_steps(const results::Result& result) {
  study::Metrics ends;
  for (const results::Span& span : result.spans) {
    if (span.kind != "exchange") continue;
    double& end = ends[name_of(std::stoi(span.text))];
    end = std::max(end, span.end.count());
  }
  return ends;
}

/// How the ranks go about their exchanges.
struct Habit {
  const char* start;
  double stagger; ///< in exchanges of the unharmed job
};

/// The mean time from the end of a step to the end of the next, in seconds.
double pace(const study::StudyContext& context, const char* method, const Habit& habit, const char* failure_at) {
  const auto scenario =
      context.load("spare-stencil", {{"/jobs/0/arguments/method", method},
                                     {"/jobs/0/arguments/start", habit.start},
                                     {"/jobs/0/arguments/stagger", fmt::format("{}ms", habit.stagger * message_ms)},
                                     {"/jobs/0/arguments/steps", std::to_string(steps)},
                                     {"/jobs/0/arguments/work", "0flop"},
                                     {"/jobs/0/checkpoint/every", "1000 loop"},
                                     {"/events/0/at", failure_at}});
  const auto ends = study::replicate(scenario, context.models, 1, ends_of_steps).front();
  return (ends.at(name_of(steps - 1)) - ends.at(name_of(0))) / (steps - 1);
}

constexpr const char* after_its_end = "1h";
constexpr const char* in_its_first_step = "0.1ms"; ///< all steps are done again: there is no checkpoint before it

} // namespace

study::Reproduction drift(const study::StudyContext& context) {
  study::Reproduction figure{"spare nodes, section 5.3: repeated exchanges after a failure in the middle of 5x5 ranks "
                             "that begin together or as soon as each can, by the random delay of each rank's "
                             "messages"};
  figure.plot = study::lines("stagger", "largest delay, in exchanges of the unharmed job", study::Scale::linear,
                             "time of a step, in steps of the unharmed job");
  bool hides = true;
  for (const char* method : {"0d", "1d"})
    for (const char* start : {"together", "free"}) {
      const auto series = fmt::format("{}, {}", method, start);
      for (const double stagger : {0.0, 1.0, 4.0, 16.0}) {
        const Habit habit{start, stagger};
        const double unharmed = pace(context, method, habit, after_its_end);
        figure.rows.push_back(study::point(series, "stagger", stagger,
                                           pace(context, method, habit, in_its_first_step) / unharmed, "times"));
      }
      const auto times = line(figure, series);
      hides = hides && std::is_sorted(times.rbegin(), times.rend());
    }
  figure.claims = {{"the longer the delays, the more of the collisions they hide", hides}};
  return figure;
}

} // namespace daruma::models::spares::paper
