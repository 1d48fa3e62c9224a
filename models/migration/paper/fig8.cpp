// Process migration, Fig. 8: up to two processes a node.
#include "models/migration/paper/cases.hpp"

#include <fmt/format.h>

namespace daruma::models::migration::paper {

study::Reproduction fig8(const study::StudyContext& context) {
  const auto one_per_node = by_gap_and_active(1, context);
  study::Reproduction figure{
      fmt::format("{}, Fig. 8: run time by arrival gap and active processes; up to two processes a node", paper_name),
      by_gap_and_active(2, context)};
  figure.parameters = parameters_of_cases();
  const double of_two = time_of_all_active(figure.rows, heaviest_gap_min);
  figure.claims = {{"under the heaviest load two on a node are better than one, with all processes active",
                    of_two < time_of_all_active(one_per_node, heaviest_gap_min)},
                   {"with two on a node active processes need no limit under the heaviest load: all of them are best",
                    of_two == best_time(figure.rows, heaviest_gap_min)}};
  figure.plot = run_times({"arrival_gap_min", "mean arrival gap (min)"}, "active");
  return figure;
}

} // namespace daruma::models::migration::paper
