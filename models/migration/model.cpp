#include "models/descriptor/system.hpp"
#include "models/migration/fast/migration.hpp"
#include "models/migration/logic/laplace.hpp"
#include "models/migration/mpi/laplace_arguments.hpp"
#include "models/migration/mpi/programs.hpp"
#include "sim/run/cores.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace daruma::models::migration {

namespace {

LaplaceOrder laplace_order_of(const scenario::Job& job) {
  return laplace_order(scenario::arguments_as_text(job.arguments), job.ranks);
}

std::vector<int> nodes_of(const scenario::Machine& machine, const scenario::Job& job) {
  return run::Cores(machine.nodes, machine.cores).take(job.ranks, job.placement);
}

/// Why the processes that compute find no place; empty if they do.
std::string lack_of_room(const scenario::Scenario& scenario) {
  const scenario::Job& job = scenario.jobs.front();
  try {
    first_table(nodes_of(scenario.machine, job), laplace_order_of(job).terms);
    return "";
  } catch (const std::invalid_argument& error) { return error.what(); }
}

void object_to_laplace(Objections& objections, const scenario::Scenario& scenario) {
  const LaplaceOrder order = laplace_order_of(scenario.jobs.front());
  objections.unless(order.residual == 0, "/jobs/0/arguments/residual",
                    "how many iterations lead to a residual, only a solution of the equation shows");
  objections.unless(order.terms.load == LoadSource::system, "/jobs/0/arguments/load",
                    "load known by \"progress\" needs the times of ranks");
  const std::string lack = lack_of_room(scenario);
  objections.unless(lack.empty(), "/jobs/0", lack);
  object_to_shared_links(objections, scenario.machine);
  object_to_ends_of_nodes(objections, scenario);
  objections.unless(!scenario.tree_store, "/tree_store", "\"migr-laplace\" uses no store");
}

/// Processes of neighbouring ranks are on different nodes, as a rule.
Seconds message_time(const scenario::Machine& machine, Bytes size) { return network_of(machine).time(0, 1, size); }

/// An iteration's messages: a row up, a row down, and the residual over all by recursive doubling.
Seconds exchange_time(const scenario::Machine& machine, const LaplaceOrder& order) {
  if (order.terms.active == 1) return Seconds(0);
  return 2 * message_time(machine, edge_of(order)) +
         std::ceil(std::log2(order.terms.active)) * message_time(machine, Bytes(8));
}

/// The largest strip sets the pace.
Seconds iteration_work(const scenario::Machine& machine, const LaplaceOrder& order) {
  Flops most{0};
  for (int rank = 0; rank < order.terms.active; ++rank)
    most = std::max(most, work_of(order, strip(order.size, rank, order.terms.active)));
  return most / machine.core_speed;
}

std::vector<fast::Seats> seats_of(const scenario::Scenario& scenario, const LaplaceOrder& order) {
  const auto nodes = nodes_of(scenario.machine, scenario.jobs.front());
  std::vector<fast::Seats> seats(static_cast<std::size_t>(scenario.machine.nodes));
  for (const int node : nodes) ++seats[static_cast<std::size_t>(node)].processes;
  for (const int process : first_table(nodes, order.terms))
    ++seats[static_cast<std::size_t>(nodes[static_cast<std::size_t>(process)])].computing;
  return seats;
}

fast::MigrationCase laplace_case(const scenario::Scenario& scenario, const LaplaceOrder& order) {
  const scenario::Machine& machine = scenario.machine;
  fast::MigrationCase what;
  what.nodes = machine.nodes;
  what.processors = machine.cores;
  what.active = order.terms.active;
  what.per_node = order.terms.per_node;
  what.interval = iteration_work(machine, order);
  what.total_work = order.iterations * order.terms.active * what.interval;
  what.exchange = exchange_time(machine, order);
  what.checkpoints = checkpoints_of(order);
  what.cost = message_time(machine, state_of(order));
  if (scenario.background) what.background = *scenario.background;
  what.policy = order.terms.policy;
  what.swap = order.terms.swap;
  what.seats = seats_of(scenario, order);
  return what;
}

void run_laplace(const scenario::Scenario& scenario, int replication, results::JobRow& row, results::Result& result) {
  const LaplaceOrder order = laplace_order_of(scenario.jobs.front());
  const fast::MigrationRun run =
      fast::run(laplace_case(scenario, order), scenario.seed, static_cast<std::uint64_t>(replication));
  row.finished = true;
  row.end = run.makespan;
  row.ranks_at_end = row.ranks_at_start;
  result.metrics[row.name + ".solve_s"] = run.makespan.count();
  result.metrics[row.name + ".iterations"] = order.iterations;
  result.metrics[row.name + ".migrations"] = run.migrations;
}

} // namespace

const System& system() {
  static const System all{"migration",
                          "Ranks that move away from loaded nodes inside an MPI program (Yazawa, Hibino).",
                          programs(),
                          {{"migr-laplace", object_to_laplace, run_laplace}}};
  return all;
}

} // namespace daruma::models::migration
