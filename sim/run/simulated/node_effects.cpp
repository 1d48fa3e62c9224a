#include "sim/run/simulated/node_effects.hpp"

#include "sim/core/words.hpp"
#include "sim/faults/names.hpp"
#include "sim/mpi/process/blocking.hpp"

namespace daruma::run {

namespace {

const Choices<NodeLoss> causes_of_death{{"its node went off", NodeLoss::went_off},
                                        {"its node hangs", NodeLoss::hangs},
                                        {"its node cannot be reached any more", NodeLoss::cut_off}};

} // namespace

void NodeEffects::tell(const std::string& text) {
  if (!controller_.is_over()) controller_.note("break", text);
}

void NodeEffects::throttle(int node, double fraction) {
  if (controller_.is_over() || is_lost(node)) return;
  controller_.note("throttle", faults::told_of_throttling(node, fraction));
  speeds_[node].throttled = fraction;
  set_speed(node, speeds_[node]);
}

void NodeEffects::slow_node(int node, double factor) {
  speeds_[node].slower = factor;
  set_speed(node, speeds_[node]);
}

void NodeEffects::set_speed(int node, const Speed& speed) {
  const double fraction = speed.hangs ? 0 : speed.throttled / speed.slower;
  mpi::in_kernel([&] {
    if (machine_.loaded_nodes) machine_.loaded_nodes->slow_down(node, fraction);
    if (machine_.dedicated_nodes) machine_.dedicated_nodes->slow_down(node, fraction);
  });
}

void NodeEffects::slow_process(const JobLife& job, int process, double factor) {
  mpi::in_kernel([&] {
    if (machine_.loaded_nodes) machine_.loaded_nodes->slow_down({job.name(), process}, factor);
    if (machine_.dedicated_nodes)
      machine_.dedicated_nodes->slow_down(job.node_of(process), {job.index(), process}, factor);
  });
}

void NodeEffects::slow_link(const std::string& link, double factor) {
  const faults::NamedLinks named = faults::links(link, faults::Fabric(controller_.scenario().machine));
  for (const topology::LinkSlot slot : named.of_wiring) runtime_.slow_down(slot, factor);
  if (!named.node) return;
  for (const topology::LinkSlot slot : machine_.platform.interconnect->own_links(*named.node))
    runtime_.slow_down(slot, factor);
}

void NodeEffects::hang(int node) {
  speeds_[node].hangs = true;
  set_speed(node, speeds_[node]);
  runtime_.hang(machine_.host(node));
}

void NodeEffects::answer(int node) {
  speeds_[node].hangs = false;
  set_speed(node, speeds_[node]);
  runtime_.answer(machine_.host(node));
}

mpi::Interruptions::Partition NodeEffects::hosts_of(const scenario::Partition& partition) const {
  mpi::Interruptions::Partition hosts;
  for (const int node : partition.nodes) hosts.one.insert(&machine_.host(node));
  for (const int node : partition.from) hosts.other.insert(&machine_.host(node));
  if (!partition.from.empty()) return hosts;
  for (const simgrid::s4u::Host* host : machine_.platform.nodes)
    if (hosts.one.count(host) == 0) hosts.other.insert(host);
  return hosts;
}

void NodeEffects::begin(const scenario::Partition& partition) { runtime_.begin(hosts_of(partition)); }

void NodeEffects::end(const scenario::Partition& partition) { runtime_.end(hosts_of(partition)); }

void NodeEffects::end_processes(int node, const std::string& why) {
  if (!controller_.is_over()) controller_.strike_node(node, why);
}

void NodeEffects::lose_node(int node, NodeLoss loss, const std::string& why) {
  if (!controller_.lose_node(node, loss, why)) return;
  if (machine_.store) machine_.store->switch_off(node);
  runtime_.switch_off(machine_.host(node), word_of(causes_of_death, loss));
}

} // namespace daruma::run
