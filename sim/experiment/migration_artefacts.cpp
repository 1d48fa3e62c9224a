#include "sim/experiment/migration_artefacts.hpp"

#include "sim/fast/migration.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace daruma::experiment {

namespace {

using fast::MigrationCase;
using models::migration::find_policy;
using models::migration::Policy;

constexpr double minute_s = 60;

/// Section 4.3: 8 nodes, 960 minutes of work, a service of 10 minutes, barriers by work every minute.
MigrationCase case_of_paper(double gap_min, int active, int per_node) {
  MigrationCase what;
  what.active = active;
  what.per_node = per_node;
  what.background.arrival_gap = Seconds(gap_min * minute_s);
  what.policy = find_policy("greedy");
  return what;
}

Estimate minutes(const MigrationCase& what, const Laboratory& laboratory) {
  return estimate_until(laboratory.precision, [&what](int replication) {
    return fast::run(what, 1, static_cast<std::uint64_t>(replication)).makespan.count() / minute_s;
  });
}

Row row_of(const std::string& label, const MigrationCase& what, const Laboratory& laboratory) {
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

double number(const Row& row, std::string_view name) {
  const auto found =
      std::find_if(row.fields.begin(), row.fields.end(), [&](const auto& field) { return field.first == name; });
  return std::get<double>(found->second);
}

/// The one row with these numbers.
const Row& find(const std::vector<Row>& rows, std::initializer_list<std::pair<const char*, double>> wanted) {
  return *std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](const auto& field) { return number(row, field.first) == field.second; });
  });
}

// --- Figure 6

constexpr double gaps_min[] = {10, 5, 2.5};
constexpr int most_spares = 4;

int best_spares(const std::vector<Row>& rows, double gap_min) {
  int best = 0;
  for (int spares = 1; spares <= most_spares; ++spares)
    if (find(rows, {{"arrival_gap_min", gap_min}, {"spares", spares}}).simulated <
        find(rows, {{"arrival_gap_min", gap_min}, {"spares", best}}).simulated)
      best = spares;
  return best;
}

