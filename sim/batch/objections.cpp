#include "sim/batch/objections.hpp"

#include "models/spares/logic/substitution.hpp"
#include "sim/batch/costs.hpp"
#include "sim/batch/host_list.hpp"
#include "sim/batch/listed_dependencies.hpp"
#include "sim/batch/malleability.hpp"
#include "sim/batch/placement_cost.hpp"
#include "sim/batch/policy_library.hpp"
#include "sim/batch/scheduler_connection.hpp"
#include "sim/scenario/objections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace daruma::batch {

namespace {

using scenario::Objections;
using scenario::Problem;

/// The policy that a scenario names there; null, once it is said why there is none.
template <class Policy>
const Policy* find(Objections& objections, const std::string& pointer, const char* noun, const std::string& name,
                   const Registry<Policy>& all) {
  if (!scenario::is_policy_library(name)) return objections.find(pointer, noun, name, all);
  const LibraryPolicy<Policy> found = policy_in_library<Policy>(name);
  objections.unless(found.policy != nullptr, pointer, found.problem);
  return found.policy;
}

std::string needs(std::string_view policy, const char* key) { return fmt::format("\"{}\" needs \"{}\"", policy, key); }

constexpr const char* nobody_shrinks = "nobody can shrink where no jobs are malleable";

void check_failure_policy(const scenario::Scenario& scenario, Objections& objections) {
  const scenario::Centre& centre = *scenario.centre;
  const FailurePolicy* const policy =
      find(objections, "/centre/on_failure", "policy for failures", centre.on_failure, failure_policies());
  if (policy == nullptr) return;
  const bool is_any_failure = scenario.failures || centre.failure_log;
  switch (policy->need) {
  case Need::nothing:
    return;
  case Need::checkpoints:
    if (!is_any_failure) return;
    objections.unless(centre.checkpoint.has_value(), "/centre/on_failure", needs(policy->name, "checkpoint"));
    objections.unless(!centre.checkpoint || centre.checkpoint->to == CheckpointPlace::file_system,
                      "/centre/checkpoint/to", "what is in memory is lost before a job starts again");
    return;
  case Need::spare_nodes:
    objections.unless(!is_any_failure || centre.spares, "/centre/on_failure", needs(policy->name, "spares"));
    return;
  case Need::malleable_jobs:
    objections.unless(centre.flexible.malleable > 0, "/centre/on_failure", nobody_shrinks);
    return;
  }
}

void check_preemption_policy(const scenario::Centre& centre, Objections& objections) {
  const char* const pointer = "/centre/urgent/policy";
  const PreemptionPolicy* const policy =
      find(objections, pointer, "policy for urgent jobs", centre.urgent->policy, preemption_policies());
  if (policy == nullptr) return;
  objections.unless(policy->malleability == Malleability::ignored || centre.flexible.malleable > 0, pointer,
                    nobody_shrinks);
  if (policy->action == PreemptAction::write_checkpoint) {
    objections.unless(centre.checkpoint.has_value(), pointer, needs(policy->name, "checkpoint"));
    objections.unless(!centre.checkpoint || centre.checkpoint->to == CheckpointPlace::file_system, pointer,
                      fmt::format("\"{}\" needs checkpoints on the file system", policy->name));
  }
  objections.unless(policy->reserve == Reserve::none || centre.urgent->idle > 0, pointer, needs(policy->name, "idle"));
}

/// A scheduler outside sees jobs and cores, and knows of nothing else.
void check_outside(const scenario::Centre& centre, Objections& objections) {
  if (const auto problem = problem_of_address(centre.queue)) objections.add("/centre/queue", *problem);
  const char* const knows_not =
      "a scheduler outside, which Batsim's protocol tells of jobs and cores, does not know of";
  const auto unless = [&](bool is_absent, const char* key, const char* what) {
    objections.unless(is_absent, std::string("/centre/") + key, fmt::format("{} {}", knows_not, what));
  };
  unless(centre.queue_parameters.order.empty(), "queue/order", "an order");
  unless(centre.partitions.empty(), "partitions", "partitions");
  unless(centre.reservations.empty(), "reservations", "reservations");
  unless(!centre.power || centre.power->caps.empty(), "power/cap", "a power cap");
  unless(!centre.flexible.any(), "flexible", "jobs that change their size");
  unless(!centre.spares, "spares", "spare nodes");
  unless(!centre.placement || centre.placement->nodes == "first-fit", "placement/nodes",
         "rules by which nodes are chosen: it chooses them itself");
  unless(!centre.urgent || centre.urgent->policy == "wait", "urgent/policy",
         "policies for urgent jobs: it is told which are urgent, and ends others itself; \"wait\" leaves it to it");
}

void check_placement(const scenario::Scenario& scenario, Objections& objections) {
  const scenario::CentrePlacement& placement = *scenario.centre->placement;
  const topology::Topology& topology = scenario.machine.topology;
  const char* const pointer = "/centre/placement/nodes";
  if (const NodeChoice* const choice = objections.find(pointer, "choice of nodes", placement.nodes, node_choices())) {
    const NodeLayout layout = layout_of(topology, scenario.machine.nodes);
    objections.unless(choice->needs != NodeChoice::Needs::grid || layout.grid, pointer,
                      fmt::format("\"{}\" needs a mesh or torus, and the machine is {}", placement.nodes,
                                  topology.kind->text(topology.shape)));
    objections.unless(choice->needs != NodeChoice::Needs::switches || !layout.levels.empty(), pointer,
                      fmt::format("\"{}\" needs switches above several nodes, and the machine is {}", placement.nodes,
                                  topology.kind->text(topology.shape)));
  }
  objections.unless(!placement.is_exclusive || !scenario.centre->flexible.any(), "/centre/placement/exclusive",
                    "flexible jobs have any number of cores, and not whole nodes");
}

void check_node(const scenario::Centre& centre, Objections& objections) {
  objections.unless(!centre.flexible.any(), "/centre/node",
                    "what flexible jobs need besides cores is not known at sizes that they did not ask for");
}

bool needs_limits(const QueuePolicy& policy, const QueueOrder* order) {
  return policy.limits == Limits::needed || (order != nullptr ? *order : *policy.order).limits == Limits::needed;
}

/// The order that the queue at that place is given; none: it has its policy's own.
const QueueOrder* find_order(const scenario::QueueParameters& parameters, const std::string& queue,
                             Objections& objections) {
  if (parameters.order.empty()) return nullptr;
  return objections.find(queue + "/order", "order", parameters.order, queue_orders());
}

/// A strategy shares all of a machine that is alike to everybody at all times.
void check_strategy(const scenario::Centre& centre, Objections& objections) {
  const scenario::FlexibleJobs& flexible = centre.flexible;
  if (flexible.strategy.empty()) {
    objections.unless(flexible.largest == 1, "/centre/flexible/largest",
                      "nobody gets more than it asks for without a \"strategy\"");
    return;
  }
  const char* const pointer = "/centre/flexible/strategy";
  objections.find(pointer, "strategy", flexible.strategy, malleability_strategies());
  const char* const alike = "is for a machine that everybody may use at all times, without {}";
  objections.unless(centre.partitions.empty(), pointer, fmt::format(alike, "\"partitions\""));
  objections.unless(centre.reservations.empty(), pointer, fmt::format(alike, "\"reservations\""));
  objections.unless(!centre.power || centre.power->caps.empty(), pointer, fmt::format(alike, "a power \"cap\""));
}

/// Jobs that could not start even if they had all cores that they may have. That others fit on the machine has been
/// seen to before.
void check_room(const scenario::Scenario& scenario, int kept, Objections& objections) {
  const scenario::Machine& machine = scenario.machine;
  const auto servers = scenario.tree_store ? static_cast<long long>(scenario.tree_store->nodes.size()) : 0;
  const long long all = static_cast<long long>(machine.nodes) * machine.cores - servers;
  const long long in_use = all - static_cast<long long>(scenario.manager->spares) * machine.cores;
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
    const scenario::Job& job = scenario.jobs[i];
    const long long least = static_cast<long long>(job.fewest.value_or(job.ranks)) + job.spares;
    const int out_of_reach = job.deadline ? 0 : kept;
    const long long usable = in_use - out_of_reach;
    objections.unless(least > all || least <= usable, fmt::format("/jobs/{}/ranks", i),
                      fmt::format("{} never fit on the {} that {}", scenario::counted(least, "process"),
                                  scenario::counted(usable, "core"),
                                  out_of_reach > 0 ? "others than urgent jobs get" : "are not spare"));
  }
}

