#include "models/migration/paper/active.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::models::migration::paper {

namespace {

constexpr double more_gaps_min[] = {2.5, 3.3, 5, 7.5, 10};
constexpr int fewest_active = 4;
constexpr int most_active = 8;

} // namespace

std::vector<study::Row> by_gap_and_active(int per_node, const study::StudyContext& context) {
  std::vector<study::Row> rows;
  for (int active = fewest_active; active <= most_active; ++active)
    for (const double gap : more_gaps_min)
      rows.push_back(row_of(fmt::format("{} active, an arrival every {} min", active, gap),
                            case_of_paper(gap, active, per_node), context));
  return rows;
}

double time_of_all_active(const std::vector<study::Row>& rows, double gap_min) {
  return find(rows, {{"arrival_gap_min", gap_min}, {"active", most_active}}).simulated;
}

double best_time(const std::vector<study::Row>& rows, double gap_min) {
  double best = time_of_all_active(rows, gap_min);
  for (int active = fewest_active; active < most_active; ++active)
    best = std::min(best, find(rows, {{"arrival_gap_min", gap_min}, {"active", active}}).simulated);
  return best;
}

study::PlotSpec by_gap() {
  return {{"arrival_gap_min", "mean arrival gap (min)"}, {"mean_min", "run time (min)"}, "active", "", "ci95_min"};
}

} // namespace daruma::models::migration::paper
