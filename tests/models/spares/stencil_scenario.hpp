// The stencil job that several tests lay on a small mesh.
#pragma once

#include "sim/scenario/scenario.hpp"
#include "tests/sim/run/simulated/in_process.hpp"

namespace daruma::test {

/// 5x5 ranks with a column of spares, one process per node; node x + 6 y. Checkpoints of every `loops` steps survive.
inline scenario::Scenario stencil_scenario(double steps, const char* work, int loops) {
  scenario::Scenario scenario;
  scenario.machine.name = "mesh";
  scenario.machine.nodes = 30;
  scenario.machine.topology = topology::topology_of("mesh", {{"dimensions", {6, 5}}});
  scenario.machine.link.bandwidth = BytesPerSecond(1e9);
  scenario::Job job;
  job.name = "heat";
  job.model = "spares-stencil";
  job.ranks = 25;
  job.spares = 5;
  job.recovery = scenario::RecoveryStyle::spare;
  job.arguments = {
      {"grid", "5x5"}, {"spares", "2d-1"}, {"steps", steps}, {"message", "4MB"}, {"work", std::string(work)}};
  job.checkpoint = scenario::Checkpoint{};
  job.checkpoint->every_loops = loops;
  job.checkpoint->to = scenario::CheckpointPlace::file_system;
  scenario.jobs.push_back(job);
  return scenario;
}

inline void switch_off(scenario::Scenario& scenario, double at_s, int node) {
  run::test::at(scenario, at_s, scenario::NodeOff{node});
}

} // namespace daruma::test
