// Our own: the best migration interval.
#include "models/migration/paper/cases.hpp"

#include <fmt/format.h>

namespace daruma::models::migration::paper {

namespace {

constexpr double parts_of_gap[] = {1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1, 2};

} // namespace

study::Reproduction interval(const study::StudyContext& context) {
  study::Reproduction figure{
      "Which migration interval is best? 8 nodes, 7 active processes, up to two a node, 0.3 s a migration"};
  figure.parameters = parameters_of_cases();
  bool shorter_is_better = true;
  for (const double gap : gaps_min) {
    for (const double part : parts_of_gap) {
      fast::MigrationCase what = case_of_paper(gap, 7, 2);
      what.interval = what.background.arrival_gap * part;
      figure.rows.push_back(
          row_of(fmt::format("an arrival every {} min, interval {} of that", gap, part), what, context));
      figure.rows.back().fields.emplace_back("interval_over_gap", part);
    }
    const auto time = [&](double part) {
      return find(figure.rows, {{"arrival_gap_min", gap}, {"interval_over_gap", part}}).simulated;
    };
    shorter_is_better = shorter_is_better && time(1.0 / 16) < time(1.0 / 2);
  }
  figure.claims = {{"a sixteenth of the arrival gap is better than half of it under every load", shorter_is_better}};
  figure.plot = run_times({"interval_over_gap", "migration interval over arrival gap", study::Scale::logarithmic},
                          "arrival_gap_min");
  return figure;
}

} // namespace daruma::models::migration::paper
