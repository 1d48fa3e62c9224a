#include "models/falanx/paper/falanx_artefacts.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/threads.hpp"
#include "sim/study/fast_world.hpp"
#include "sim/study/replications.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace daruma::study {

namespace {

constexpr const char* kinds[] = {"task-queue-server", "ha", "ha-commit", "ha-buckets", "ha-ordered", "ha-batch"};
constexpr std::size_t kind_count = std::size(kinds);

using Overrides = std::vector<scenario::Override>;

/// On the machine and at the costs of the rows of table 2.
scenario::Scenario bag_of(const Laboratory& laboratory, const std::string& file, const std::string& kind,
                          const Overrides& more) {
  const bool has_server = kind == kinds[0];
  Overrides changes{{"/jobs/0/arguments/scheduler", kind}, {"/jobs/0/arguments/servers", has_server ? "1" : "0"}};
  changes.insert(changes.end(), more.begin(), more.end());
  return scenario::load(laboratory.scenarios / file, laboratory.surroundings, changes);
}

using Numbers = std::vector<double>;

/// The lines of all schedulers, on all cores.
std::vector<Numbers> lines_of(const std::function<Numbers(std::size_t kind)>& line_of) {
  std::vector<Numbers> all(kind_count);
  std::atomic<std::size_t> next{0};
  on_threads(cores_here(), [&](int) {
    for (std::size_t kind = next++; kind < kind_count; kind = next++) all[kind] = line_of(kind);
  });
  return all;
}

/// A line may end before the last of the places.
template <class Places>
std::vector<Row> points_of(const std::vector<Numbers>& lines, const char* x, const Places& places) {
  std::vector<Row> rows;
  for (std::size_t kind = 0; kind < kind_count; ++kind)
    for (std::size_t i = 0; i < lines[kind].size(); ++i)
      rows.push_back(point(kinds[kind], x, places[i], lines[kind][i], "s"));
  return rows;
}

/// Whether something holds for all schedulers on the tree store.
bool hold_on_tree_store(const std::function<bool(const std::string& kind)>& holds) {
  return std::all_of(std::begin(kinds) + 1, std::end(kinds), holds);
}

// --- By the length of the tasks

constexpr double lengths_s[] = {0.1, 0.3, 1, 3, 10, 30, 100};

Reproduction grain(const Laboratory& laboratory) {
  constexpr int tasks = 2000;
  constexpr int workers = 20;
  std::vector<std::vector<scenario::Scenario>> bags(kind_count);
  for (std::size_t kind = 0; kind < kind_count; ++kind)
    for (const double length_s : lengths_s)
      bags[kind].push_back(bag_of(laboratory, kind == 0 ? "falanx-table2.json" : "falanx-table2-ha.json", kinds[kind],
                                  {{"/jobs/0/arguments/tasks", std::to_string(tasks)},
                                   {"/jobs/0/arguments/length", fmt::format("{}s", length_s)}}));
  const auto lines = lines_of([&](std::size_t kind) {
    Numbers beyond_s;
    for (const scenario::Scenario& bag : bags[kind])
      beyond_s.push_back(run_fast(bag, 0).metrics.at("bag.main_logic_s") * workers / tasks);
    return beyond_s;
  });
  Reproduction result{"falanx-grain",
                      "Falanx, 2000 tasks on 20 workers at the fast fidelity: what a task takes of a worker beyond its "
                      "length",
                      {},
                      {}};
  result.picture =
      study::lines("length_s", "length of a task, s", Scale::logarithmic, "time of a worker beyond the task, s");
  result.picture->y.scale = Scale::logarithmic;
  result.rows = points_of(lines, "length_s", lengths_s);
  const auto beyond_s = [&](const std::string& kind, double length_s) {
    return result.number_at(fmt::format("{}, length_s {:.6g}", kind, length_s));
  };
  const auto is_best = [&](const std::string& kind) {
    return kind == "ha-batch" ||
           (beyond_s("ha-batch", 1) < beyond_s(kind, 1) && beyond_s("ha-batch", 100) < beyond_s(kind, 100));
  };
  result.claims = {{"what the task queue server costs does not depend on the length from 1 s on",
                    beyond_s(kinds[0], 1) < 1.05 * beyond_s(kinds[0], 100)},
                   {"each write by itself, a task of 1 s costs more than four times as much as one of 10 s",
                    beyond_s("ha", 1) > 4 * beyond_s("ha", 10)},
                   {"commits take that of 1 s to below a tenth", beyond_s("ha-commit", 1) < 0.1 * beyond_s("ha", 1)},
                   {"of the highly available schedulers batches cost least from 1 s on", hold_on_tree_store(is_best)},
                   {"at 0.1 s all but the task queue server take longer than the task itself",
                    beyond_s(kinds[0], 0.1) < 0.1 &&
                        hold_on_tree_store([&](const std::string& kind) { return beyond_s(kind, 0.1) > 0.1; })},
                   {"at 10 s none takes more than a hundredth of it",
                    beyond_s(kinds[0], 10) < 0.1 &&
                        hold_on_tree_store([&](const std::string& kind) { return beyond_s(kind, 10) < 0.1; })}};
  return result;
}

// --- By the number of workers

constexpr int crews[] = {10, 30, 100, 300, 1000, 3000, 10000};
constexpr int tasks_per_worker = 5;
constexpr double ideal_s = 50;

scenario::Scenario crewed_bag(const Laboratory& laboratory, const std::string& kind, int workers) {
  const int others = kind == kinds[0] ? 6 : 5;
  return bag_of(laboratory, "falanx-million.json", kind,
                {{"/expect", "[]"},
                 {"/jobs/0/ranks", std::to_string(workers + others)},
                 {"/jobs/0/arguments/startup", "0s"},
                 {"/jobs/0/arguments/workers", std::to_string(workers)},
                 {"/jobs/0/arguments/tasks", std::to_string(tasks_per_worker * workers)},
                 {"/jobs/0/arguments/length", fmt::format("{}s", ideal_s / tasks_per_worker)}});
}

Reproduction scale(const Laboratory& laboratory) {
  std::vector<std::vector<scenario::Scenario>> bags(kind_count);
  for (std::size_t kind = 0; kind < kind_count; ++kind)
    for (const int workers : crews) bags[kind].push_back(crewed_bag(laboratory, kinds[kind], workers));
  const auto lines = lines_of([&](std::size_t kind) {
    Numbers totals_s;
    for (const scenario::Scenario& bag : bags[kind])
      if (totals_s.empty() || totals_s.back() < 3 * ideal_s)
        totals_s.push_back(run_fast(bag, 0).metrics.at("bag.total_s"));
    return totals_s;
  });
  Reproduction result{
      "falanx-scale",
      "Falanx, 5 tasks of 10 s for each worker at the fast fidelity: time of the bag; a line ends where "
      "that is three times the ideal, 50 s",
      {},
      {}};
  result.picture = study::lines("workers", "workers", Scale::logarithmic, "time of the bag, s");
  result.picture->y.scale = Scale::logarithmic;
  result.rows = points_of(lines, "workers", crews);
  const auto total_s = [&](const std::string& kind, int workers) {
    return result.number_at(fmt::format("{}, workers {}", kind, workers));
  };
  const auto task_s = [&](const std::string& kind, int workers) { return total_s(kind, workers) / workers; };
  const auto are_busy = [&](const std::string& kind, int workers) { return total_s(kind, workers) < 1.2 * ideal_s; };
  const auto keeps_300_only = [&](const std::string& kind) {
    return kind == "ha" || (are_busy(kind, 300) && !are_busy(kind, 1000));
  };
  result.claims = {
      {"the task queue server keeps 1000 workers busy, five sixths of the time at least, and not 3000",
       are_busy(kinds[0], 1000) && !are_busy(kinds[0], 3000)},
      {"each write by itself, the tree store keeps 100 busy and not 300", are_busy("ha", 100) && !are_busy("ha", 300)},
      {"with commits it keeps 300 busy and not 1000, whatever the cure", hold_on_tree_store(keeps_300_only)},
      {"beyond that the task queue server serves as many tasks a second, however many workers wait",
       std::abs(task_s(kinds[0], 10000) / task_s(kinds[0], 3000) - 1) < 0.05},
      {"so does the queue of Starters, within a tenth",
       std::abs(task_s("ha-ordered", 3000) / task_s("ha-ordered", 1000) - 1) < 0.1},
      {"where Starters race, 1000 serve fewer tasks a second than 300",
       task_s("ha-commit", 1000) > task_s("ha-commit", 300) && task_s("ha-batch", 1000) > task_s("ha-batch", 300)},
      {"a random task of a bucket is no cure for Starters that stand idle: it is worse than the first",
       total_s("ha-buckets", 1000) > 2 * total_s("ha-commit", 1000)}};
  return result;
}

// --- By the rate of failures

constexpr double expected_failures[] = {0, 1, 2, 4};
constexpr int worker_nodes = 8;
constexpr int cores = 4;
constexpr int workers_in_all = worker_nodes * cores;
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

scenario::Scenario failing_bag(const Laboratory& laboratory, const std::string& kind, double failures, int run) {
  const bool has_server = kind == kinds[0];
  Overrides changes{{"/expect", "[]"},
                    {"/machine/nodes", std::to_string(1 + worker_nodes + 3)},
                    {"/machine/cores", std::to_string(cores)},
                    {"/tree_store/nodes", "[9, 10, 11]"},
                    {"/jobs/0/placement", "block"},
                    {"/jobs/0/ranks", std::to_string(cores + workers_in_all)},
                    {"/jobs/0/arguments/startup", "0s"},
                    {"/jobs/0/arguments/data_nodes", has_server ? "2" : "3"},
                    {"/jobs/0/arguments/workers", std::to_string(workers_in_all)},
                    {"/jobs/0/arguments/tasks", std::to_string(tasks_in_all)},
                    {"/jobs/0/arguments/length", to_text(task_length)}};
  if (failures > 0) changes.push_back({"/failures", failures_of(undisturbed * worker_nodes / failures, run)});
  return bag_of(laboratory, "falanx-million.json", kind, changes);
}

/// A metric times `unit` over so many runs from `first` on.
Estimate mean_of(const std::vector<Metrics>& all, std::size_t first, int runs, const char* metric, double unit) {
  Numbers values;
  for (int run = 0; run < runs; ++run) values.push_back(unit * all[first + static_cast<std::size_t>(run)].at(metric));
  return estimate(values);
}

constexpr const char* time_panel = "time of the bag";
constexpr const char* lost_panel = "tasks lost";

Row failing_point(const std::string& what, const std::string& kind, double failures, const Estimate& value) {
  Row row = point(fmt::format("{}, {}", what, kind), "failures", failures, value.mean, "s");
  row.fields[0].second = kind;
  row.fields.insert(row.fields.end(), {{"panel", what}, {"half_width", value.half_width}});
  return row;
}

Reproduction failures(const Laboratory& laboratory) {
  std::vector<scenario::Scenario> bags;
  for (const char* kind : kinds)
    for (const double expected : expected_failures)
      for (int run = 0; run < runs_with(expected); ++run) bags.push_back(failing_bag(laboratory, kind, expected, run));
  const auto metrics = run_each(bags, laboratory.models, [](const results::Result& result) { return result.metrics; });
  Reproduction result{
      "falanx-failures",
      "Falanx with ranks, 20 tasks of 5 s for each of 32 workers on 8 nodes that fail: time of the bag, and of "
      "the tasks that were lost; means of 5 runs, the same failures for all",
      {},
      {}};
  result.picture = {{"failures", "nodes expected to fail within the ideal 100 s, of 8"},
                    {"simulated", "time, s"},
                    "series",
                    "panel",
                    "half_width"};
  std::vector<Row> lost;
  std::size_t first = 0;
  for (const char* kind : kinds)
    for (const double expected : expected_failures) {
      const int runs = runs_with(expected);
      const auto point_of = [&](const char* what, const char* metric, double unit) {
        return failing_point(what, kind, expected, mean_of(metrics, first, runs, metric, unit));
      };
      result.rows.push_back(point_of(time_panel, "bag.total_s", 1));
      lost.push_back(point_of(lost_panel, "bag.failed", task_length.count()));
      first += static_cast<std::size_t>(runs);
    }
  result.rows.insert(result.rows.end(), lost.begin(), lost.end());
  const auto at_most = [&](const char* panel, const std::string& kind) {
    return result.number_at(fmt::format("{}, {}, failures {:.6g}", panel, kind, expected_failures[3]));
  };
  const double time_s = at_most(time_panel, kinds[0]);
  const double lost_s = at_most(lost_panel, "ha-commit");
  const auto is_like_the_server = [&](const std::string& kind) {
    return kind == "ha" || std::abs(at_most(time_panel, kind) / time_s - 1) < 0.02;
  };
  const auto loses_as_much = [&](const std::string& kind) {
    return kind == "ha-batch" || std::abs(at_most(lost_panel, kind) / lost_s - 1) < 0.1;
  };
  result.claims = {{"under failures, commits cost no more time than the task queue server, within 2 %",
                    hold_on_tree_store(is_like_the_server)},
                   {"each write by itself costs a fifth more, as the dead are only gone with their sessions",
                    at_most(time_panel, "ha") > 1.2 * time_s},
                   {"batches lose twice as much, as a dead Starter's tasks fail that were not begun",
                    at_most(lost_panel, "ha-batch") > 2 * lost_s},
                   {"the others lose the same, within a tenth", hold_on_tree_store(loses_as_much)}};
  return result;
}

} // namespace

std::vector<Artefact> falanx_studies() {
  return {{"falanx-grain", "Falanx: what a task takes beyond its length, by length and scheduler", grain},
          {"falanx-scale", "Falanx: at how many workers each scheduler saturates", scale},
          {"falanx-failures", "Falanx: what failing nodes cost, by scheduler", failures}};
}

} // namespace daruma::study
