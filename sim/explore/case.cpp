#include "sim/explore/case.hpp"

#include "sim/explore/befallings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace daruma::explore {

namespace {

using Json = nlohmann::ordered_json;
using scenario::CallMoment;

/// The node that the event names by its own key: its number, a list of it, or its links by their name.
int node_in(const Json& event, const Befalling& what) {
  if (what.is_of_process) return 0;
  const Json& named = event.at(what.key);
  constexpr std::size_t before_number = 4; // "node"
  if (named.is_string()) return std::stoi(named.get<std::string>().substr(before_number));
  return named.is_array() ? named.at(0) : named;
}

} // namespace

scenario::Event event_of(const Fault& fault) {
  scenario::Event event;
  event.when.during = fault.moment;
  event.when.delay = fault.delay;
  event.action = befalling(fault.victim).action(fault);
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
  event.update(befalling(fault.victim).json(fault));
  return event;
}

Fault read_fault(const Json& event) {
  const Json& during = event.at("during");
  Fault fault;
  fault.moment = {during.at("job"), during.at("process"), during.at("call"), during.at("occurrence")};
  fault.moment.part = *value_named(scenario::parts_of_calls, during.at("part").get<std::string>());
  fault.moment.nth = during.value("nth", 1);
  if (during.contains("delay")) fault.delay = Seconds(std::stod(during.at("delay").get<std::string>()));
  const Befalling& what = befalling_in(event);
  fault.victim = what.victim;
  fault.node = node_in(event, what);
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
    return std::find(kinds.begin(), kinds.end(), befalling(fault.victim).kind) != kinds.end();
  });
}

std::string in_words(const Fault& fault) {
  const std::string text = befalling(fault.victim).deed(fault) + " " + in_words(fault.moment);
  return fault.delay > Seconds(0) ? text + ", " + rounded_text(fault.delay) + " later" : text;
}

} // namespace daruma::explore
