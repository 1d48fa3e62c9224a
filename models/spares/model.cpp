#include "models/descriptor/grid_picture.hpp"
#include "models/descriptor/system.hpp"
#include "models/spares/fast/stencil.hpp"
#include "models/spares/faulty_nodes.hpp"
#include "models/spares/logic/rank_places.hpp"
#include "models/spares/logic/recount.hpp"
#include "models/spares/logic/stencil_steps.hpp"
#include "models/spares/mpi/spares.hpp"
#include "models/spares/mpi/stencil_arguments.hpp"
#include "sim/faults/objections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace daruma::models::spares {

namespace {

bool was_run_again(const std::string& job, const results::Result& result) {
  return std::any_of(result.jobs.begin(), result.jobs.end(),
                     [&](const auto& row) { return row.name == job && row.reruns > 0; });
}

GridPicture::State state_of(const StencilOrder& order, const Placement& placement) {
  Recount count = recount(order.layout.network(), halos_of(order), placement.nodes());
  return {placement.nodes(), std::move(count.loads), count.collisions};
}

StencilOrder stencil_order_of(const scenario::Job& job) {
  return stencil_order(scenario::arguments_as_text(job.arguments), job.recovery);
}

/// A stencil job on its network, before its failures and after them: who carried which rank, what each link carried.
///
/// Follows the failures with the decisions that the job itself made; the deaths between two restarts are taken
/// together, as there. Nothing for a job that was run again, one whose failures no spare could answer, or one whose
/// launcher chooses the nodes.
std::optional<GridPicture> draw_stencil(const scenario::Job& job, const results::Result& result) {
  if (was_run_again(job.name, result)) return std::nullopt;
  const StencilOrder order = stencil_order_of(job);
  if (order.recovery == RecoveryStyle::spawn) return std::nullopt;
  const Network& network = order.layout.network();
  RankPlaces places = places_at_start(order);
  GridPicture picture;
  picture.extents = network.extents();
  picture.wrap = network.wrap();
  for (int node = 0; node < network.nodes(); ++node) picture.is_spare.push_back(order.layout.is_spare(node));
  picture.before = state_of(order, places.placement());
  std::set<int> unanswered;
  for (const auto& event : result.events) {
    if (event.job != job.name) continue;
    if (event.kind == "death" && event.process >= 0 && event.process < network.nodes()) {
      unanswered.insert(event.process);
      picture.dead.push_back(event.process);
    }
    if (event.kind != "restart") continue;
    if (!places.answer(std::vector<int>(unanswered.begin(), unanswered.end()))) return std::nullopt;
    unanswered.clear();
  }
  picture.after = state_of(order, places.placement());
  return picture;
}

void object_to_job(Objections& objections, const scenario::Job& job) {
  const StencilOrder order = stencil_order_of(job);
  objections.unless(order.start == Start::together, "/jobs/0/arguments/start",
                    "ranks that begin freely drift apart, which only ranks can show");
  objections.unless(order.recovery != RecoveryStyle::spawn, "/jobs/0/recovery",
                    "processes are started by those who need them, which only ranks do");
  objections.unless(order.rollback == Rollback::together, "/jobs/0/arguments/rollback",
                    "ranks that go back alone talk to their neighbours, which only ranks do");
  objections.unless(order.stagger == Seconds(0), "/jobs/0/arguments/stagger",
                    "messages that leave at random times meet at random, which only ranks can show");
  objections.unless(!job.checkpoint || job.checkpoint->to == scenario::CheckpointPlace::file_system,
                    "/jobs/0/checkpoint/to", "only checkpoints on the file system run at the fast fidelity");
}

void object_to_machine(Objections& objections, const scenario::Machine& machine, const scenario::Job& job) {
  const int partners = 2 * static_cast<int>(stencil_order_of(job).layout.job().size());
  objections.unless(machine.sends_at_once == 0 || machine.sends_at_once >= partners, "/machine/sends_at_once",
                    fmt::format("messages that wait for their turn need ranks; a number from {} on does not make any "
                                "wait",
                                partners));
}

void object_to_stencil(Objections& objections, const scenario::Scenario& scenario) {
  object_to_job(objections, scenario.jobs.front());
  object_to_machine(objections, scenario.machine, scenario.jobs.front());
  objections.unless(!scenario.background || !scenario.background->quantum, "/background/quantum",
                    "nodes that take turns do not run at the fast fidelity here");
  objections.unless(!scenario.tree_store, "/tree_store", "\"spares-stencil\" uses no store");
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    const scenario::Event& event = scenario.events[i];
    const bool is_of_nodes = std::holds_alternative<scenario::NodeOff>(event.action) ||
                             std::holds_alternative<scenario::BreakComponent>(event.action);
    objections.unless(is_of_nodes && event.when.has_time(), fmt::format("/events/{}", i),
                      "only \"node_off\" and \"break\" \"at\" a time run at the fast fidelity");
  }
}

