#include "models/migration/paper/migration_artefacts.hpp"

#include "models/migration/paper/migration_cases.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::study {

namespace {

using fast::MigrationCase;

// --- Figure 6

constexpr int most_spares = 4;

int best_spares(const std::vector<Row>& rows, double gap_min) {
  int best = 0;
  for (int spares = 1; spares <= most_spares; ++spares)
    if (find(rows, {{"arrival_gap_min", gap_min}, {"spares", spares}}).simulated <
        find(rows, {{"arrival_gap_min", gap_min}, {"spares", best}}).simulated)
      best = spares;
  return best;
}

Reproduction migration_fig6(const Laboratory& laboratory) {
  Reproduction figure{
      "migr-fig6",
      fmt::format("{}, Fig. 6: run time by spare processes; 8 nodes, one process a node", migration_paper),
      {},
      {}};
  for (const double gap : gaps_min)
    for (int spares = 0; spares <= most_spares; ++spares)
      figure.rows.push_back(
          row_of(fmt::format("an arrival every {} min, {} spare{}", gap, spares, spares == 1 ? "" : "s"),
                 case_of_paper(gap, 8 - spares, 1), laboratory));
  const auto time = [&](double gap, int spares) {
    return find(figure.rows, {{"arrival_gap_min", gap}, {"spares", spares}}).simulated;
  };
  figure.claims = {
      {"the more load, the more spares are best", best_spares(figure.rows, 10) <= best_spares(figure.rows, 5) &&
                                                      best_spares(figure.rows, 5) <= best_spares(figure.rows, 2.5) &&
                                                      best_spares(figure.rows, 10) < best_spares(figure.rows, 2.5)},
      {"under the lightest load four spares are worse than none", time(10, 4) > time(10, 0)},
      {"under the lightest load one or two spares are best",
       best_spares(figure.rows, 10) == 1 || best_spares(figure.rows, 10) == 2}};
  figure.picture =
      Picture{{"spares", "spare processes"}, {"mean_min", "run time (min)"}, "arrival_gap_min", "", "ci95_min"};
  return figure;
}

// --- Figures 7 and 8

constexpr double more_gaps_min[] = {2.5, 3.3, 5, 7.5, 10};
constexpr int fewest_active = 4;
constexpr int most_active = 8;

std::vector<Row> by_gap_and_active(int per_node, const Laboratory& laboratory) {
  std::vector<Row> rows;
  for (int active = fewest_active; active <= most_active; ++active)
    for (const double gap : more_gaps_min)
      rows.push_back(row_of(fmt::format("{} active, an arrival every {} min", active, gap),
                            case_of_paper(gap, active, per_node), laboratory));
  return rows;
}

double best_time(const std::vector<Row>& rows, double gap_min) {
  double best = find(rows, {{"arrival_gap_min", gap_min}, {"active", most_active}}).simulated;
  for (int active = fewest_active; active < most_active; ++active)
    best = std::min(best, find(rows, {{"arrival_gap_min", gap_min}, {"active", active}}).simulated);
  return best;
}

Picture by_gap() {
  return {{"arrival_gap_min", "mean arrival gap (min)"}, {"mean_min", "run time (min)"}, "active", "", "ci95_min"};
}

Reproduction migration_fig7(const Laboratory& laboratory) {
  Reproduction figure{
      "migr-fig7",
      fmt::format("{}, Fig. 7: run time by arrival gap and active processes; one process a node", migration_paper),
      by_gap_and_active(1, laboratory),
      {}};
  const auto all_active = [&](double gap) {
    return find(figure.rows, {{"arrival_gap_min", gap}, {"active", most_active}}).simulated;
  };
  figure.claims = {{"under the heaviest load fewer active processes are better than all",
                    best_time(figure.rows, 2.5) < 0.9 * all_active(2.5)}};
  figure.picture = by_gap();
  return figure;
}

Reproduction migration_fig8(const Laboratory& laboratory) {
  const auto one_per_node = by_gap_and_active(1, laboratory);
  Reproduction figure{
      "migr-fig8",
      fmt::format("{}, Fig. 8: run time by arrival gap and active processes; up to two processes a node",
                  migration_paper),
      by_gap_and_active(2, laboratory),
      {}};
  const auto all_active = [&](const std::vector<Row>& rows, double gap) {
    return find(rows, {{"arrival_gap_min", gap}, {"active", most_active}}).simulated;
  };
  const bool one_spare_does = std::all_of(std::begin(more_gaps_min), std::end(more_gaps_min), [&](double gap) {
    return find(figure.rows, {{"arrival_gap_min", gap}, {"active", 7}}).simulated <= 1.1 * best_time(figure.rows, gap);
  });
  figure.claims = {{"under the heaviest load two on a node are clearly better than one, with all processes active",
                    all_active(figure.rows, 2.5) < 0.9 * all_active(one_per_node, 2.5)},
                   {"with two on a node active processes need no limit under the heaviest load: all of them are best",
                    all_active(figure.rows, 2.5) == best_time(figure.rows, 2.5)},
                   {"one spare and two on a node are within 10% of the best under every load", one_spare_does}};
  figure.picture = by_gap();
  return figure;
}

// --- Figures 9 and 10

constexpr double intervals_min[] = {1, 2, 4, 8};
constexpr double granularities[] = {0.5, 1, 2, 4, 8, 16};

/// The load of each node stays 1/8 while gap and service grow alike.
MigrationCase case_of_granularity(double interval_min, double granularity, int active, int per_node) {
  MigrationCase what = case_of_paper(interval_min * granularity, active, per_node);
  what.background.service = what.background.arrival_gap;
  what.interval = Seconds(interval_min * minute_s);
  return what;
}

std::vector<Row> by_granularity(int per_node, const Laboratory& laboratory) {
  std::vector<Row> rows;
  for (const int active : {8, 7, 6})
    for (const double interval : intervals_min)
      for (const double granularity : granularities) {
        rows.push_back(
            row_of(fmt::format("{} active, every {} min, arrival gap {} times that", active, interval, granularity),
                   case_of_granularity(interval, granularity, active, per_node), laboratory));
        rows.back().fields.emplace_back("gap_over_interval", granularity);
      }
  return rows;
}

/// With one or two spares, at every interval.
bool loses_beyond_half_the_gap(const std::vector<Row>& rows) {
  bool loses = true;
  for (const double active : {7, 6})
    for (const double interval : intervals_min) {
      const auto time = [&](double granularity) {
        return find(rows, {{"active", active}, {"interval_min", interval}, {"gap_over_interval", granularity}})
            .simulated;
      };
      loses = loses && time(1) > 1.08 * time(4);
    }
  return loses;
}

Reproduction granularity_figure(const char* id, const char* title, int per_node, const Laboratory& laboratory) {
  Reproduction figure{id, fmt::format("{}, {}", migration_paper, title), by_granularity(per_node, laboratory), {}};
  figure.claims = {
      {"with spares, an interval of the whole arrival gap costs more than 8% beside one of a quarter of it",
       loses_beyond_half_the_gap(figure.rows)}};
  figure.picture = Picture{{"gap_over_interval", "arrival gap over migration interval", Scale::logarithmic},
                           {"mean_min", "run time (min)"},
                           "interval_min",
                           "active",
                           "ci95_min"};
  return figure;
}

Reproduction migration_fig9(const Laboratory& laboratory) {
  return granularity_figure("migr-fig9", "Fig. 9: run time by granularity of the load; one process a node", 1,
                            laboratory);
}

Reproduction migration_fig10(const Laboratory& laboratory) {
  return granularity_figure("migr-fig10", "Fig. 10: run time by granularity of the load; up to two processes a node", 2,
                            laboratory);
}

} // namespace

std::vector<Artefact> migration_artefacts() {
  return {
      {"migr-fig6", "migration: run time by spare processes", migration_fig6},
      {"migr-fig7", "migration: run time by arrival gap, one process a node", migration_fig7},
      {"migr-fig8", "migration: run time by arrival gap, up to two processes a node", migration_fig8},
      {"migr-fig9", "migration: run time by granularity of the load, one process a node", migration_fig9},
      {"migr-fig10", "migration: run time by granularity of the load, up to two processes a node", migration_fig10}};
}

} // namespace daruma::study
