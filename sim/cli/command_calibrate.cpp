#include "sim/base/threads.hpp"
#include "sim/calibration/report.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/real_world.hpp"
#include "sim/experiment/replications.hpp"
#include "sim/real/perform.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;
using calibration::Deaths;

struct CalibrationOrder {
  RealWorld world;
  std::filesystem::path out = "out/calibration";
  int runs = 5;
  bool json = false;
};

CalibrationOrder read_calibration_order(const Words& words) {
  options::options_description known;
  known.add_options()("out", options::value<std::string>())("runs", options::value<int>())("json", "");
  add_real_world(known);
  const auto values = read_options(words, known, nullptr);
  CalibrationOrder order;
  order.world = read_real_world(values);
  if (order.world.on.empty()) throw UsageError("calibrate measures a real MPI: --on openmpi is missing");
  if (values.count("out")) order.out = values["out"].as<std::string>();
  if (values.count("runs")) order.runs = values["runs"].as<int>();
  if (order.runs < 1 || order.runs > 1000)
    throw UsageError(fmt::format("--runs takes a whole number from 1 to 1000, got {}", order.runs));
  order.json = values.count("json") != 0;
  return order;
}

/// A run that hangs or breaks is told of and left out: Open MPI loses one now and then.
calibration::World real_world(const real::Installation& mpi, Seconds patience) {
  return [&mpi, patience](const scenario::Scenario& scenario) -> std::optional<experiment::Metrics> {
    try {
      return real::perform(scenario, mpi, patience, 0).metrics;
    } catch (const real::RunError& stopped) {
      fmt::print(stderr, "daruma: {} is left out of this run: {}\n", scenario.name, stopped.what());
      return std::nullopt;
    }
  };
}

/// Means over replications: detectors wake at phases of their own.
std::optional<experiment::Metrics> simulated_world(const scenario::Scenario& scenario) {
  constexpr int replications = 16;
  experiment::Metrics means;
  const auto runs = experiment::replicate(scenario, models(), replications,
                                          [](const records::Result& result) { return result.metrics; });
  for (const auto& [name, estimate] : experiment::summarise(runs)) means[name] = estimate.mean;
  return means;
}

} // namespace

int calibrate(const Words& words) {
  const CalibrationOrder order = read_calibration_order(words);
  const real::Installation mpi = real::find_installation(order.world.runner);
  const calibration::Origin origin{mpi.version, cores_here()};
  const Deaths deaths = mpi.ulfm == real::Ulfm::present ? Deaths::survived : Deaths::fatal;
  if (deaths == Deaths::fatal)
    fmt::print(stderr, "daruma: {} has no ULFM, so nothing is measured of failures\n", mpi.version);
  const auto tell = [](const std::string& what) { fmt::print(stderr, "daruma: {}\n", what); };

  make_folder(order.out);
  const auto runs = calibration::measure(calibration::trials(deaths), order.runs, real_world(mpi, order.world.patience),
                                         surroundings(), tell);
  const auto descriptions = calibration::describe(runs, origin);
  write_file(order.out / "machine.json", descriptions.machine);
  write_file(order.out / "runtime.json", descriptions.runtime);
  const auto rows =
      calibration::hold_against(calibration::checks(deaths), runs, descriptions, simulated_world, surroundings(), tell);
  const std::string json = calibration::to_json(runs, rows, origin);
  write_file(order.out / "calibration.json", json);
  if (order.json)
    fmt::print("{}", json);
  else
    fmt::print("{}\n{} holds machine.json and runtime.json for scenarios, and calibration.json\n",
               calibration::to_table(runs, rows, origin, columns()), order.out.string());
  return done;
}

} // namespace daruma::cli
