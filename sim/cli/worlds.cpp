#include "sim/cli/worlds.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/watched.hpp"
#include "sim/cli/watched_run.hpp"
#include "sim/core/threads.hpp"
#include "sim/faults/objections.hpp"
#include "sim/hosting/user_program.hpp"
#include "sim/run/real/objections.hpp"
#include "sim/run/real/perform.hpp"
#include "sim/scenario/problems.hpp"
#include "sim/study/cautions.hpp"
#include "sim/study/memory_estimate.hpp"
#include "sim/study/prepared_scenario.hpp"
#include "sim/study/replications.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// Throws MachineError with everything that this MPI on this machine cannot do of the scenario.
void check_possible(const RunOrder& order, const scenario::Scenario& scenario, const real::Installation& mpi) {
  const auto sentences = real::objections(scenario, mpi, cores_here());
  if (sentences.empty()) return;
  std::string message = order.file + " cannot be run on " + mpi.version + " here:";
  for (const std::string& sentence : sentences) message += "\n  " + sentence;
  throw MachineError(message);
}

/// Throws MachineError where the processes would not fit into the memory that is free.
void check_memory(const scenario::Scenario& scenario, const std::string& file) {
  const study::MemoryEstimate estimate = study::estimate_memory(scenario);
  const Bytes free = study::free_memory();
  const std::optional<Bytes> addresses = study::addresses_left();
  if (addresses && *addresses < estimate.least + estimate.addresses)
    throw MachineError(
        fmt::format("{}: /jobs: {} processes need {:.1f} GiB of addresses, most of them for stacks that "
                    "are hardly touched, and \"ulimit -v\" leaves {:.1f} GiB; \"ulimit -v unlimited\" or a "
                    "smaller \"stack\" of the jobs helps",
                    file, estimate.processes, (estimate.least + estimate.addresses) / Bytes(1 << 30),
                    std::max(*addresses, Bytes(0)) / Bytes(1 << 30)));
  if (estimate.least <= free) return;
  throw MachineError(fmt::format("{}: /jobs: {} processes are too many to simulate one by one: they need at least "
                                 "{:.0f} GiB of memory, and {:.0f} GiB are free here; jobs of the model "
                                 "\"spares-stencil\" or \"falanx-sleep\" can do without processes: --fidelity fast",
                                 file, estimate.processes, estimate.least / Bytes(1 << 30), free / Bytes(1 << 30)));
}

/// Throws MachineError where programs of which each process loads a copy would need more mappings than Linux allows.
void check_copies(const scenario::Scenario& scenario, const std::string& file) {
  constexpr long long maps_of_a_copy = 6;
  constexpr long long maps_of_the_simulator = 2000;
  long long most_maps = 65530;
  std::ifstream("/proc/sys/vm/max_map_count") >> most_maps;
  long long copies = 0;
  std::string reasons;
  for (const scenario::Job& job : scenario.jobs) {
    const std::string reason = job.program.empty() ? "" : hosting::reason_for_copies(job.program);
    if (reason.empty()) continue;
    copies += job.ranks;
    reasons += fmt::format("; of {}: {}", job.program.filename().string(), reason);
  }
  const long long most = (most_maps - maps_of_the_simulator) / maps_of_a_copy;
  if (copies <= most) return;
  throw MachineError(fmt::format("{}: /jobs: {} processes with a copy of their program each are too many{}; with "
                                 "vm.max_map_count at {} Linux allows {}, and \"sysctl vm.max_map_count=N\" raises it",
                                 file, copies, reasons, most_maps, most));
}

/// Whether the program for simulation was made after its twin; who copies files without their times is not warned.
bool is_older(const fs::path& twin, const fs::path& program) {
  std::error_code absent;
  const auto made = fs::last_write_time(program, absent);
  return !absent && fs::last_write_time(twin) < made;
}

/// What keeps a program from being run in simulation, a finished sentence; nothing if all is well.
std::string objection_in_simulation(const fs::path& program) {
  std::string objection = hosting::objection(program);
  if (objection.empty()) return objection;
  return fmt::format("{} {}; daruma cc SOURCE... -o PROGRAM.so makes one", program.string(), objection);
}

