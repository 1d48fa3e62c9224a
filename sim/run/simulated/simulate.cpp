#include "sim/run/simulated/simulate.hpp"

#include "sim/core/crash.hpp"
#include "sim/core/registry.hpp"
#include "sim/run/simulated/clock.hpp"
#include "sim/run/simulated/driver.hpp"
#include "sim/run/simulated/step_clock.hpp"

#include <fmt/format.h>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/version.h>
#include <xbt/log.h>

#include <cmath>
#include <csignal>
#include <memory>
#include <optional>
#include <utility>

namespace daruma::run {

namespace {

/// What Ctrl-C did before SimGrid's engine was made, which takes it for itself and exits with 1, as if an expectation
/// had failed. It does so again once it is given back.
class CtrlC {
public:
  CtrlC() { sigaction(SIGINT, nullptr, &before_); }
  void give_back() const { sigaction(SIGINT, &before_, nullptr); }

private:
  struct sigaction before_ {};
};

/// SimGrid's own remarks go nowhere: what a user has to know, this project says itself.
void silence_simgrid() { xbt_log_control_set("root.thresh:critical root.app:file:/dev/null"); }

Ending ending_of(SimulatedDriver& driver, bool with_stacks) {
  Ending ending{driver.result()};
  if (with_stacks) ending.result.stacks = driver.stacks();
  if (driver.controller().breakdown().empty()) return ending;
  ending.breakdown = driver.controller().kind_of_breakdown();
  ending.problem = driver.controller().breakdown();
  return ending;
}

/// Throws SimulationError if it cannot be trusted.
results::Result checked(Ending ending) {
  if (ending.breakdown) throw SimulationError(ending.problem, *ending.breakdown, std::move(ending.result));
  return std::move(ending.result);
}

/// What is in any state is not destroyed, as that might crash, too.
[[noreturn]] void leave_behind(const simgrid::s4u::Engine*, SimulatedDriver* driver, const Onlookers& onlookers,
                               Breakdown kind) {
  leave_in_any_state();
  const Ending ending{driver->result(), kind, driver->controller().breakdown()};
  if (onlookers.ended) onlookers.ended(ending);
  throw SimulationError(ending.problem, kind, ending.result);
}

/// Of a run that is over. A program may have left the heap in disorder, and the simulator, which gives back its memory
/// here, crashes because of that: it is said so then, with all that was recorded.
Ending end(std::unique_ptr<simgrid::s4u::Engine> engine, std::unique_ptr<SimulatedDriver> driver, bool with_stacks) {
  std::optional<Ending> ending;
  SimulatedDriver* const left = driver.release(); // what is in any state is not destroyed once more
  simgrid::s4u::Engine* const left_engine = engine.release();
  const auto crash = crash_of([&] {
    ending = ending_of(*left, with_stacks);
    std::default_delete<SimulatedDriver>()(left);
    std::default_delete<simgrid::s4u::Engine>()(left_engine);
  });
  if (!crash) return std::move(*ending);
  left->give_up_programs();
  if (!ending) ending = Ending{left->result()};
  ending->breakdown = Breakdown::crash;
  ending->problem = told_of_crash("after the run", *crash, last_in_crashes());
  return std::move(*ending);
}

void run_until_over(simgrid::s4u::Engine& engine) {
  try {
    engine.run();
  } catch (const TimeIsOver&) {} // NOLINT(bugprone-empty-catch): the driver knows why
}

std::string told_of_clock(Seconds now) {
  return fmt::format("simulated time does not go on from {0:.9g} s: what is to come next is nearer than a time so long "
                     "can tell, whose last digit is {1:.2g} s; rates, latencies or speeds may be in a wrong unit",
                     now.count(), std::nextafter(now.count(), never.count()) - now.count());
}

} // namespace

std::map<std::string, std::string> versions() {
  return {{"daruma", DARUMA_VERSION},
          {"simgrid", std::to_string(SIMGRID_VERSION_MAJOR) + "." + std::to_string(SIMGRID_VERSION_MINOR)}};
}

const models::Program* find(const Models& models, std::string_view name) { return find_named(models, name); }

models::JobShape shape_of(const scenario::Job& job) { return {job.ranks, job.spares, job.recovery}; }

std::vector<int> first_nodes(const Models& models, const scenario::Job& job) {
  const models::Program* const model = job.program.empty() ? find(models, job.model) : nullptr;
  if (!model || !model->first_nodes) return {};
  return model->first_nodes(scenario::arguments_as_text(job.arguments), shape_of(job));
}

results::Result simulate(const scenario::Scenario& scenario, const Models& models, int replication,
                         const Onlookers& onlookers) {
  silence_simgrid();
  int argc = 1;
  char name[] = "daruma";
  char* argv[] = {name, nullptr};
  const CtrlC ctrl_c;
  auto engine = std::make_unique<simgrid::s4u::Engine>(&argc, argv);
  ctrl_c.give_back();
  std::unique_ptr<SimulatedDriver> driver;
  const auto crash = crash_of([&] {
    driver = std::make_unique<SimulatedDriver>(scenario, models, replication);
    driver->set();
    if (onlookers.supervisor) driver->obey(*onlookers.supervisor);
    if (onlookers.intervention) driver->heed(*onlookers.intervention);
    simgrid::s4u::Engine::on_deadlock_cb([&driver] { driver->stand_still(); });
    run_until_over(*engine);
    driver->explain_standstill();
  });
  if (crash && !driver) throw std::runtime_error("the simulator crashed before its start: " + *crash);
  if (crash) {
    driver->crashed(*crash);
    leave_behind(engine.release(), driver.release(), onlookers, Breakdown::crash);
  }
  if (driver->has_clock_stopped()) {
    driver->controller().break_down(Breakdown::endless, told_of_clock(now()));
    leave_behind(engine.release(), driver.release(), onlookers, Breakdown::endless);
  }
  Ending ending = end(std::move(engine), std::move(driver), onlookers.asks_for_stacks);
  if (onlookers.ended) onlookers.ended(ending);
  return checked(std::move(ending));
}

} // namespace daruma::run
