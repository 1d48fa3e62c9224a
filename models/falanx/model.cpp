#include "models/descriptor/system.hpp"
#include "models/falanx/fast/falanx.hpp"
#include "models/falanx/mpi/programs.hpp"
#include "models/falanx/mpi/sleep_arguments.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/run/cores.hpp"

namespace daruma::models::falanx {

namespace {

SleepOrder sleep_order_of(const scenario::Job& job) { return sleep_order(scenario::arguments_as_text(job.arguments)); }

void object_to_order(Objections& objections, const SleepOrder& order) {
  constexpr Bytes small{4096};
  objections.unless(order.roles.group_size == 1 && order.roles.spares == 0, "/jobs/0/arguments/group_size",
                    "workers of several ranks or with spares need ranks");
  objections.unless(order.input <= small, "/jobs/0/arguments/input",
                    "values above 4 KiB share the links, which only ranks show");
  objections.unless(order.output <= small, "/jobs/0/arguments/output",
                    "values above 4 KiB share the links, which only ranks show");
}

void object_to_store(Objections& objections, const scenario::Scenario& scenario, bool uses_store) {
  objections.unless(!uses_store || scenario.tree_store, "/jobs/0/arguments/scheduler",
                    "the scheduler needs a \"tree_store\" in the scenario, and there is none");
  if (!scenario.tree_store) return;
  objections.unless(scenario.tree_store->processors == 0, "/tree_store/processors",
                    "servers that share processors need ranks");
  objections.unless(scenario.tree_store->deaths.empty(), "/tree_store/deaths", "servers that die need ranks");
}

fast::FalanxCase case_of_falanx(const scenario::Scenario& scenario, int replication) {
  const scenario::Job& job = scenario.jobs.front();
  const auto number = static_cast<std::uint64_t>(replication);
  run::Cores cores(scenario.machine.nodes, scenario.machine.cores);
  fast::FalanxCase what{sleep_order_of(job), network_of(scenario.machine), cores.take(job.ranks, job.placement)};
  what.seed = scenario.seed;
  what.replication = number;
  what.model_seed = RandomStream(scenario.seed, number, "model/" + job.name).bits();
  what.tree_store = scenario.tree_store;
  return what;
}

void object_to_falanx(Objections& objections, const scenario::Scenario& scenario) {
  const SleepOrder order = sleep_order_of(scenario.jobs.front());
  object_to_order(objections, order);
  object_to_shared_links(objections, scenario.machine);
  object_to_store(objections, scenario, order.scheduler->on_tree_store.has_value());
  object_to_ends_of_nodes(objections, scenario);
}

/// Load on the nodes does not slow tasks that sleep.
void run_falanx(const scenario::Scenario& scenario, int replication, results::JobRow& row, results::Result& result) {
  const fast::FalanxCase what = case_of_falanx(scenario, replication);
  const fast::FalanxRun run = fast::run(what);
  const Seconds baseline = what.order.length * what.order.tasks / what.order.roles.groups;
  row.finished = true;
  row.end = run.total;
  row.ranks_at_end = row.ranks_at_start;
  const auto report = [&](const char* metric, double value) { result.metrics[row.name + "." + metric] = value; };
  report("setup_s", (run.total - run.main_logic).count());
  report("main_logic_s", (run.main_logic - baseline).count());
  report("baseline_s", baseline.count());
  report("total_s", run.total.count());
  report("completed", run.completed);
  for (const char* none : {"failed", "dropped", "data_losses", "wrong"}) report(none, 0);
  if (what.order.scheduler->on_tree_store) report("lost_races", run.lost_races);
}

} // namespace

const System& system() {
  static const System all{"falanx",
                          "Bags of tasks that outlive their workers, servers and data nodes: Falanx.",
                          programs(),
                          {{"falanx-sleep", object_to_falanx, run_falanx}}};
  return all;
}

} // namespace daruma::models::falanx
