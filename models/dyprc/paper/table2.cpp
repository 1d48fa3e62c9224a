// DyProReconf, Table 2: what Table 1 has, beside leaving by order.
#include "models/dyprc/paper/shrink.hpp"
#include "sim/study/replications.hpp"

#include <fmt/format.h>

namespace daruma::models::dyprc::paper {

namespace {

study::Row leaving_by_order(int before, double paper_s, const study::StudyContext& context) {
  const auto scenario = context.load("dyprc-table2", {{"/jobs/0/ranks", std::to_string(before)}});
  const auto runs = study::replicate(scenario, context.models, 1);
  return {fmt::format("MPI_Comm_split + MPI_Finalize, {} -> 4", before),
          paper_s,
          runs.front().at("pool.recovery_1_s"),
          "s",
          {},
          scenario.parameters};
}

} // namespace

study::Reproduction table2(const study::StudyContext& context) {
  study::Reproduction table{"DyProReconf, Table 2: time to lose processes, by failure and by order",
                            shrink_rows(context)};
  table.rows.push_back(leaving_by_order(12, 0.1, context));
  table.rows.push_back(leaving_by_order(24, 0.2, context));
  const auto time = [&table](std::size_t row) { return table.rows[row].simulated; };
  table.claims = {{"leaving by order is faster than being found dead, with the detector thread too",
                   time(4) < time(2) && time(5) < time(3)}};
  return table;
}

} // namespace daruma::models::dyprc::paper
