#include "sim/cli/worlds.hpp"

#include "sim/base/threads.hpp"
#include "sim/cli/models.hpp"
#include "sim/components/objections.hpp"
#include "sim/engine/manager.hpp"
#include "sim/engine/simulate.hpp"
#include "sim/experiment/fast_world.hpp"
#include "sim/experiment/randomness.hpp"
#include "sim/experiment/replications.hpp"
#include "sim/program/image.hpp"
#include "sim/real/objections.hpp"
#include "sim/real/perform.hpp"

#include <fmt/format.h>

#include <fstream>
#include <system_error>
#include <unistd.h>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// Adds what the replications said: each metric's mean takes the place of the first run's value.
void take_means(records::Result& result, const std::vector<experiment::Metrics>& replications) {
  for (const auto& [name, estimate] : experiment::summarise(replications)) {
    result.metrics[name] = estimate.mean;
    result.metrics[name + ".ci95"] = estimate.half_width;
  }
  result.metrics["replicas"] = static_cast<double>(replications.size());
}

/// Throws MachineError with everything that this MPI on this machine cannot do of the scenario.
void check_possible(const RunOrder& order, const scenario::Scenario& scenario, const real::Installation& mpi) {
  const auto sentences = real::objections(scenario, mpi, cores_here());
  if (sentences.empty()) return;
  std::string message = order.file + " cannot be run on " + mpi.version + " here:";
  for (const std::string& sentence : sentences) message += "\n  " + sentence;
  throw MachineError(message);
}

/// Linux gives a program so many separate pieces of memory.
int most_memory_maps() {
  int most = 65530;
  std::ifstream("/proc/sys/vm/max_map_count") >> most;
  return most;
}

/// Throws MachineError where SimGrid would abort because it cannot make the processes' stacks: each takes a piece of
/// memory, and its guard page another.
void check_room_for_stacks(const scenario::Scenario& scenario, const std::string& file) {
  constexpr int maps_of_a_process = 2;
  constexpr int maps_of_the_simulator = 2000;
  const int most_maps = most_memory_maps();
  const int most = (most_maps - maps_of_the_simulator) / maps_of_a_process;
  long long processes = 0;
  for (const scenario::Job& job : scenario.jobs) processes += job.ranks + job.spares;
  if (processes <= most) return;
  throw MachineError(
      fmt::format("{}: /jobs: {} processes are too many to simulate one by one: with vm.max_map_count at "
                  "{} Linux allows {}. \"sysctl vm.max_map_count=N\" raises it; jobs of the model "
                  "\"spares-stencil\" or \"falanx-sleep\" can do without processes: --fidelity fast",
                  file, processes, most_maps, most));
}

/// Whether the program for simulation was made after its twin; who copies files without their times is not warned.
bool is_older(const fs::path& twin, const fs::path& program) {
  std::error_code absent;
  const auto made = fs::last_write_time(program, absent);
  return !absent && fs::last_write_time(twin) < made;
}

/// What keeps a program from being run in simulation, a finished sentence; nothing if all is well.
std::string objection_in_simulation(const fs::path& program) {
  std::string objection = program::objection(program);
  if (objection.empty()) return objection;
  return fmt::format("{} {}; ./daruma cc SOURCE... -o PROGRAM.so makes one", program.string(), objection);
}

/// The same of its twin for a real MPI. Says on standard error if the twin is the older of the two.
std::string objection_for_real(const RunOrder& order, const fs::path& program) {
  const fs::path twin =
      real::twin_of(program, order.world.on == "mpich" ? real::Family::mpich : real::Family::open_mpi);
  const std::string remedy = fmt::format("./daruma cc SOURCE... -o {} --on {}", program.string(), order.world.on);
  if (access(twin.c_str(), X_OK) != 0)
    return fmt::format("{}, which {} is on a real MPI, {}; from the same sources it is made by: {}", twin.string(),
                       program.filename().string(), fs::exists(twin) ? "cannot be executed" : "is missing", remedy);
  if (is_older(twin, program))
    fmt::print(stderr, "daruma: {} is older than {}; if the sources have changed since, make it again: {}\n",
               twin.string(), program.string(), remedy);
  return "";
}

