#include "sim/explore/case.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace daruma::explore {

namespace {

using Json = nlohmann::ordered_json;
using scenario::CallMoment;

/// A time that is read back as the same number.
std::string exact(Seconds time) { return fmt::format("{}s", time.count()); }

} // namespace

scenario::Event event_of(const Fault& fault) {
  scenario::Event event;
  event.when.during = fault.moment;
  event.when.delay = fault.delay;
  if (fault.victim == Victim::node)
    event.action = scenario::NodeOff{fault.node};
  else if (fault.victim == Victim::silent_node)
    event.action = scenario::Hang{fault.node, fault.hang};
  else
    event.action = scenario::KillProcesses{fault.moment.job, {fault.moment.process}};
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
  if (fault.victim == Victim::node) {
    event["node_off"] = fault.node;
  } else if (fault.victim == Victim::silent_node) {
    event["hang"] = fault.node;
    event["for"] = exact(fault.hang);
  } else {
    event["kill"] = moment.job;
    event["processes"] = {moment.process};
  }
  return event;
}

Fault read_fault(const Json& event) {
  const Json& during = event.at("during");
  Fault fault;
  fault.moment = {during.at("job"), during.at("process"), during.at("call"), during.at("occurrence")};
  fault.moment.part = *value_named(scenario::parts_of_calls, during.at("part").get<std::string>());
  fault.moment.nth = during.value("nth", 1);
  if (during.contains("delay")) fault.delay = Seconds(std::stod(during.at("delay").get<std::string>()));
  if (event.contains("node_off")) {
    fault.victim = Victim::node;
    fault.node = event.at("node_off");
  }
  if (event.contains("hang")) {
    fault.victim = Victim::silent_node;
    fault.node = event.at("hang");
    fault.hang = Seconds(std::stod(event.at("for").get<std::string>()));
  }
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

std::string in_words(const Fault& fault) {
  const CallMoment& moment = fault.moment;
  const std::string when = fmt::format("when process {} is ", moment.process);
  std::string text = fmt::format("process {} dies ", moment.process);
  if (fault.victim == Victim::node) text = fmt::format("node {} goes off ", fault.node) + when;
  if (fault.victim == Victim::silent_node)
    text = fmt::format("node {} hangs for {} ", fault.node, to_text(fault.hang)) + when;
  text += in_words(moment);
  if (fault.delay > Seconds(0)) text += ", " + rounded_text(fault.delay) + " later";
  return text;
}

} // namespace daruma::explore
