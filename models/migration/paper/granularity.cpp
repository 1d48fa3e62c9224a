#include "models/migration/paper/granularity.hpp"

#include <fmt/format.h>

namespace daruma::models::migration::paper {

namespace {

constexpr double intervals_min[] = {1, 2, 4, 8};
constexpr double granularities[] = {0.5, 1, 2, 4, 8, 16};

/// The load of each node stays 1/8 while gap and service grow alike.
fast::MigrationCase case_of_granularity(double interval_min, double granularity, int active, int per_node) {
  fast::MigrationCase what = case_of_paper(interval_min * granularity, active, per_node);
  what.background.service = what.background.arrival_gap;
  what.interval = Seconds(interval_min * minute_s);
  return what;
}

std::vector<study::Row> by_granularity(int per_node, const study::StudyContext& context) {
  std::vector<study::Row> rows;
  for (const int active : {8, 7, 6})
    for (const double interval : intervals_min)
      for (const double granularity : granularities) {
        rows.push_back(
            row_of(fmt::format("{} active, every {} min, arrival gap {} times that", active, interval, granularity),
                   case_of_granularity(interval, granularity, active, per_node), context));
        rows.back().fields.emplace_back("gap_over_interval", granularity);
      }
  return rows;
}

/// With one or two spares, at every interval.
bool loses_beyond_half_the_gap(const std::vector<study::Row>& rows) {
  bool loses = true;
  for (const double active : {7, 6})
    for (const double interval : intervals_min) {
      const auto time = [&](double granularity) {
        return find(rows, {{"active", active}, {"interval_min", interval}, {"gap_over_interval", granularity}})
            .simulated;
      };
      loses = loses && time(1) > time(4);
    }
  return loses;
}

} // namespace

study::Reproduction granularity_figure(const char* id, const char* title, int per_node,
                                       const study::StudyContext& context) {
  study::Reproduction figure{id, fmt::format("{}, {}", paper_name, title), by_granularity(per_node, context)};
  figure.parameters = parameters_of_cases();
  figure.claims = {{"with spares, an interval of the whole arrival gap costs more than one of a quarter of it",
                    loses_beyond_half_the_gap(figure.rows)}};
  figure.plot = study::PlotSpec{{"gap_over_interval", "arrival gap over migration interval", study::Scale::logarithmic},
                                {"mean_min", "run time (min)"},
                                "interval_min",
                                "active",
                                "ci95_min"};
  return figure;
}

} // namespace daruma::models::migration::paper