/// Spares take the places of nodes that jobs lose which start new processes there.
void check_spares(const scenario::Scenario& scenario, Objections& objections) {
  const int spares = scenario.manager->spares;
  if (spares == 0) return;
  const char* const pointer = "/manager/spares";
  const int first = scenario.machine.nodes - spares;
  objections.unless(first > 0, pointer,
                    fmt::format("the machine has {}, and one at least is to be used",
                                scenario::counted(scenario.machine.nodes, "node")));
  const auto uses_spares = [](const auto& job) { return job.recovery == scenario::RecoveryStyle::spawn; };
  objections.unless(std::any_of(scenario.jobs.begin(), scenario.jobs.end(), uses_spares), pointer,
                    "are for jobs with the recovery \"spawn\", and there is none");
  const std::vector<int> servers = scenario.tree_store ? scenario.tree_store->nodes : std::vector<int>();
  objections.unless(std::all_of(servers.begin(), servers.end(), [first](int node) { return node < first; }), pointer,
                    "the last nodes are the spares, and a server of the tree store is on one of them");
}

void check_names(const scenario::Centre& centre, Objections& objections) {
  const char* const pointer = "/centre/node_names";
  const auto names = expand_host_list(centre.node_names);
  if (!names) return objections.add(pointer, "is no list of nodes as Slurm writes them, such as cn[001-128],login1");
  const std::set<std::string> different(names->begin(), names->end());
  objections.unless(different.size() == names->size(), pointer, "names a node twice");
}

} // namespace

