#include "sim/run/simulated/node_effects.hpp"

#include "sim/core/words.hpp"

namespace daruma::run {

namespace {

const Choices<NodeLoss> causes_of_death{{"its node went off", NodeLoss::went_off},
                                        {"its node hangs", NodeLoss::hangs},
                                        {"its node cannot be reached any more", NodeLoss::cut_off}};

} // namespace

void NodeEffects::tell(const std::string& text) {
  if (!controller_.is_over()) controller_.note("break", text);
}

void NodeEffects::slow_down(int node, double fraction) {
  if (controller_.is_over() || is_lost(node)) return;
  controller_.note("throttle",
                   machine_.host(node).get_name() + " to " + std::to_string(fraction).substr(0, 4) + " of its speed");
  if (machine_.loaded_nodes) machine_.loaded_nodes->slow_down(node, fraction);
  if (machine_.dedicated_nodes) machine_.dedicated_nodes->slow_down(node, fraction);
}

void NodeEffects::end_processes(int node, const std::string& why) {
  if (!controller_.is_over()) controller_.strike_node(node, why);
}

void NodeEffects::lose_node(int node, NodeLoss loss, const std::string& why) {
  if (!controller_.lose_node(node, loss, why)) return;
  if (machine_.store) machine_.store->switch_off(node);
  runtime_.switch_off(machine_.host(node), word_of(causes_of_death, loss));
}

} // namespace daruma::run
