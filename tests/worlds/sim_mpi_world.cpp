#include "tests/worlds/world.hpp"

#include "platforms/build.hpp"
#include "sim/mpi/process/runtime.hpp"

#include <simgrid/s4u/Engine.hpp>
#include <xbt/log.h>

namespace daruma::worlds {

namespace {

struct Nobody final : mpi::Listener {
  void died(mpi::ProcessName, std::string_view) override {}
  void detected(mpi::ProcessName, mpi::ProcessName) override {}
  void revoked(mpi::ProcessName) override {}
  void operated(mpi::ProcessName, std::string_view, Seconds, std::string_view) override {}
  void returned(mpi::ProcessName) override {}
  void aborted(mpi::ProcessName, std::string_view) override {}
  void misused(mpi::ProcessName, std::string_view) override {}
};

} // namespace

void perform(const scenario::Machine& machine, const std::function<void()>& program) {
  xbt_log_control_set("root.thresh:critical");
  int argc = 1;
  char name[] = "sim_mpi_world";
  char* argv[] = {name, nullptr};
  simgrid::s4u::Engine engine(&argc, argv);
  platforms::configure_network();
  const auto platform = platforms::build(machine);
  Nobody nobody;
  mpi::Runtime runtime(nobody, 1, 0, {NetworkModel::flows, platform.interconnect});
  mpi::JobPlan plan;
  plan.name = "world";
  plan.profile.eager_limit = Bytes(eager_limit);
  plan.first = {[&program](int) { program(); }, platform.nodes};
  runtime.launch(plan);
  engine.run();
}

} // namespace daruma::worlds
