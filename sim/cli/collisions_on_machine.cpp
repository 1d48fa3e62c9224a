#include "sim/cli/collisions_on_machine.hpp"

#include "platforms/topology/topology.hpp"
#include "sim/results/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace daruma::cli {

namespace {

constexpr std::size_t most_shown = 5;

topology::LinkLoads count_messages(const topology::Wiring& wiring, const spares::Pattern& pattern) {
  std::vector<topology::Message> messages;
  for (int rank = 0; rank < pattern.ranks(); ++rank)
    for (const spares::Partner& partner : pattern.sends(rank)) messages.push_back({rank, partner.rank, partner.weight});
  return topology::count(wiring, messages);
}

/// Links that carry most, by slot where several carry as much.
std::vector<topology::LinkSlot> busiest(const topology::LinkLoads& count) {
  std::vector<topology::LinkSlot> slots;
  for (topology::LinkSlot slot = 0; slot < count.loads.size(); ++slot)
    if (count.loads[slot] > 0) slots.push_back(slot);
  std::stable_sort(slots.begin(), slots.end(), [&](auto a, auto b) { return count.loads[a] > count.loads[b]; });
  slots.resize(std::min(slots.size(), most_shown));
  return slots;
}

/// How many links carry so much; idle ones are left out.
std::map<int, std::int64_t> links_by_load(const topology::LinkLoads& count) {
  std::map<int, std::int64_t> links;
  for (const int load : count.loads)
    if (load > 0) ++links[load];
  return links;
}

double messages(int parts, const MachineOrder& order) { return static_cast<double>(parts) / order.whole_message; }

std::string to_json(const topology::Wiring& wiring, const topology::LinkLoads& count, const MachineOrder& order) {
  results::JsonWriter json(1);
  json.begin_object().member("max", messages(count.collisions, order));
  json.key("links").begin_object();
  for (const auto& [load, links] : links_by_load(count)) json.member(fmt::format("{}", messages(load, order)), links);
  json.end_object();
  json.key("hops").begin_object().member("max", count.longest_way).end_object();
  json.key("busiest").begin_list();
  for (const auto slot : busiest(count)) json.value(wiring.link_name(slot));
  json.end_list().end_object();
  return json.take() + "\n";
}

std::string to_table(const topology::Wiring& wiring, const topology::LinkLoads& count, const MachineOrder& order) {
  const auto& topology = order.machine.topology;
  std::string text = fmt::format("{} ranks on the first of {} nodes of {}, {}\n\n", order.pattern.ranks(),
                                 order.machine.nodes, order.machine.name, topology.kind->text(topology.shape));
  text += fmt::format("{:>10}  {:>14}\n", "messages", "links");
  for (const auto& [load, links] : links_by_load(count))
    text += fmt::format("{:>10}  {:>14}\n", messages(load, order), links);
  text += fmt::format("\ncollisions     at most {}\n", messages(count.collisions, order));
  text += fmt::format("longest way    {} links\n", count.longest_way);
  for (const auto slot : busiest(count))
    text += fmt::format("busiest        {} with {}\n", wiring.link_name(slot), messages(count.loads[slot], order));
  return text;
}

} // namespace

std::string collisions_on_machine(const MachineOrder& order) {
  const auto wiring = topology::wire(order.machine.topology, order.machine.nodes);
  const topology::LinkLoads count = count_messages(*wiring, order.pattern);
  return order.json ? to_json(*wiring, count, order) : to_table(*wiring, count, order);
}

} // namespace daruma::cli
