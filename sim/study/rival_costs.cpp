#include "sim/study/rival_costs.hpp"

#include "sim/core/random_stream.hpp"

#include <fmt/format.h>

namespace daruma::study {

namespace {

constexpr int runs_with(double expected) { return expected > 0 ? 10 : 1; }

std::string series_of(const RivalCost& cost, const std::string& rival) {
  return fmt::format("{}, {}", cost.title, rival);
}

Row row_of(const RivalCost& cost, const std::string& rival, double expected, const Estimate& value) {
  Row row = point(series_of(cost, rival), "failures", expected, value.mean, cost.unit);
  row.fields[0].second = rival;
  row.fields.insert(row.fields.end(), {{"panel", cost.title}, {"half_width", value.half_width}});
  return row;
}

} // namespace

std::string failures_of(const FailingNodes& nodes, const std::string& name, int run) {
  std::string list;
  for (int node = 0; node < nodes.count; ++node) {
    RandomStream random(1, static_cast<std::uint64_t>(run), fmt::format("{}-{}", name, node));
    const Seconds end = random.exponential(nodes.mean);
    if (end < nodes.within)
      list +=
          fmt::format(R"({}{{"at": "{}s", "node": {}}})", list.empty() ? "" : ", ", end.count(), nodes.first + node);
  }
  return fmt::format(R"({{"law": "list", "list": [{}]}})", list);
}

const std::vector<double>& rival_failures() {
  static const std::vector<double> all{0, 1, 2, 4};
  return all;
}

std::vector<scenario::Scenario>
rival_runs(std::size_t rivals,
           const std::function<scenario::Scenario(std::size_t rival, double expected, int run)>& make) {
  std::vector<scenario::Scenario> all;
  for (std::size_t rival = 0; rival < rivals; ++rival)
    for (const double expected : rival_failures())
      for (int run = 0; run < runs_with(expected); ++run) all.push_back(make(rival, expected, run));
  return all;
}

std::vector<Row> rival_rows(const std::vector<std::string>& rivals, const RivalCost& cost,
                            const std::vector<Metrics>& runs, double without) {
  std::vector<Row> rows;
  auto next = runs.begin();
  for (const std::string& rival : rivals)
    for (const double expected : rival_failures()) {
      std::vector<double> values;
      values.reserve(static_cast<std::size_t>(runs_with(expected)));
      for (int run = 0; run < runs_with(expected); ++run) values.push_back((next++)->at(cost.title) - without);
      rows.push_back(row_of(cost, rival, expected, estimate(values)));
    }
  return rows;
}

double rival_number(const Reproduction& figure, const RivalCost& cost, const std::string& rival, double expected) {
  return figure.number_at(fmt::format("{}, failures {:.6g}", series_of(cost, rival), expected));
}

PlotSpec rival_panels(const std::string& failures_label) {
  PlotSpec plot{{"failures", failures_label}, {"simulated", ""}, "series", "panel", "half_width"};
  plot.has_own_scales = true;
  return plot;
}

} // namespace daruma::study
