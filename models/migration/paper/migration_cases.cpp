#include "models/migration/paper/migration_cases.hpp"

#include <algorithm>

namespace daruma::study {

namespace {

Estimate minutes(const fast::MigrationCase& what, const Laboratory& laboratory) {
  return estimate_until(laboratory.precision, [&what](int replication) {
    return fast::run(what, 1, static_cast<std::uint64_t>(replication)).makespan.count() / minute_s;
  });
}

double number(const Row& row, std::string_view name) {
  const auto found =
      std::find_if(row.fields.begin(), row.fields.end(), [&](const auto& field) { return field.first == name; });
  return std::get<double>(found->second);
}

} // namespace

fast::MigrationCase case_of_paper(double gap_min, int active, int per_node) {
  fast::MigrationCase what;
  what.active = active;
  what.per_node = per_node;
  what.background.arrival_gap = Seconds(gap_min * minute_s);
  what.policy = models::migration::find_policy("greedy");
  return what;
}

Row row_of(const std::string& label, const fast::MigrationCase& what, const Laboratory& laboratory) {
  const Estimate time = minutes(what, laboratory);
  return {label,
          {},
          time.mean,
          "min",
          false,
          {{"arrival_gap_min", what.background.arrival_gap.count() / minute_s},
           {"interval_min", what.interval.count() / minute_s},
           {"spares", static_cast<double>(what.nodes - what.active)},
           {"active", static_cast<double>(what.active)},
           {"per_node", static_cast<double>(what.per_node)},
           {"load", utilisation(what.background, what.nodes)},
           {"mean_min", time.mean},
           {"ci95_min", time.half_width},
           {"replications", static_cast<double>(time.count)}}};
}

const Row& find(const std::vector<Row>& rows, std::initializer_list<std::pair<const char*, double>> wanted) {
  return *std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](const auto& field) { return number(row, field.first) == field.second; });
  });
}

} // namespace daruma::study
