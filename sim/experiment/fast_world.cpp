#include "sim/experiment/fast_world.hpp"

#include "models/spares/stencil_arguments.hpp"
#include "sim/engine/failure_plan.hpp"
#include "sim/fast/stencil.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace daruma::experiment {

namespace {

namespace spares = models::spares;

models::Arguments arguments_of(const scenario::Job& job) {
  models::Arguments arguments;
  for (const auto& [name, value] : job.arguments) arguments[name] = scenario::argument_text(value);
  return arguments;
}

bool is_free(const CostLaw& law) {
  return law.fixed == Seconds(0) && law.per_process == Seconds(0) && law.per_stage == Seconds(0);
}

bool costs_nothing(const RuntimeProfile& runtime) {
  return runtime.detector.kind == DetectorKind::perfect && runtime.connection_setup == Seconds(0) &&
         is_free(runtime.propagation) && is_free(runtime.revoke) && is_free(runtime.agreement) &&
         is_free(runtime.shrink) && is_free(runtime.split);
}

/// Collects what is in the way.
class Objections {
public:
  explicit Objections(const std::string& file) : file_(file) {}

  void unless(bool fine, const std::string& pointer, const std::string& sentence) {
    if (!fine) problems_.push_back({file_, pointer, sentence + "; --fidelity smpi runs it"});
  }
  std::vector<scenario::Problem> take() { return std::move(problems_); }

private:
  std::string file_;
  std::vector<scenario::Problem> problems_;
};

void object_to_job(Objections& objections, const scenario::Job& job) {
  objections.unless(job.model == "spares-stencil", "/jobs/0/model",
                    "only the model \"spares-stencil\" runs at the fast fidelity");
  if (job.model != "spares-stencil") return;
  const spares::StencilOrder order = spares::stencil_order(arguments_of(job));
  objections.unless(order.start == spares::Start::together, "/jobs/0/arguments/start",
                    "ranks that begin freely drift apart, which only ranks can show");
  objections.unless(order.stagger == Seconds(0), "/jobs/0/arguments/stagger",
                    "messages that leave at random times meet at random, which only ranks can show");
  objections.unless(!job.checkpoint || job.checkpoint->to == scenario::CheckpointPlace::file_system,
                    "/jobs/0/checkpoint/to", "only checkpoints on the file system run at the fast fidelity");
  objections.unless(job.start == Seconds(0), "/jobs/0/start", "a job starts at 0 s at the fast fidelity");
}

int partners_of(const scenario::Job& job) {
  return 2 * static_cast<int>(spares::stencil_order(arguments_of(job)).layout.job().size());
}

void object_to_machine(Objections& objections, const scenario::Machine& machine, const scenario::Job& job) {
  if (job.model != "spares-stencil") return;
  objections.unless(machine.sends_at_once == 0 || machine.sends_at_once >= partners_of(job), "/machine/sends_at_once",
                    fmt::format("messages that wait for their turn need ranks; a number from {} on does not make any "
                                "wait",
                                partners_of(job)));
}

} // namespace

std::vector<scenario::Problem> objections_to_fast(const scenario::Scenario& scenario, const std::string& file) {
  Objections objections(file);
  objections.unless(scenario.jobs.size() == 1, "/jobs", "one job runs at the fast fidelity");
  object_to_job(objections, scenario.jobs.front());
  object_to_machine(objections, scenario.machine, scenario.jobs.front());
  objections.unless(costs_nothing(scenario.runtime), "/runtime",
                    "only a runtime whose operations cost nothing, such as \"ideal\", runs at the fast fidelity");
  objections.unless(!scenario.background, "/background", "load on the nodes does not run at the fast fidelity");
  objections.unless(!scenario.tree_store, "/tree_store", "no program that runs at the fast fidelity uses a store");
  objections.unless(scenario.horizon == Seconds(0), "/horizon", "the fast fidelity runs jobs to their end");
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    const scenario::Event& event = scenario.events[i];
    objections.unless(std::holds_alternative<scenario::NodeOff>(event.action) && event.when.job.empty(),
                      fmt::format("/events/{}", i), "only \"node_off\" \"at\" a time runs at the fast fidelity");
  }
  return objections.take();
}

