#include "sim/explore/case.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace daruma::explore {

namespace {

using Json = nlohmann::ordered_json;
using scenario::CallMoment;
using scenario::FaultKind;

/// A time that is read back as the same number.
std::string exact(Seconds time) { return fmt::format("{}s", time.count()); }

} // namespace

scenario::FaultKind fault_kind_of(Victim victim) {
  switch (victim) {
  case Victim::process:
  case Victim::node:
    return FaultKind::deaths;
  case Victim::silent_node:
    return FaultKind::hangs;
  case Victim::slow_process:
    return FaultKind::slow_ranks;
  case Victim::slow_links:
    return FaultKind::slow_links;
  case Victim::cut_off_node:
    return FaultKind::partitions;
  case Victim::message:
    return FaultKind::message_bits;
  case Victim::array:
    return FaultKind::array_bits;
  case Victim::memory:
    return FaultKind::memory;
  }
  return FaultKind::deaths;
}

bool is_of_process(Victim victim) {
  return victim != Victim::node && victim != Victim::silent_node && victim != Victim::slow_links &&
         victim != Victim::cut_off_node;
}

namespace {

std::string link_of(const Fault& fault) { return fmt::format("node{}", fault.node); }

scenario::Action action_of(const Fault& fault) {
  const std::string& job = fault.moment.job;
  const std::vector<int> processes{fault.moment.process};
  const scenario::Slowdown slowdown{fault.terms.factor, fault.terms.duration};
  switch (fault.victim) {
  case Victim::process:
    return scenario::KillProcesses{job, processes};
  case Victim::node:
    return scenario::NodeOff{fault.node};
  case Victim::silent_node:
    return scenario::Hang{fault.node, fault.terms.duration};
  case Victim::slow_process:
    return scenario::SlowProcesses{job, processes, slowdown};
  case Victim::slow_links:
    return scenario::SlowLink{link_of(fault), slowdown};
  case Victim::cut_off_node:
    return scenario::Partition{{fault.node}, {}, fault.terms.duration};
  case Victim::message:
    return scenario::FlipMessage{job, processes, fault.nth, fault.bit};
  case Victim::array:
    return scenario::FlipArray{job, processes, fault.array, fault.bit};
  case Victim::memory:
    return scenario::DenyMemory{job, processes, fault.nth};
  }
  return {};
}

/// The event without its moment.
Json action_json(const Fault& fault) {
  const std::string& job = fault.moment.job;
  const Json processes = Json::array({fault.moment.process});
  const std::string duration = exact(fault.terms.duration);
  switch (fault.victim) {
  case Victim::process:
    return {{"kill", job}, {"processes", processes}};
  case Victim::node:
    return {{"node_off", fault.node}};
  case Victim::silent_node:
    return {{"hang", fault.node}, {"for", duration}};
  case Victim::slow_process:
    return {{"slow", job}, {"processes", processes}, {"factor", fault.terms.factor}, {"for", duration}};
  case Victim::slow_links:
    return {{"slow_link", link_of(fault)}, {"factor", fault.terms.factor}, {"for", duration}};
  case Victim::cut_off_node:
    return {{"partition", Json::array({fault.node})}, {"for", duration}};
  case Victim::message:
    return {{"flip_message", job}, {"processes", processes}, {"nth", fault.nth}, {"bit", fault.bit}};
  case Victim::array:
    return {{"flip_array", job}, {"processes", processes}, {"array", fault.array}, {"bit", fault.bit}};
  case Victim::memory:
    return {{"deny_memory", job}, {"processes", processes}, {"nth", fault.nth}};
  }
  return {};
}

/// By what only such an event has.
Victim victim_in(const Json& event) {
  static const std::vector<std::pair<const char*, Victim>> keys{
      {"kill", Victim::process},         {"node_off", Victim::node},        {"hang", Victim::silent_node},
      {"slow", Victim::slow_process},    {"slow_link", Victim::slow_links}, {"partition", Victim::cut_off_node},
      {"flip_message", Victim::message}, {"flip_array", Victim::array},     {"deny_memory", Victim::memory}};
  return std::find_if(keys.begin(), keys.end(), [&](const auto& one) { return event.contains(one.first); })->second;
}

int node_in(const Json& event) {
  if (event.contains("node_off")) return event.at("node_off");
  if (event.contains("hang")) return event.at("hang");
  if (event.contains("partition")) return event.at("partition").at(0);
  constexpr std::size_t before_number = 4; // "node"
  if (event.contains("slow_link")) return std::stoi(event.at("slow_link").get<std::string>().substr(before_number));
  return 0;
}

} // namespace

