#include "sim/calibration/report.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/worlds.hpp"
#include "sim/core/threads.hpp"
#include "sim/run/real/perform.hpp"
#include "sim/study/replications.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace daruma::cli {

namespace {

using calibration::Deaths;

/// What is measured, and of what.
struct Subject {
  calibration::Origin origin;
  std::vector<calibration::Trial> trials;
  std::vector<calibration::Check> checks;
  int warm_up = 0; ///< runs that do not count
};

struct CalibrationOrder {
  RealWorld world;
  std::string store; ///< empty: the MPI itself is measured
  std::filesystem::path out;
  int runs = 1;
  bool json = false;
};

CalibrationOrder read_calibration_order(const Given& given) {
  CalibrationOrder order;
  order.world = read_real_world(given);
  if (order.world.on.empty()) throw UsageError("calibrate measures a real MPI: --on openmpi is missing");
  order.out = given.text("out");
  order.store = given.text("store");
  order.runs = given.whole("runs");
  order.json = given.has("json");
  return order;
}

/// A run that hangs or breaks is told of and left out: Open MPI loses one now and then.
calibration::World real_world(const real::Installation& mpi, Seconds patience) {
  return [&mpi, patience](const scenario::Scenario& scenario) -> std::optional<study::Metrics> {
    try {
      return real::perform(scenario, mpi, patience, 0).metrics;
    } catch (const real::RunError& stopped) {
      fmt::print(stderr, "daruma: {} is left out of this run: {}\n", scenario.name, stopped.what());
      return std::nullopt;
    }
  };
}

/// Means over replications: detectors wake at phases of their own.
std::optional<study::Metrics> simulated_world(const scenario::Scenario& scenario) {
  constexpr int replications = 16;
  study::Metrics means;
  batch::Logs none;
  const auto runs = study::replicate(prepare(scenario, scenario.name, Fidelity::smpi, none), {0, replications});
  for (const auto& [name, estimate] : study::summarise(runs)) means[name] = estimate.mean;
  return means;
}

Subject of_mpi(const real::Installation& mpi) {
  const Deaths deaths = mpi.ulfm == real::Ulfm::present ? Deaths::survived : Deaths::fatal;
  if (deaths == Deaths::fatal)
    fmt::print(stderr, "daruma: {} has no ULFM, so nothing is measured of failures\n", mpi.version);
  return {{mpi.version, cores_here()}, calibration::trials(deaths), calibration::checks(deaths)};
}

/// Java compiles what it runs often: the first run is slower.
Subject of_zookeeper() {
  const char* const servers = std::getenv("DARUMA_ZOOKEEPER");
  if (!servers)
    throw MachineError("the environment's DARUMA_ZOOKEEPER has to name the servers of the ZooKeeper that is to be "
                       "measured, as 127.0.0.1:2181,127.0.0.1:2182,127.0.0.1:2183; "
                       "in Daruma's sources tests/sim/treestore/with_zookeeper.sh COMMAND starts three for a command");
  const std::string names = servers;
  const auto count = 1 + static_cast<int>(std::count(names.begin(), names.end(), ','));
  const calibration::Origin origin{fmt::format("ZooKeeper, {} servers and their clients", count), cores_here(), count};
  return {origin, calibration::store_trials(cores_here()), calibration::store_checks(cores_here()), 1};
}

int calibrate(const Given& given) {
  const CalibrationOrder order = read_calibration_order(given);
  const real::Installation mpi = find_mpi(order.world.on, order.world.runner);
  const Subject subject = order.store.empty() ? of_mpi(mpi) : of_zookeeper();
  const calibration::Origin& origin = subject.origin;
  const auto tell = [](const std::string& what) { fmt::print(stderr, "daruma: {}\n", what); };

  make_folder(order.out);
  auto runs = calibration::measure(subject.trials, subject.warm_up + order.runs, real_world(mpi, order.world.patience),
                                   surroundings(), tell);
  runs.erase(runs.begin(), runs.begin() + subject.warm_up);
  const auto descriptions = calibration::describe(runs, origin);
  if (order.store.empty()) {
    write_file(order.out / "machine.json", descriptions.machine);
    write_file(order.out / "runtime.json", descriptions.runtime);
  } else {
    write_file(order.out / "tree_store.json", descriptions.tree_store);
  }
  const auto rows =
      calibration::hold_against(subject.checks, runs, descriptions, simulated_world, surroundings(), tell);
  const std::string json = calibration::to_json(runs, rows, origin);
  write_file(order.out / "calibration.json", json);
  if (order.json)
    fmt::print("{}", json);
  else
    fmt::print("{}\n{} holds {} for scenarios, and calibration.json\n",
               calibration::to_table(runs, rows, origin, columns()), order.out.string(),
               order.store.empty() ? "machine.json and runtime.json" : "tree_store.json");
  return done;
}

} // namespace

Command calibrate_command() {
  return {"calibrate",
          "measure this machine's MPI, and write profiles of it",
          "Scenarios can use machine.json and runtime.json, which it leaves in its folder; calibration.json holds what "
          "was measured and how well the profiles predict what they were not fitted on.",
          {},
          {on_option("the MPI that is measured"), runner_option(), patience_option(),
           Option("store", "SERVICE", "measures a tree store instead of the MPI").one_of({"zookeeper"}),
           Option("runs", "N", "so many measurements of each kind").standard("5").between(1, 1000),
           out_option("folder for the profiles").standard("out/calibration"), json_option()},
          {"calibrate --on openmpi"},
          calibrate};
}

} // namespace daruma::cli