namespace {

/// Every node's first end, by law or by order.
std::vector<fast::NodeDeath> deaths_of(const scenario::Scenario& scenario, int replication) {
  std::vector<fast::NodeDeath> deaths;
  if (scenario.failures)
    for (const auto& failure :
         engine::plan_failures(*scenario.failures, scenario.machine.nodes, scenario.seed, replication))
      deaths.push_back({failure.time, failure.node});
  for (const scenario::Event& event : scenario.events)
    deaths.push_back({event.when.at, std::get<scenario::NodeOff>(event.action).node});
  std::stable_sort(deaths.begin(), deaths.end(), [](const fast::NodeDeath& a, const fast::NodeDeath& b) {
    return std::tie(a.time, a.node) < std::tie(b.time, b.node);
  });
  std::vector<bool> is_dead(static_cast<std::size_t>(scenario.machine.nodes), false);
  const auto again = [&is_dead](const fast::NodeDeath& death) {
    const auto node = static_cast<std::size_t>(death.node);
    const bool was_dead = is_dead[node];
    is_dead[node] = true;
    return was_dead;
  };
  std::vector<fast::NodeDeath> first;
  for (const fast::NodeDeath& death : deaths)
    if (!again(death)) first.push_back(death);
  return first;
}

/// All ranks at once to the file system, or from it: its own rate, or that of a node's way to it.
Seconds file_system_time(const scenario::Machine& machine, Bytes size, int ranks) {
  return std::max(ranks * (size / machine.file_system), size / machine.link.bandwidth) + machine.link.latency +
         machine.topology.router_delay;
}

fast::StencilCase case_of(const scenario::Scenario& scenario, const spares::StencilOrder& order,
                          const spares::Pattern& pattern) {
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
    what.save = file_system_time(machine, checkpoint->size, order.layout.ranks());
    what.load = what.save;
  }
  return what;
}

void report(records::Result& result, const std::string& job, const fast::StencilRun& run) {
  double all = 0;
  Seconds sum{0};
  const Seconds unharmed = run.by_failures.at(0).each;
  for (const auto& [failures, exchanges] : run.by_failures) {
    const auto name = [&, failed = failures](const char* what) {
      return fmt::format("{}.{}[failures={}]", job, what, failed);
    };
    if (failures > 0) result.metrics[name("moved")] = exchanges.moved;
    if (!run.finished || exchanges.count == 0) continue;
    result.metrics[name("exchange_ms")] = exchanges.each.count() * 1e3;
    result.metrics[name("slowdown")] = exchanges.each / unharmed;
    all += exchanges.count;
    sum += exchanges.count * exchanges.each;
  }
  if (!run.finished) return;
  result.metrics[job + ".slowdown"] = sum / all / unharmed;
  result.metrics[job + ".steps"] = run.position;
}

} // namespace

records::Result run_fast(const scenario::Scenario& scenario, int replication) {
  const scenario::Job& job = scenario.jobs.front();
  const spares::StencilOrder order = spares::stencil_order(arguments_of(job));
  const spares::Pattern pattern = spares::stencil(order.layout.job(), {1, 0, order.boundary});
  const fast::StencilRun run = fast::run(case_of(scenario, order, pattern), deaths_of(scenario, replication));

  records::Result result;
  result.scenario_json = scenario.resolved_json;
  result.seed = scenario.seed;
  result.replication = replication;
  result.versions = {{"daruma", DARUMA_VERSION}, {"fidelity", "fast"}};
  records::JobRow row;
  row.name = job.name;
  row.model = job.model;
  row.finished = run.finished;
  row.end = run.end;
  row.ranks_at_start = job.ranks;
  row.ranks_at_end = run.finished ? job.ranks : 0;
  row.deaths = run.deaths;
  row.restarts = run.finished ? run.deaths : std::max(0, run.deaths - 1);
  if (!run.finished) row.reason = "no spare node could take the failed one's place";
  records::enter(result, row);
  report(result, job.name, run);
  return result;
}

} // namespace daruma::experiment
