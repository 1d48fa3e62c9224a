#include "models/dyprc/paper/shrink.hpp"

#include "sim/study/replications.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::models::dyprc::paper {

namespace {

using study::Metrics;
using study::Row;

/// From the first death until the last survivor is back from MPIX_Comm_shrink.
Metrics shrink_return(const results::Result& result) {
  const auto death = std::find_if(result.events.begin(), result.events.end(),
                                  [](const results::Event& event) { return event.kind == "death"; });
  Seconds back{0};
  for (const results::Span& span : result.spans)
    if (span.kind == "shrink") back = std::max(back, span.end);
  return {{"shrink_s", (back - death->time).count()}};
}

struct Case {
  const char* runtime;
  const char* thread;
  int before;
  int lost;
  double paper_s;
};

constexpr Case cases[] = {{"openmpi-4.0-ulfm", "without detector thread", 12, 8, 151},
                          {"openmpi-4.0-ulfm", "without detector thread", 24, 20, 392},
                          {"openmpi-4.0-ulfm-detector-thread", "with detector thread", 12, 8, 15},
                          {"openmpi-4.0-ulfm-detector-thread", "with detector thread", 24, 20, 39}};

Row row_of(const Case& one, const study::StudyContext& context) {
  const std::string before = std::to_string(one.before);
  const auto scenario = context.load("dyprc-table1", {{"/runtime", one.runtime},
                                                      {"/jobs/0/ranks", before},
                                                      {"/events/0/random", std::to_string(one.lost)},
                                                      {"/events/0/below", before}});
  const auto runs = study::replicate(scenario, context.models, runs_over_phases, shrink_return);
  const auto label = fmt::format("MPIX_Comm_shrink, {} -> {}, {}", one.before, one.before - one.lost, one.thread);
  return {label,
          one.paper_s,
          study::summarise(runs).at("shrink_s").mean,
          "s",
          {},
          scenario.parameters,
          "dyprc-table1/" + label};
}

} // namespace

std::vector<Row> shrink_rows(const study::StudyContext& context) {
  std::vector<Row> rows;
  for (const Case& one : cases) rows.push_back(row_of(one, context));
  return rows;
}

} // namespace daruma::models::dyprc::paper
