#include "sim/explore/befallings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace daruma::explore {

namespace {

using Json = nlohmann::ordered_json;
using scenario::FaultKind;

std::string link_of(const Fault& fault) { return fmt::format("node{}", fault.node); }

std::vector<int> process_of(const Fault& fault) { return {fault.moment.process}; }

scenario::Slowdown slowdown_of(const Fault& fault) { return {fault.terms.factor, fault.terms.duration}; }

std::string lasting(const Fault& fault) { return "for " + to_text(fault.terms.duration); }

std::string when_its_process_is(const Fault& fault) { return fmt::format("when process {} is", fault.moment.process); }

/// "next message", "2nd message from then on".
std::string which_of(const std::string& noun, int nth) {
  return nth == 1 ? "next " + noun : scenario::ordinal(nth) + " " + noun + " from then on";
}

const std::array befallings{
    Befalling{Victim::process, FaultKind::deaths, true, false, "kill", "a process may die",
              [](const Fault& fault) -> scenario::Action {
                return scenario::KillProcesses{fault.moment.job, process_of(fault)};
              },
              [](const Fault& fault) -> Json {
                return {{"kill", fault.moment.job}, {"processes", process_of(fault)}};
              },
              [](const Fault& fault) { return fmt::format("process {} dies", fault.moment.process); }},
    Befalling{
        Victim::node, FaultKind::deaths, false, false, "node_off", "a node may go off",
        [](const Fault& fault) -> scenario::Action { return scenario::NodeOff{fault.node}; },
        [](const Fault& fault) -> Json {
          return {{"node_off", fault.node}};
        },
        [](const Fault& fault) { return fmt::format("node {} goes off {}", fault.node, when_its_process_is(fault)); }},
    Befalling{Victim::silent_node, FaultKind::hangs, false, false, "hang", "a node may hang",
              [](const Fault& fault) -> scenario::Action {
                return scenario::Hang{fault.node, fault.terms.duration};
              },
              [](const Fault& fault) -> Json {
                return {{"hang", fault.node}, {"for", exact(fault.terms.duration)}};
              },
              [](const Fault& fault) {
                return fmt::format("node {} hangs {} {}", fault.node, lasting(fault), when_its_process_is(fault));
              }},
    Befalling{Victim::slow_process, FaultKind::slow_ranks, true, false, "slow", "a process may be slow",
              [](const Fault& fault) -> scenario::Action {
                return scenario::SlowProcesses{fault.moment.job, process_of(fault), slowdown_of(fault)};
              },
              [](const Fault& fault) -> Json {
                return {{"slow", fault.moment.job},
                        {"processes", process_of(fault)},
                        {"factor", fault.terms.factor},
                        {"for", exact(fault.terms.duration)}};
              },
              [](const Fault& fault) {
                return fmt::format("process {} computes {} times more slowly {} when it is", fault.moment.process,
                                   fault.terms.factor, lasting(fault));
              }},
    Befalling{
        Victim::slow_links, FaultKind::slow_links, false, false, "slow_link", "a node's links may be slow",
        [](const Fault& fault) -> scenario::Action {
          return scenario::SlowLink{link_of(fault), slowdown_of(fault)};
        },
        [](const Fault& fault) -> Json {
          return {{"slow_link", link_of(fault)}, {"factor", fault.terms.factor}, {"for", exact(fault.terms.duration)}};
        },
        [](const Fault& fault) {
          return fmt::format("the links of node {} are {} times slower {} {}", fault.node, fault.terms.factor,
                             lasting(fault), when_its_process_is(fault));
        }},
    Befalling{Victim::cut_off_node, FaultKind::partitions, false, false, "partition", "a node may be cut off",
              [](const Fault& fault) -> scenario::Action {
                return scenario::Partition{{fault.node}, {}, fault.terms.duration};
              },
              [](const Fault& fault) -> Json {
                return {{"partition", Json::array({fault.node})}, {"for", exact(fault.terms.duration)}};
              },
              [](const Fault& fault) {
                return fmt::format("node {} is cut off {} {}", fault.node, lasting(fault), when_its_process_is(fault));
              }},
    Befalling{Victim::message, FaultKind::message_bits, true, false, "flip_message", "a bit of a message may flip",
              [](const Fault& fault) -> scenario::Action {
                return scenario::FlipMessage{fault.moment.job, process_of(fault), fault.nth, fault.bit};
              },
              [](const Fault& fault) -> Json {
                return {{"flip_message", fault.moment.job},
                        {"processes", process_of(fault)},
                        {"nth", fault.nth},
                        {"bit", fault.bit}};
              },
              [](const Fault& fault) {
                return fmt::format("bit {} flips in the {} of process {} when it is", fault.bit,
                                   which_of("message", fault.nth), fault.moment.process);
              }},
    Befalling{Victim::array, FaultKind::array_bits, true, false, "flip_array", "a bit of an array may flip",
              [](const Fault& fault) -> scenario::Action {
                return scenario::FlipArray{fault.moment.job, process_of(fault), fault.array, fault.bit};
              },
              [](const Fault& fault) -> Json {
                return {{"flip_array", fault.moment.job},
                        {"processes", process_of(fault)},
                        {"array", fault.array},
                        {"bit", fault.bit}};
              },
              [](const Fault& fault) {
                return fmt::format("bit {} flips in array {} of process {} when it is", fault.bit, fault.array,
                                   fault.moment.process);
              }},
    Befalling{Victim::memory, FaultKind::memory, true, false, "deny_memory", "memory may be missing",
              [](const Fault& fault) -> scenario::Action {
                return scenario::DenyMemory{fault.moment.job, process_of(fault), fault.nth};
              },
              [](const Fault& fault) -> Json {
                return {{"deny_memory", fault.moment.job}, {"processes", process_of(fault)}, {"nth", fault.nth}};
              },
              [](const Fault& fault) {
                return fmt::format("process {} does not get the {} when it is", fault.moment.process,
                                   which_of("piece of memory", fault.nth));
              }},
    Befalling{Victim::late_message, FaultKind::late_messages, true, true, "delay_message", "a message may be overtaken",
              [](const Fault& fault) -> scenario::Action {
                return scenario::DelayMessage{fault.moment.job, process_of(fault), fault.nth, fault.terms.duration};
              },
              [](const Fault& fault) -> Json {
                return {{"delay_message", fault.moment.job},
                        {"processes", process_of(fault)},
                        {"nth", fault.nth},
                        {"for", exact(fault.terms.duration)}};
              },
              [](const Fault& fault) {
                return fmt::format("the {} of process {} is {} late when it is", which_of("message", fault.nth),
                                   fault.moment.process, rounded_text(fault.terms.duration));
              }},
    Befalling{Victim::late_news, FaultKind::late_news, true, true, "delay_news", "a process may learn of deaths late",
              [](const Fault& fault) -> scenario::Action {
                return scenario::DelayNews{fault.moment.job, process_of(fault), fault.terms.duration};
              },
              [](const Fault& fault) -> Json {
                return {{"delay_news", fault.moment.job},
                        {"processes", process_of(fault)},
                        {"for", exact(fault.terms.duration)}};
              },
              [](const Fault& fault) {
                return fmt::format("process {} learns of deaths {} later, from when it is", fault.moment.process,
                                   to_text(fault.terms.duration));
              }}};

} // namespace

std::string exact(Seconds time) { return fmt::format("{}s", time.count()); }

const Befalling& befalling(Victim victim) {
  return *std::find_if(befallings.begin(), befallings.end(),
                       [victim](const Befalling& one) { return one.victim == victim; });
}

std::vector<Victim> victims_of(FaultKind kind) {
  std::vector<Victim> victims;
  for (const Befalling& one : befallings)
    if (one.kind == kind) victims.push_back(one.victim);
  return victims;
}

const Befalling& befalling_in(const Json& event) {
  return *std::find_if(befallings.begin(), befallings.end(),
                       [&](const Befalling& one) { return event.contains(one.key); });
}

} // namespace daruma::explore