fast::CheckpointTransfer transfer_of(const scenario::Machine& machine, Bytes size) {
  return {size / machine.file_system, std::max(size / machine.file_system, size / machine.link.bandwidth),
          machine.link.latency + machine.topology.router_delay + machine.file_system_latency};
}

fast::StencilCase stencil_case(const scenario::Scenario& scenario, const StencilOrder& order, const Pattern& pattern) {
  const scenario::Machine& machine = scenario.machine;
  fast::StencilCase what{order.layout, pattern, order.policy};
  what.steps = order.steps;
  what.message = order.message;
  what.work = order.work / machine.core_speed;
  what.link = machine.link.bandwidth;
  what.injection = machine.injection;
  what.hop = machine.link.latency + machine.topology.router_delay;
  if (const auto& checkpoint = scenario.jobs.front().checkpoint) {
    what.checkpoint_every = checkpoint->every_loops;
    what.checkpoint = transfer_of(machine, checkpoint->size);
  }
  return what;
}

void report_stencil(results::Result& result, const std::string& job, const fast::StencilRun& run) {
  const auto report = [&](const std::string& metric, double value) { result.metrics[job + "." + metric] = value; };
  std::map<int, ExchangeTimes> times;
  for (const auto& [failures, exchanges] : run.by_failures) {
    if (failures > 0) report(after_failures("moved", failures), exchanges.moved);
    times[failures] = {exchanges.count, exchanges.count * exchanges.each, exchanges.each};
  }
  if (!run.finished) return;
  for (const auto& [name, value] : exchange_metrics(times)) report(name, value);
  report("steps", run.position);
}

/// None where nobody loads them.
std::vector<load::SharedNode> nodes_under_load(const scenario::Scenario& scenario, int replication) {
  if (!scenario.background) return {};
  return load::loaded_nodes<load::SharedNode>(*scenario.background, scenario.machine.nodes, scenario.seed,
                                              static_cast<std::uint64_t>(replication), scenario.machine.cores);
}

void report_job(results::JobRow& row, const fast::StencilRun& run) {
  row.finished = run.finished;
  row.end = run.end;
  row.ranks_at_end = run.finished ? row.ranks_at_start : 0;
  row.deaths = run.deaths;
  row.restarts = run.restarts;
  if (!run.finished) row.reason = "no spare node could take the failed one's place";
}

void run_stencil(const scenario::Scenario& scenario, int replication, results::JobRow& row, results::Result& result) {
  const StencilOrder order = stencil_order_of(scenario.jobs.front());
  const Pattern pattern = halos_of(order);
  const fast::StencilCase what = stencil_case(scenario, order, pattern);
  auto loaded = nodes_under_load(scenario, replication);
  fast::StencilRun run;
  if (daruma::faults::has_components(scenario)) {
    FaultyNodes nodes(scenario, replication);
    run = fast::run(what, nodes, nodes.questions(), std::move(loaded));
    nodes.report(run.end, result);
  } else {
    run = fast::run(what, deaths_of(scenario, replication), std::move(loaded));
  }
  report_job(row, run);
  report_stencil(result, row.name, run);
}

} // namespace

const System& system() {
  static const System all{"spares",
                          "Stencil jobs whose failed nodes spare ones replace (Yoshinaga, Hori, Ishikawa).",
                          programs(),
                          {{"spares-stencil", object_to_stencil, run_stencil}},
                          {{"spares-stencil", draw_stencil}}};
  return all;
}

} // namespace daruma::models::spares
