#include "sim/run/simulated/simulate.hpp"

#include "sim/core/registry.hpp"
#include "sim/run/simulated/driver.hpp"

#include <simgrid/s4u/Engine.hpp>
#include <simgrid/version.h>
#include <xbt/log.h>

#include <csignal>

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

} // namespace

std::map<std::string, std::string> versions() {
  return {{"daruma", DARUMA_VERSION},
          {"simgrid", std::to_string(SIMGRID_VERSION_MAJOR) + "." + std::to_string(SIMGRID_VERSION_MINOR)}};
}

const models::Program* find(const Models& models, std::string_view name) { return find_named(models, name); }

results::Result simulate(const scenario::Scenario& scenario, const Models& models, int replication,
                         Supervisor* supervisor) {
  silence_simgrid();
  int argc = 1;
  char name[] = "daruma";
  char* argv[] = {name, nullptr};
  const CtrlC ctrl_c;
  simgrid::s4u::Engine engine(&argc, argv);
  ctrl_c.give_back();
  SimulatedDriver driver(scenario, models, replication);
  driver.set();
  if (supervisor) driver.obey(*supervisor);
  simgrid::s4u::Engine::on_deadlock_cb([&driver] { driver.stand_still(); });
  engine.run();
  driver.explain_standstill();
  results::Result result = driver.result();
  if (!driver.controller().breakdown().empty())
    throw SimulationError(driver.controller().breakdown(), std::move(result));
  return result;
}

} // namespace daruma::run
