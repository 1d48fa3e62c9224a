// Our own: what a task takes of a worker beyond its length, by length and scheduler.
#include "models/falanx/paper/schedulers.hpp"
#include "sim/study/fast_world.hpp"

#include <fmt/format.h>

namespace daruma::models::falanx::paper {

namespace {

constexpr double lengths_s[] = {0.1, 0.3, 1, 3, 10, 30, 100};
constexpr int tasks_of_a_line = 2000;
constexpr int workers_of_a_line = 20;

scenario::Scenario bag_of_length(const study::StudyContext& context, const char* scheduler, double length_s) {
  return bag_of(context, scheduler == with_server ? "falanx-table2" : "falanx-table2-ha", scheduler,
                {{"/jobs/0/arguments/tasks", std::to_string(tasks_of_a_line)},
                 {"/jobs/0/arguments/length", fmt::format("{}s", length_s)}});
}

} // namespace

study::Reproduction grain(const study::StudyContext& context) {
  study::Reproduction figure{"Falanx, 2000 tasks on 20 workers at the fast fidelity: what a task takes of a worker "
                             "beyond its length"};
  std::vector<std::vector<scenario::Scenario>> bags(scheduler_count);
  for (std::size_t which = 0; which < scheduler_count; ++which)
    for (const double length_s : lengths_s) bags[which].push_back(bag_of_length(context, schedulers[which], length_s));
  const auto lines = lines_of([&](std::size_t which) {
    Numbers beyond_s;
    for (const scenario::Scenario& bag : bags[which])
      beyond_s.push_back(study::run_fast(bag, 0).metrics.at("bag.main_logic_s") * workers_of_a_line / tasks_of_a_line);
    return beyond_s;
  });
  figure.plot =
      study::lines("length_s", "length of a task, s", study::Scale::logarithmic, "time of a worker beyond the task, s");
  figure.plot->y.scale = study::Scale::logarithmic;
  figure.rows = points_of(lines, "length_s", lengths_s);
  for (const std::size_t which : {0, 1})
    figure.rows[which * std::size(lengths_s)].parameters = bags[which][0].parameters;
  const auto beyond_s = [&](const std::string& scheduler, double length_s) {
    return figure.number_at(fmt::format("{}, length_s {:.6g}", scheduler, length_s));
  };
  const auto is_not_best = [&](const std::string& scheduler) {
    return scheduler == "ha-batch" ||
           (beyond_s("ha-batch", 1) < beyond_s(scheduler, 1) && beyond_s("ha-batch", 100) < beyond_s(scheduler, 100));
  };
  figure.claims = {
      {"each write by itself, a short task costs more than a long one: one of 1 s more than one of 10 s",
       beyond_s("ha", 1) > beyond_s("ha", 10)},
      {"commits take that of 1 s down", beyond_s("ha-commit", 1) < beyond_s("ha", 1)},
      {"of the highly available schedulers batches cost least from 1 s on", hold_on_tree_store(is_not_best)},
      {"at 0.1 s all but the task queue server take longer than the task itself",
       beyond_s(with_server, 0.1) < 0.1 &&
           hold_on_tree_store([&](const std::string& scheduler) { return beyond_s(scheduler, 0.1) > 0.1; })}};
  return figure;
}

} // namespace daruma::models::falanx::paper
