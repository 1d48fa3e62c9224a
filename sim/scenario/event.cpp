#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

#include <set>

namespace daruma::scenario {

namespace {

CallMoment read_call_moment(const Node& node) {
  CallMoment moment;
  moment.job = node["job"].text();
  moment.process = node["process"].whole(moment.process);
  moment.call = node["call"].text();
  moment.occurrence = node["occurrence"].whole(moment.occurrence);
  moment.part = node["part"].choice(parts_of_calls, moment.part);
  moment.nth = node["nth"].whole(moment.nth);
  if (moment.part == CallMoment::Part::before && moment.nth != 1)
    node["nth"].remark("a call begins once; \"nth\" counts what happens inside or after it");
  return moment;
}

Trigger read_trigger(const Node& node) {
  Trigger trigger;
  trigger.at = node["at"].amount(trigger.at, Sign::not_negative);
  if (node["break"].is_given()) trigger.at = node["break"]["at"].amount(trigger.at, Sign::not_negative);
  if (const Node after = node["after"]; after.is_given()) {
    trigger.job = after["job"].text();
    trigger.restarts = after["restarts"].whole(1);
    trigger.delay = after["delay"].amount(trigger.delay, Sign::not_negative);
  }
  if (const Node during = node["during"]; during.is_given()) {
    trigger.during = read_call_moment(during);
    trigger.delay = during["delay"].amount(trigger.delay, Sign::not_negative);
  }
  return trigger;
}

KillProcesses read_kill_processes(const Node& node) { return {node["kill"].text(), node["processes"].wholes()}; }

std::vector<int> read_ranks(const Node& node) {
  std::vector<int> ranks = node["ranks"].wholes();
  std::set<int> seen;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (!seen.insert(ranks[i]).second) node["ranks"][i].remark("rank " + std::to_string(ranks[i]) + " is named twice");
  }
  return ranks;
}

KillRandom read_kill_random(const Node& node) {
  KillRandom kill{node["kill"].text(), node["random"].whole(1), node["below"].whole(1)};
  if (node["below"].is_given() && kill.count > kill.below) {
    node["random"].remark("cannot draw " + std::to_string(kill.count) + " distinct ranks below " +
                          std::to_string(kill.below));
  }
  return kill;
}

Seconds read_duration(const Node& node) { return node["for"].amount(Seconds(0), Sign::positive); }

Slowdown read_slowdown(const Node& node) { return {node["factor"].number(1), read_duration(node)}; }

Action read_slow_processes(const Node& node) {
  const std::string job = node["slow"].text();
  if (node["processes"].is_given()) return SlowProcesses{job, node["processes"].wholes(), read_slowdown(node)};
  return SlowRanks{job, read_ranks(node), read_slowdown(node)};
}

std::optional<int> read_bit(const Node& node) {
  return node["bit"].is_given() ? std::optional(node["bit"].whole(0)) : std::nullopt;
}

Action read_action(const Node& node) {
  if (node["kill"].is_given() && node["random"].is_given()) return read_kill_random(node);
  if (node["kill"].is_given() && node["processes"].is_given()) return read_kill_processes(node);
  if (node["kill"].is_given()) return KillRanks{node["kill"].text(), read_ranks(node)};
  if (node["slow"].is_given()) return read_slow_processes(node);
  if (node["slow_node"].is_given()) return SlowNode{node["slow_node"].whole(0), read_slowdown(node)};
  if (node["hang"].is_given()) return Hang{node["hang"].whole(0), read_duration(node)};
  if (node["partition"].is_given())
    return Partition{node["partition"].wholes(), node["from"].wholes(), read_duration(node)};
  if (node["slow_link"].is_given()) return SlowLink{node["slow_link"].text(), read_slowdown(node)};
  if (node["flip_message"].is_given())
    return FlipMessage{node["flip_message"].text(), node["processes"].wholes(), node["nth"].whole(1), read_bit(node)};
  if (node["flip_array"].is_given())
    return FlipArray{node["flip_array"].text(), node["processes"].wholes(), node["array"].text(), read_bit(node)};
  if (node["deny_memory"].is_given())
    return DenyMemory{node["deny_memory"].text(), node["processes"].wholes(), node["nth"].whole(1)};
  if (node["delay_message"].is_given())
    return DelayMessage{node["delay_message"].text(), node["processes"].wholes(), node["nth"].whole(1),
                        read_duration(node)};
  if (node["delay_news"].is_given())
    return DelayNews{node["delay_news"].text(), node["processes"].wholes(), read_duration(node)};
  if (node["break"].is_given()) return BreakComponent{node["break"]["what"].text()};
  if (node["node_off"].is_given()) return NodeOff{node["node_off"].whole(0)};
  if (node["resize"].is_given()) return Resize{node["resize"].text(), node["to"].whole(1)};
  return Command{node["command"].text(), node["text"].text()};
}

} // namespace

std::vector<Event> read_events(const Node& node) {
  std::vector<Event> events;
  for (const Node& item : node.items()) events.push_back({read_trigger(item), read_action(item)});
  return events;
}

} // namespace daruma::scenario
