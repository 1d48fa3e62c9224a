#include "tests/worlds/world.hpp"

#include "platforms/build.hpp"

#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <xbt/log.h>

namespace daruma::worlds {

void perform(const scenario::Machine& machine, const std::function<void()>& program) {
  xbt_log_control_set("root.thresh:critical");
  smpi_init_options();
  int argc = 1;
  char name[] = "plain_smpi_world";
  char* argv[] = {name, nullptr};
  simgrid::s4u::Engine engine(&argc, argv);
  simgrid::s4u::Engine::set_config("smpi/simulate-computation:no");
  simgrid::s4u::Engine::set_config("smpi/wtime:0");
  simgrid::s4u::Engine::set_config("smpi/async-small-thresh:" + std::to_string(eager_limit));
  simgrid::s4u::Engine::set_config("smpi/send-is-detached-thresh:" + std::to_string(eager_limit));
  platforms::configure_network();
  const auto platform = platforms::build(machine);
  SMPI_init();
  SMPI_app_instance_register("world", nullptr, machine.nodes);
  for (int rank = 0; rank < machine.nodes; ++rank) {
    auto actor = simgrid::s4u::Actor::init("world", platform.nodes[static_cast<std::size_t>(rank)]);
    actor->set_property("instance_id", "world");
    actor->set_property("rank", std::to_string(rank));
    actor->start(program);
  }
  engine.run();
  SMPI_finalize();
}

} // namespace daruma::worlds
