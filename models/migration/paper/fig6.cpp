// Process migration, Fig. 6: how many spare processes are best.
#include "models/migration/paper/cases.hpp"

#include <fmt/format.h>

namespace daruma::models::migration::paper {

namespace {

constexpr int most_spares = 4;

int best_spares(const std::vector<study::Row>& rows, double gap_min) {
  int best = 0;
  for (int spares = 1; spares <= most_spares; ++spares)
    if (find(rows, {{"arrival_gap_min", gap_min}, {"spares", spares}}).simulated <
        find(rows, {{"arrival_gap_min", gap_min}, {"spares", best}}).simulated)
      best = spares;
  return best;
}

} // namespace

study::Reproduction fig6(const study::StudyContext& context) {
  study::Reproduction figure{
      fmt::format("{}, Fig. 6: run time by spare processes; 8 nodes, one process a node", paper_name)};
  figure.parameters = parameters_of_cases();
  for (const double gap : gaps_min)
    for (int spares = 0; spares <= most_spares; ++spares)
      figure.rows.push_back(
          row_of(fmt::format("an arrival every {} min, {} spare{}", gap, spares, spares == 1 ? "" : "s"),
                 case_of_paper(gap, 8 - spares, 1), context));
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
  figure.plot = run_times({"spares", "spare processes"}, "arrival_gap_min");
  return figure;
}

} // namespace daruma::models::migration::paper
