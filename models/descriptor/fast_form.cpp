#include "models/descriptor/fast_form.hpp"

namespace daruma::models {

void object_to_shared_links(Objections& objections, const scenario::Machine& machine) {
  objections.unless(!machine.topology.kind->has_shared_links(), "/machine/topology/kind",
                    "messages share no links at the fast fidelity here, as on a \"flat\" network");
  objections.unless(machine.sends_at_once == 0, "/machine/sends_at_once",
                    "messages that wait for their turn need ranks");
  objections.unless(machine.injection == BytesPerSecond(0), "/machine/injection",
                    "messages that share a node's injection need ranks");
}

void object_to_ends_of_nodes(Objections& objections, const scenario::Scenario& scenario) {
  objections.unless(scenario.events.empty(), "/events", "orders, parts that break and ends of nodes need ranks here");
  objections.unless(!scenario.failures, "/failures", "ends of nodes need ranks here");
  objections.unless(scenario.breakdowns.empty(), "/breakdowns",
                    "parts that break end nodes or slow them down, which need ranks here");
  objections.unless(!scenario.localisation, "/localisation",
                    "without ranks only \"spares-stencil\" outlives nodes and asks which part broke");
}

Network network_of(const scenario::Machine& machine) {
  constexpr int links = 2;
  return {links * (machine.link.latency + machine.topology.router_delay), machine.link.bandwidth,
          machine.loopback.latency, machine.loopback.bandwidth};
}

} // namespace daruma::models
