#include "sim/engine/chronicle.hpp"

#include <simgrid/s4u/Engine.hpp>

namespace daruma::engine {

namespace {
Seconds now() { return Seconds(simgrid::s4u::Engine::get_clock()); }
} // namespace

void Chronicle::event(std::string_view kind, std::string_view job, int process, std::string_view text) {
  events_.push_back({now(), std::string(kind), std::string(job), process, std::string(text)});
}

void Chronicle::span(std::string_view kind, std::string_view job, int process, Seconds begin, std::string_view text) {
  spans_.push_back({begin, now(), std::string(kind), std::string(job), process, std::string(text)});
}

void Chronicle::metric(const std::string& name, int process, double value) {
  const auto [entry, is_new] = metrics_.try_emplace(name, Reported{process, value});
  if (!is_new && process <= entry->second.process) entry->second = {process, value};
}

void Chronicle::hand_over(records::Result& result) {
  result.events = std::move(events_);
  result.spans = std::move(spans_);
  for (const auto& [name, reported] : metrics_) result.metrics[name] = reported.value;
}

} // namespace daruma::engine