scenario::Event event_of(const Fault& fault) {
  scenario::Event event;
  event.when.during = fault.moment;
  event.when.delay = fault.delay;
  event.action = action_of(fault);
  return event;
}

Json json_of(const Fault& fault) {
  const CallMoment& moment = fault.moment;
  Json during{
      {"job", moment.job}, {"process", moment.process}, {"call", moment.call}, {"occurrence", moment.occurrence}};
  during["part"] = word_of(scenario::parts_of_calls, moment.part);
  if (moment.part != CallMoment::Part::before) during["nth"] = moment.nth;
  if (fault.delay > Seconds(0)) during["delay"] = exact(fault.delay);
  Json event{{"during", std::move(during)}};
  event.update(action_json(fault));
  return event;
}

Fault read_fault(const Json& event) {
  const Json& during = event.at("during");
  Fault fault;
  fault.moment = {during.at("job"), during.at("process"), during.at("call"), during.at("occurrence")};
  fault.moment.part = *value_named(scenario::parts_of_calls, during.at("part").get<std::string>());
  fault.moment.nth = during.value("nth", 1);
  if (during.contains("delay")) fault.delay = Seconds(std::stod(during.at("delay").get<std::string>()));
  fault.victim = victim_in(event);
  fault.node = node_in(event);
  if (event.contains("for")) fault.terms.duration = Seconds(std::stod(event.at("for").get<std::string>()));
  fault.terms.factor = event.value("factor", 1.0);
  fault.nth = event.value("nth", 1);
  fault.array = event.value("array", "");
  fault.bit = event.value("bit", 0);
  return fault;
}

std::string key_of(const Case& faults) {
  Json events = Json::array();
  for (const Fault& fault : faults) events.push_back(json_of(fault));
  return events.dump();
}

Case read_case(const std::string& key) {
  Case faults;
  for (const Json& event : Json::parse(key)) faults.push_back(read_fault(event));
  return faults;
}

bool may_give_up(const Case& faults, const scenario::Exploration& promise) {
  return std::any_of(faults.begin(), faults.end(), [&](const Fault& fault) {
    const auto& kinds = promise.gives_up;
    return std::find(kinds.begin(), kinds.end(), fault_kind_of(fault.victim)) != kinds.end();
  });
}

namespace {

/// "next message", "2nd message from then on".
std::string which_of(const std::string& noun, int nth) {
  return nth == 1 ? "next " + noun : scenario::ordinal(nth) + " " + noun + " from then on";
}

/// What happens; what tells the moment follows.
std::string deed_of(const Fault& fault) {
  const int process = fault.moment.process;
  const std::string when = fmt::format("when process {} is", process);
  const std::string duration = to_text(fault.terms.duration);
  switch (fault.victim) {
  case Victim::process:
    return fmt::format("process {} dies", process);
  case Victim::node:
    return fmt::format("node {} goes off {}", fault.node, when);
  case Victim::silent_node:
    return fmt::format("node {} hangs for {} {}", fault.node, duration, when);
  case Victim::slow_process:
    return fmt::format("process {} computes {} times more slowly for {} when it is", process, fault.terms.factor,
                       duration);
  case Victim::slow_links:
    return fmt::format("the links of node {} are {} times slower for {} {}", fault.node, fault.terms.factor, duration,
                       when);
  case Victim::cut_off_node:
    return fmt::format("node {} is cut off for {} {}", fault.node, duration, when);
  case Victim::message:
    return fmt::format("bit {} flips in the {} of process {} when it is", fault.bit, which_of("message", fault.nth),
                       process);
  case Victim::array:
    return fmt::format("bit {} flips in array {} of process {} when it is", fault.bit, fault.array, process);
  case Victim::memory:
    return fmt::format("process {} does not get the {} when it is", process, which_of("piece of memory", fault.nth));
  }
  return {};
}

} // namespace

std::string in_words(const Fault& fault) {
  const std::string text = deed_of(fault) + " " + in_words(fault.moment);
  return fault.delay > Seconds(0) ? text + ", " + rounded_text(fault.delay) + " later" : text;
}

} // namespace daruma::explore
