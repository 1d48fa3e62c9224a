#include <smpi/smpi.h>

#include "bench/exchanges.hpp"

#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <xbt/log.h>

using namespace daruma;

int main(int argc, char** argv) {
  const auto order = bench::read_order(argv);
  xbt_log_control_set("root.thresh:critical");
  smpi_init_options();
  simgrid::s4u::Engine engine(&argc, argv);
  simgrid::s4u::Engine::set_config("smpi/simulate-computation:no");
  platforms::configure_network();
  const auto platform = platforms::build(bench::machine_for(order));
  SMPI_init();
  SMPI_app_instance_register("bench", nullptr, order.ranks);
  for (int rank = 0; rank < order.ranks; ++rank) {
    auto actor = simgrid::s4u::Actor::init("bench", platform.nodes[static_cast<std::size_t>(rank)]);
    actor->set_property("instance_id", "bench");
    actor->set_property("rank", std::to_string(rank));
    actor->start([&order] { bench::exchange(order); });
  }
  engine.run();
  SMPI_finalize();
}