namespace {

void check_dependencies(const scenario::Scenario& scenario, Objections& objections) {
  std::vector<const scenario::Job*> all;
  all.reserve(scenario.jobs.size());
  for (const scenario::Job& job : scenario.jobs) all.push_back(&job);
  dependencies_of(all, [&](std::size_t job, const char* key, const std::string& sentence) {
    objections.add(fmt::format("/jobs/{}/{}", job, key), sentence);
  });
}

} // namespace

std::vector<Problem> objections_to_manager(const scenario::Scenario& scenario, const std::string& file) {
  if (!scenario.manager) return {};
  Objections objections(file);
  const std::string& queue = scenario.manager->queue;
  const std::string& urgent = scenario.manager->urgent;
  const QueuePolicy* const queue_policy = find(objections, "/manager/queue", "queue", queue, queue_policies());
  const QueueOrder* const order = find_order(scenario.manager->queue_parameters, "/manager/queue", objections);
  const PreemptionPolicy* const policy = find(objections, "/manager/urgent", "policy", urgent, preemption_policies());
  const auto is_saved = [](const auto& job) { return job.checkpoint && outlives_job(job.checkpoint->to); };
  objections.unless(policy == nullptr || policy->action != PreemptAction::write_checkpoint ||
                        std::any_of(scenario.jobs.begin(), scenario.jobs.end(), is_saved),
                    "/manager/urgent",
                    fmt::format("\"{}\" has jobs write a checkpoint, and none has one on the file system", urgent));
  const bool keeps_idle = policy != nullptr && policy->reserve == Reserve::kept;
  objections.unless(!keeps_idle || scenario.manager->idle > 0, "/manager/urgent", needs(urgent, "idle"));
  check_spares(scenario, objections);
  check_room(scenario, keeps_idle ? scenario.manager->idle : 0, objections);
  check_dependencies(scenario, objections);
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i)
    objections.unless(queue_policy == nullptr || !needs_limits(*queue_policy, order) || scenario.jobs[i].limit,
                      "/jobs/" + std::to_string(i),
                      fmt::format("the queue \"{}\" plans with limits, and this job has no \"limit\"", queue));
  return objections.take();
}

std::vector<Problem> objections_to_centre(const scenario::Scenario& scenario, const std::string& file) {
  const scenario::Centre& centre = *scenario.centre;
  Objections objections(file);
  if (scenario::is_scheduler_address(centre.queue))
    check_outside(centre, objections);
  else
    find(objections, "/centre/queue", "queue", centre.queue, queue_policies());
  find_order(centre.queue_parameters, "/centre/queue", objections);
  check_strategy(centre, objections);
  check_failure_policy(scenario, objections);
  if (centre.urgent) check_preemption_policy(centre, objections);
  if (centre.placement) check_placement(scenario, objections);
  if (centre.node) check_node(centre, objections);
  if (!centre.node_names.empty()) check_names(centre, objections);
  if (centre.spares && !models::spares::parse_method(centre.spares->method, 2))
    objections.add("/centre/spares/method",
                   scenario::unknown("method", centre.spares->method, {"0d", "1d", "2d", "hybrid"}));
  return objections.take();
}

} // namespace daruma::batch