/// What keeps the twin of a program from being run on a real MPI, a finished sentence; nothing if all is well. Says on
/// standard error if the twin is the older of the two.
std::string objection_for_real(const RunOrder& order, const fs::path& program) {
  const fs::path twin =
      real::twin_of(program, order.world.on == "mpich" ? real::Family::mpich : real::Family::open_mpi);
  const std::string remedy = fmt::format("daruma cc SOURCE... -o {} --on {}", program.string(), order.world.on);
  if (access(twin.c_str(), X_OK) != 0)
    return fmt::format("{}, which {} is on a real MPI, {}; from the same sources it is made by: {}", twin.string(),
                       program.filename().string(), fs::exists(twin) ? "cannot be executed" : "is missing", remedy);
  if (is_older(twin, program))
    fmt::print(stderr, "daruma: {} is older than {}; if the sources have changed since, make it again: {}\n",
               twin.string(), program.string(), remedy);
  return "";
}

/// Ctrl-C ends it with the replicas that are made.
results::Result run_replicas(int count, const study::PreparedScenario& prepared) {
  Progress progress;
  const LongRunTold long_run_told(count);
  const Interruptible guard(progress);
  const auto wait = [&](const std::function<bool(Seconds)>& is_done) {
    wait_with_bar(
        progress, [count] { return count; },
        [&](auto time) { return is_done(std::chrono::duration<double>(time)) || progress.stop; });
    if (progress.stop) tell("interrupted; the first replica is run, and the rest given up; once more ends all");
  };
  results::Result result = study::run_replicas(prepared, count, progress, wait);
  if (result.metrics.at("replicas") < count) result.cut = results::Cut{Seconds(0), "SIGINT", count};
  return result;
}

} // namespace

study::PreparedScenario prepare(scenario::Scenario scenario, const std::string& file, Fidelity fidelity,
                                batch::Logs& logs) {
  check_jobs(scenario, file, objection_in_simulation);
  check_sites(scenario, file);
  for (const std::string& caution : study::cautions(scenario, file)) fmt::print(stderr, "daruma: {}\n", caution);
  study::PreparedScenario prepared(std::move(scenario), file, fidelity, models(), logs);
  if (fidelity == Fidelity::smpi) {
    check_memory(prepared.scenario(), file);
    check_copies(prepared.scenario(), file);
  }
  return prepared;
}

void check_for_real(const RunOrder& order, const scenario::Scenario& scenario) {
  check_jobs(scenario, order.file, [&order](const fs::path& program) { return objection_for_real(order, program); });
  scenario::throw_problems(faults::objections(scenario, order.file));
}

results::Result simulate(const RunOrder& order, const study::PreparedScenario& prepared, const Salvage& salvage) {
  if (order.replicas > 1 && prepared.scenario().centre && !study::is_random(prepared.scenario()))
    throw UsageError(
        fmt::format("--replicas: all replicas of {} would be the same; drawn failures, urgent jobs at drawn "
                    "times or by lot, or flexible jobs make them differ",
                    order.file));
  try {
    if (order.replicas > 1) return run_replicas(order.replicas, prepared);
    if (order.fidelity == Fidelity::fast && !prepared.scenario().centre) {
      const LongRunTold guard(1);
      return prepared.run(0);
    }
    WatchedRun watch(order, prepared.scenario().horizon);
    run::Onlookers onlookers{&watch};
    onlookers.asks_for_stacks = true;
    return prepared.run(0, onlookers);
  } catch (const run::SimulationError& stopped) {
    salvage(stopped.result);
    throw;
  }
}

results::Result perform(const RunOrder& order, const scenario::Scenario& scenario, const Salvage& salvage) {
  const real::Installation mpi = find_mpi(order.world.on, order.world.runner);
  check_possible(order, scenario, mpi);
  results::Result first;
  std::vector<study::Metrics> replications;
  try {
    for (int replica = 0; replica < order.replicas; ++replica) {
      results::Result result = real::perform(scenario, mpi, order.world.patience, replica);
      replications.push_back(result.metrics);
      if (replica == 0) first = std::move(result);
    }
  } catch (const real::RunError& stopped) {
    salvage(stopped.result);
    throw;
  }
  if (order.replicas > 1) study::take_means(first, replications);
  return first;
}

} // namespace daruma::cli