Reproduction fig6(const Laboratory& laboratory) {
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

Reproduction fig7(const Laboratory& laboratory) {
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

Reproduction fig8(const Laboratory& laboratory) {
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

Reproduction fig9(const Laboratory& laboratory) {
  return granularity_figure("migr-fig9", "Fig. 9: run time by granularity of the load; one process a node", 1,
                            laboratory);
}

Reproduction fig10(const Laboratory& laboratory) {
  return granularity_figure("migr-fig10", "Fig. 10: run time by granularity of the load; up to two processes a node", 2,
                            laboratory);
}

// --- Our own

MigrationCase case_of_load(double load, const char* policy_name) {
  MigrationCase what = case_of_paper(1, 7, 2);
  what.background.arrival_gap = load == 0 ? never : what.background.service / (load * what.nodes);
  what.policy = find_policy(policy_name);
  return what;
}

/// No arrivals: a gap that JSON has no number for.
Row row_of_load(double load, const Policy& which, const Laboratory& laboratory) {
  Row row = row_of(fmt::format("{}, load {}", which.name, load), case_of_load(load, which.name.data()), laboratory);
  row.fields.erase(row.fields.begin());
  row.fields.emplace_back("policy", std::string(which.name));
  return row;
}

Reproduction policies(const Laboratory& laboratory) {
  Reproduction figure{"migr-policies",
                      "All policies by load: 8 nodes, 7 active processes, up to two a node, barriers every minute",
                      {},
                      {}};
  for (const Policy& which : models::migration::policies())
    for (int tenths = 0; tenths <= 9; ++tenths) figure.rows.push_back(row_of_load(tenths / 10.0, which, laboratory));
  const auto time = [&](std::string_view name, double load) {
    return std::find_if(figure.rows.begin(), figure.rows.end(),
                        [&](const Row& row) { return row.label == fmt::format("{}, load {}", name, load); })
        ->simulated;
  };
  bool moving_helps = true;
  bool knowing_bounds = true;
  for (int tenths = 1; tenths <= 9; ++tenths) {
    const double load = tenths / 10.0;
    moving_helps = moving_helps && time("greedy", load) < time("never", load);
    knowing_bounds =
        knowing_bounds && time("foresight", load) <= std::min(time("greedy", load), time("hysteresis", load));
  }
  figure.claims = {{"moving is better than staying under every load", moving_helps},
                   {"no policy beats the one that knows the load to come", knowing_bounds}};
  figure.picture = Picture{
      {"load", "load of each node"}, {"mean_min", "run time (min)", Scale::logarithmic}, "policy", "", "ci95_min"};
  return figure;
}

constexpr double parts_of_gap[] = {1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1, 2};

Reproduction interval(const Laboratory& laboratory) {
  Reproduction figure{
      "migr-interval",
      "Which migration interval is best? 8 nodes, 7 active processes, up to two a node, 0.3 s a migration",
      {},
      {}};
  for (const double gap : gaps_min)
    for (const double part : parts_of_gap) {
      MigrationCase what = case_of_paper(gap, 7, 2);
      what.interval = what.background.arrival_gap * part;
      figure.rows.push_back(
          row_of(fmt::format("an arrival every {} min, interval {} of that", gap, part), what, laboratory));
      figure.rows.back().fields.emplace_back("interval_over_gap", part);
    }
  bool shorter_is_better = true;
  for (const double gap : gaps_min) {
    const auto time = [&](double part) {
      return find(figure.rows, {{"arrival_gap_min", gap}, {"interval_over_gap", part}}).simulated;
    };
    shorter_is_better = shorter_is_better && time(1.0 / 16) < time(1.0 / 2);
  }
  figure.claims = {{"a sixteenth of the arrival gap is better than half of it under every load", shorter_is_better}};
  figure.picture = Picture{{"interval_over_gap", "migration interval over arrival gap", Scale::logarithmic},
                           {"mean_min", "run time (min)"},
                           "arrival_gap_min",
                           "",
                           "ci95_min"};
  return figure;
}

/// As many replications as cost about as much as those of 8 nodes.
Laboratory for_nodes(Laboratory laboratory, int nodes) {
  constexpr int fewest = 5;
  laboratory.precision.most = std::max(fewest, laboratory.precision.most * 8 / nodes);
  return laboratory;
}

Reproduction scale(const Laboratory& laboratory) {
  Reproduction figure{
      "migr-scale", "Larger machines: load 1/8, an eighth of the nodes spare, 120 minutes of work a process", {}, {}};
  for (const char* name : {"never", "greedy", "hysteresis"})
    for (const int nodes : {8, 40, 200, 1000, 10000}) {
      MigrationCase what = case_of_paper(80.0 / nodes, nodes - nodes / 8, 2);
      what.nodes = nodes;
      what.total_work = Seconds(120 * minute_s) * what.active;
      what.policy = find_policy(name);
      figure.rows.push_back(row_of(fmt::format("{}, {} nodes", name, nodes), what, for_nodes(laboratory, nodes)));
      figure.rows.back().fields.emplace_back("policy", name);
      figure.rows.back().fields.emplace_back("nodes", static_cast<double>(nodes));
    }
  const auto time = [&](const char* name, int nodes) {
    return std::find_if(figure.rows.begin(), figure.rows.end(),
                        [&](const Row& row) { return row.label == fmt::format("{}, {} nodes", name, nodes); })
        ->simulated;
  };
  figure.claims = {
      {"the larger the machine, the slower its unluckiest node: without migration time grows with the nodes",
       time("never", 8) < time("never", 200) && time("never", 200) < time("never", 10000)},
      {"on 200 nodes migration is better than none", time("greedy", 200) < time("never", 200)}};
  figure.picture = Picture{{"nodes", "nodes", Scale::logarithmic},
                           {"mean_min", "run time (min)", Scale::logarithmic},
                           "policy",
                           "",
                           "ci95_min"};
  return figure;
}

} // namespace

std::vector<Artefact> migration_artefacts() {
  return {{"migr-fig6", "migration: run time by spare processes", fig6},
          {"migr-fig7", "migration: run time by arrival gap, one process a node", fig7},
          {"migr-fig8", "migration: run time by arrival gap, up to two processes a node", fig8},
          {"migr-fig9", "migration: run time by granularity of the load, one process a node", fig9},
          {"migr-fig10", "migration: run time by granularity of the load, up to two processes a node", fig10},
          {"migr-policies", "our own: all migration policies by load", policies},
          {"migr-interval", "our own: the best migration interval", interval},
          {"migr-scale", "our own: migration on 8 to 10000 nodes", scale}};
}

} // namespace daruma::experiment
