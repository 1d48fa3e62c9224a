#include <mpi.h>

#include "bench/exchanges.hpp"
#include "sim/mpi/runtime.hpp"

#include <simgrid/s4u/Engine.hpp>
#include <xbt/log.h>

namespace {

using namespace daruma;

struct Nobody final : mpi::Listener {
  void died(mpi::ProcessName, std::string_view) override {}
  void detected(mpi::ProcessName, mpi::ProcessName) override {}
  void revoked(mpi::ProcessName) override {}
  void operated(mpi::ProcessName, std::string_view, Seconds, std::string_view) override {}
  void returned(mpi::ProcessName) override {}
  void aborted(mpi::ProcessName, std::string_view) override {}
};

} // namespace

int main(int argc, char** argv) {
  const auto order = bench::read_order(argv);
  xbt_log_control_set("root.thresh:critical");
  simgrid::s4u::Engine engine(&argc, argv);
  platforms::configure_network();
  const auto platform = platforms::build(bench::machine_for(order));
  Nobody nobody;
  mpi::Runtime runtime(nobody, 1, 0);
  mpi::JobPlan plan;
  plan.name = "bench";
  plan.first = {[&order](int) { bench::exchange(order); }, platform.nodes};
  runtime.launch(plan);
  engine.run();
}
