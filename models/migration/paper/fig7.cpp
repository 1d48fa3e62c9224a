// Process migration, Fig. 7: one process a node.
#include "models/migration/paper/cases.hpp"

#include <fmt/format.h>

namespace daruma::models::migration::paper {

study::Reproduction fig7(const study::StudyContext& context) {
  study::Reproduction figure{
      fmt::format("{}, Fig. 7: run time by arrival gap and active processes; one process a node", paper_name),
      by_gap_and_active(1, context)};
  figure.parameters = parameters_of_cases();
  figure.claims = {{"under the heaviest load fewer active processes are better than all",
                    best_time(figure.rows, heaviest_gap_min) < time_of_all_active(figure.rows, heaviest_gap_min)}};
  figure.plot = run_times({"arrival_gap_min", "mean arrival gap (min)"}, "active");
  return figure;
}

} // namespace daruma::models::migration::paper
