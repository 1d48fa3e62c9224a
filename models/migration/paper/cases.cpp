#include "models/migration/paper/cases.hpp"

#include <fmt/format.h>

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

constexpr double more_gaps_min[] = {2.5, 3.3, 5, 7.5, 10};
constexpr int fewest_active = 4;
constexpr int most_active = 8;

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

study::PlotSpec run_times(const study::Axis& over, const std::string& series, study::Scale scale) {
  return {over, {"mean_min", "run time (min)", scale}, series, "", "ci95_min"};
}

study::Reproduction granularity_figure(const char* title, int per_node, const study::StudyContext& context) {
  study::Reproduction figure{fmt::format("{}, {}", paper_name, title), by_granularity(per_node, context)};
  figure.parameters = parameters_of_cases();
  figure.claims = {{"with spares, an interval of the whole arrival gap costs more than one of a quarter of it",
                    loses_beyond_half_the_gap(figure.rows)}};
  figure.plot = run_times({"gap_over_interval", "arrival gap over migration interval", study::Scale::logarithmic},
                          "interval_min");
  figure.plot->panel = "active";
  return figure;
}

} // namespace daruma::models::migration::paper
