// Our own: at how many workers each of Falanx's schedulers saturates.
#include "models/falanx/paper/schedulers.hpp"
#include "sim/study/fast_world.hpp"

#include <fmt/format.h>

namespace daruma::models::falanx::paper {

namespace {

constexpr int worker_counts[] = {10, 30, 100, 300, 1000, 3000, 10000};
constexpr int tasks_per_worker = 5;
constexpr double ideal_s = 50;

scenario::Scenario bag_for(const study::StudyContext& context, const std::string& scheduler, int workers) {
  const int others = scheduler == with_server ? 6 : 5;
  return bag_of(context, "falanx-million", scheduler,
                {{"/expect", "[]"},
                 {"/jobs/0/ranks", std::to_string(workers + others)},
                 {"/jobs/0/arguments/startup", "0s"},
                 {"/jobs/0/arguments/workers", std::to_string(workers)},
                 {"/jobs/0/arguments/tasks", std::to_string(tasks_per_worker * workers)},
                 {"/jobs/0/arguments/length", fmt::format("{}s", ideal_s / tasks_per_worker)}});
}

/// The most workers of the figure's that wait for no more than a sixth of the time.
int most_busy(const study::Reproduction& figure, const std::string& scheduler) {
  int most = 0;
  for (const int workers : worker_counts)
    if (figure.number_at(fmt::format("{}, workers {}", scheduler, workers)) < 1.2 * ideal_s) most = workers;
  return most;
}

} // namespace

study::Reproduction scale(const study::StudyContext& context) {
  study::Reproduction figure{"Falanx, 5 tasks of 10 s for each worker at the fast fidelity: time of the bag; a line "
                             "ends where that is three times the ideal, 50 s"};
  std::vector<std::vector<scenario::Scenario>> bags(scheduler_count);
  for (std::size_t which = 0; which < scheduler_count; ++which)
    for (const int workers : worker_counts) bags[which].push_back(bag_for(context, schedulers[which], workers));
  const auto lines = lines_of([&](std::size_t which) {
    Numbers totals_s;
    for (const scenario::Scenario& bag : bags[which])
      if (totals_s.empty() || totals_s.back() < 3 * ideal_s)
        totals_s.push_back(study::run_fast(bag, 0).metrics.at("bag.total_s"));
    return totals_s;
  });
  figure.plot = study::lines("workers", "workers", study::Scale::logarithmic, "time of the bag, s");
  figure.plot->y.scale = study::Scale::logarithmic;
  figure.rows = points_of(lines, "workers", worker_counts);
  figure.parameters = bags.front().front().parameters;
  const auto task_s = [&](const std::string& scheduler, int workers) {
    return figure.number_at(fmt::format("{}, workers {}", scheduler, workers)) / workers;
  };
  const auto is_less_than_server = [&](const std::string& scheduler) {
    return most_busy(figure, scheduler) < most_busy(figure, with_server);
  };
  const auto is_more_than_each_write = [&](const std::string& scheduler) {
    return scheduler == "ha" || most_busy(figure, scheduler) > most_busy(figure, "ha");
  };
  figure.claims = {
      {"the task queue server keeps more workers busy than the tree store does, five sixths of the time at least",
       hold_on_tree_store(is_less_than_server)},
      {"with commits the tree store keeps more busy than with each write by itself, whatever the cure",
       hold_on_tree_store(is_more_than_each_write)},
      {"where Starters race, 1000 serve fewer tasks a second than 300",
       task_s("ha-commit", 1000) > task_s("ha-commit", 300) && task_s("ha-batch", 1000) > task_s("ha-batch", 300)},
      {"a random task of a bucket is no cure for Starters that stand idle: it is worse than the first",
       task_s("ha-buckets", 1000) > task_s("ha-commit", 1000)}};
  return figure;
}

} // namespace daruma::models::falanx::paper
