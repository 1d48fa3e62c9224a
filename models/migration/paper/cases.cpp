#include "models/migration/paper/cases.hpp"

#include <algorithm>

namespace daruma::models::migration::paper {

namespace {

study::Estimate minutes(const fast::MigrationCase& what, const study::StudyContext& context) {
  return estimate_until(context.precision, [&what](int replication) {
    return fast::run(what, 1, static_cast<std::uint64_t>(replication)).makespan.count() / minute_s;
  });
}

double number(const study::Row& row, std::string_view name) {
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
  what.policy = find_policy("greedy");
  return what;
}

Parameters parameters_of_cases() {
  return {{"nodes, work, service, interval", "8, 960 min, 10 min, 1 min", SourceKind::cited,
           "Yazawa and Hibino, section 4.3; what a figure changes stands in its rows"},
          {"time of a migration", "0.3s", SourceKind::cited, "Yazawa and Hibino, section 3.4: over the SP Switch"},
          {"barriers", "by work", SourceKind::assumed,
           "a process does a minute of work between barriers and waits there for the slowest, as a program that counts "
           "its iterations; the paper could also mean a minute of wall time"},
          {"policy", "greedy", SourceKind::assumed,
           "from the most to the least loaded node while that helps; the paper only says that the load decides"}};
}

study::Row row_of(const std::string& label, const fast::MigrationCase& what, const study::StudyContext& context) {
  const study::Estimate time = minutes(what, context);
  return {label,
          {},
          time.mean,
          "min",
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

const study::Row& find(const std::vector<study::Row>& rows,
                       std::initializer_list<std::pair<const char*, double>> wanted) {
  return *std::find_if(rows.begin(), rows.end(), [&](const study::Row& row) {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](const auto& field) { return number(row, field.first) == field.second; });
  });
}

} // namespace daruma::models::migration::paper