void throw_any(std::vector<scenario::Problem> problems) {
  if (!problems.empty()) throw scenario::ScenarioError(std::move(problems));
}

/// At the fidelity smpi a process makes one.
records::Result one_run(const scenario::Scenario& scenario, Fidelity fidelity, int replica, centre::Logs& logs) {
  return fidelity == Fidelity::fast ? experiment::run_fast(scenario, replica, logs)
                                    : engine::simulate(scenario, models(), replica);
}

void check_parts(const scenario::Scenario& scenario, const std::string& file) {
  check_jobs(scenario, file, objection_in_simulation);
  throw_any(components::objections(scenario, file));
  throw_any(engine::objections_to_manager(scenario, file));
  check_sites(scenario, file);
}

} // namespace

void check_in_simulation(const scenario::Scenario& scenario, const std::string& file, Fidelity fidelity,
                         centre::Logs& logs) {
  check_parts(scenario, file);
  if (fidelity == Fidelity::fast) return throw_any(experiment::objections_to_fast(scenario, file, logs));
  if (scenario.centre)
    throw scenario::ScenarioError({{file, "/centre", "has no ranks to simulate; --fidelity fast runs it"}});
  check_room_for_stacks(scenario, file);
}

void check_to_run(const RunOrder& order, const scenario::Scenario& scenario) {
  if (scenario.centre && order.fidelity == Fidelity::fast) return check_parts(scenario, order.file);
  centre::Logs logs;
  check_in_simulation(scenario, order.file, order.fidelity, logs);
}

void check_for_real(const RunOrder& order, const scenario::Scenario& scenario) {
  check_jobs(scenario, order.file, [&order](const fs::path& program) { return objection_for_real(order, program); });
  throw_any(components::objections(scenario, order.file));
}

records::SweptRun swept_run(const scenario::Scenario& scenario, Fidelity fidelity, const records::RunKey& key,
                            centre::Logs& logs) {
  records::SweptRun run{key, scenario.seed, "", {}};
  try {
    run.metrics = one_run(scenario, fidelity, key.second, logs).metrics;
  } catch (const engine::SimulationError& stopped) { run.problem = stopped.what(); }
  return run;
}

records::Result simulate(const RunOrder& order, const scenario::Scenario& scenario, const Salvage& salvage) {
  std::vector<experiment::Metrics> replications;
  if (order.replicas > 1)
    replications = experiment::replicate(scenario, models(), order.replicas,
                                         [](const records::Result& result) { return result.metrics; });
  try {
    records::Result result = engine::simulate(scenario, models(), 0);
    if (order.replicas > 1) take_means(result, replications);
    return result;
  } catch (const engine::SimulationError& stopped) {
    salvage(stopped.result);
    throw;
  }
}

records::Result calculate(const RunOrder& order, const scenario::Scenario& scenario, const Salvage&) {
  if (order.replicas > 1 && scenario.centre && !experiment::is_random(scenario))
    throw UsageError(
        fmt::format("--replicas: all replicas of {} would be the same; drawn failures, urgent jobs at drawn "
                    "times or flexible jobs make them differ",
                    order.file));
  centre::Logs logs;
  const experiment::FastWorld world(scenario, order.file, logs);
  records::Result first = world.run(0);
  std::vector<experiment::Metrics> replications{first.metrics};
  for (int replica = 1; replica < order.replicas; ++replica) replications.push_back(world.run(replica).metrics);
  if (order.replicas > 1) take_means(first, replications);
  return first;
}

records::Result perform(const RunOrder& order, const scenario::Scenario& scenario, const Salvage& salvage) {
  const real::Installation mpi = real::find_installation(order.world.runner);
  check_possible(order, scenario, mpi);
  records::Result first;
  std::vector<experiment::Metrics> replications;
  try {
    for (int replica = 0; replica < order.replicas; ++replica) {
      records::Result result = real::perform(scenario, mpi, order.world.patience, replica);
      replications.push_back(result.metrics);
      if (replica == 0) first = std::move(result);
    }
  } catch (const real::RunError& stopped) {
    salvage(stopped.result);
    throw;
  }
  if (order.replicas > 1) take_means(first, replications);
  return first;
}

} // namespace daruma::cli
