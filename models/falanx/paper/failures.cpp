// Our own: what failing nodes cost a bag of tasks with ranks, by scheduler.
#include "models/falanx/paper/schedulers.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/study/replications.hpp"

#include <fmt/format.h>

namespace daruma::models::falanx::paper {

namespace {

using study::Estimate;
using study::Metrics;
using study::Row;

constexpr double expected_failures[] = {0, 1, 2, 4};
constexpr int worker_nodes = 8;
constexpr int cores_of_node = 4;
constexpr int workers_in_all = worker_nodes * cores_of_node;
constexpr int tasks_in_all = 20 * workers_in_all;
constexpr Seconds task_length{5};
constexpr Seconds undisturbed = task_length * tasks_in_all / workers_in_all;

/// Without failures all runs are alike.
constexpr int runs_with(double failures) { return failures > 0 ? 5 : 1; }

/// The nodes of workers that fail, each once if in time; node 0 has all the others, the last three the tree store.
std::string failures_of(Seconds mtbf, int run) {
  constexpr Seconds longest{1000};
  std::string list;
  for (int node = 1; node <= worker_nodes; ++node) {
    RandomStream random(1, static_cast<std::uint64_t>(run), fmt::format("falanx-failures/node-{}", node));
    const Seconds end = random.exponential(mtbf);
    if (end < longest)
      list += fmt::format(R"({}{{"at": "{}s", "node": {}}})", list.empty() ? "" : ", ", end.count(), node);
  }
  return fmt::format(R"({{"law": "list", "list": [{}]}})", list);
}

scenario::Scenario failing_bag(const study::StudyContext& context, const std::string& scheduler, double failures,
                               int run) {
  Overrides changes{{"/expect", "[]"},
                    {"/machine/nodes", std::to_string(1 + worker_nodes + 3)},
                    {"/machine/cores", std::to_string(cores_of_node)},
                    {"/tree_store/nodes", "[9, 10, 11]"},
                    {"/jobs/0/placement", "block"},
                    {"/jobs/0/ranks", std::to_string(cores_of_node + workers_in_all)},
                    {"/jobs/0/arguments/startup", "0s"},
                    {"/jobs/0/arguments/data_nodes", scheduler == with_server ? "2" : "3"},
                    {"/jobs/0/arguments/workers", std::to_string(workers_in_all)},
                    {"/jobs/0/arguments/tasks", std::to_string(tasks_in_all)},
                    {"/jobs/0/arguments/length", daruma::to_text(task_length)}};
  if (failures > 0) changes.push_back({"/failures", failures_of(undisturbed * worker_nodes / failures, run)});
  return bag_of(context, "falanx-million", scheduler, changes);
}

/// A metric times `unit` over so many runs from `first` on.
Estimate mean_of(const std::vector<Metrics>& all, std::size_t first, int runs, const char* metric, double unit) {
  Numbers values;
  for (int run = 0; run < runs; ++run) values.push_back(unit * all[first + static_cast<std::size_t>(run)].at(metric));
  return study::estimate(values);
}

constexpr const char* time_panel = "time of the bag";
constexpr const char* lost_panel = "tasks lost";

Row failing_point(const std::string& what, const std::string& scheduler, double failures, const Estimate& value) {
  Row row = study::point(fmt::format("{}, {}", what, scheduler), "failures", failures, value.mean, "s");
  row.fields[0].second = scheduler;
  row.fields.insert(row.fields.end(), {{"panel", what}, {"half_width", value.half_width}});
  return row;
}

std::vector<scenario::Scenario> all_bags(const study::StudyContext& context) {
  std::vector<scenario::Scenario> bags;
  for (const char* scheduler : schedulers)
    for (const double expected : expected_failures)
      for (int run = 0; run < runs_with(expected); ++run)
        bags.push_back(failing_bag(context, scheduler, expected, run));
  return bags;
}

/// The rows of the time come before those of the losses.
std::vector<Row> rows_of(const std::vector<Metrics>& metrics) {
  std::vector<Row> rows;
  std::vector<Row> lost;
  std::size_t first = 0;
  for (const char* scheduler : schedulers)
    for (const double expected : expected_failures) {
      const int runs = runs_with(expected);
      const auto point_of = [&](const char* what, const char* metric, double unit) {
        return failing_point(what, scheduler, expected, mean_of(metrics, first, runs, metric, unit));
      };
      rows.push_back(point_of(time_panel, "bag.total_s", 1));
      lost.push_back(point_of(lost_panel, "bag.failed", task_length.count()));
      first += static_cast<std::size_t>(runs);
    }
  rows.insert(rows.end(), lost.begin(), lost.end());
  return rows;
}

} // namespace

study::Reproduction failures(const study::StudyContext& context) {
  study::Reproduction figure{"Falanx with ranks, 20 tasks of 5 s for each of 32 workers on 8 nodes that fail: time of "
                             "the bag, and of the tasks that were lost; means of 5 runs, the same failures for all"};
  const auto bags = all_bags(context);
  figure.rows = rows_of(study::run_each(bags, context.models));
  figure.parameters = bags.front().parameters;
  figure.plot = {{"failures", "nodes expected to fail within the ideal 100 s, of 8"},
                 {"simulated", "time, s"},
                 "series",
                 "panel",
                 "half_width"};
  const auto at_most = [&](const char* panel, const std::string& scheduler) {
    return figure.number_at(fmt::format("{}, {}, failures {:.6g}", panel, scheduler, expected_failures[3]));
  };
  const auto is_slower = [&](const std::string& scheduler) {
    return scheduler == "ha" || at_most(time_panel, "ha") > at_most(time_panel, scheduler);
  };
  const auto loses_less = [&](const std::string& scheduler) {
    return scheduler == "ha-batch" || at_most(lost_panel, "ha-batch") > at_most(lost_panel, scheduler);
  };
  figure.claims = {
      {"each write by itself costs most time, as the dead are only gone with their sessions",
       hold_on_tree_store(is_slower) && at_most(time_panel, "ha") > at_most(time_panel, with_server)},
      {"batches lose most, as a dead Starter's tasks fail that were not begun", hold_on_tree_store(loses_less)}};
  return figure;
}

} // namespace daruma::models::falanx::paper
