#include "sim/results/schedule_trace.hpp"

#include "sim/core/number_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace daruma::results {

namespace {

/// A process for what lies on nodes: a node has as many tracks as are needed at once.
class NodeTracks {
public:
  NodeTracks(const char* name, int& next_number, TraceRows& rows)
      : process_(next_number++), next_number_(next_number), rows_(rows) {
    rows.name_process(process_, name);
  }

  /// Comes in the order of first nodes, and for one of beginnings.
  void add(std::int32_t first, std::int32_t last, double begin_s, double end_s, const std::string& name,
           const char* category) {
    if (first != node_) {
      node_ = first;
      tracks_.clear();
    }
    auto track = std::find_if(tracks_.begin(), tracks_.end(), [=](const Busy& one) { return one.until_s <= begin_s; });
    if (track == tracks_.end()) track = add_track(first);
    track->until_s = end_s;
    NumberRanges nodes;
    nodes.add(first, last);
    rows_.complete({process_, track->thread}, name, category, Seconds(begin_s), Seconds(end_s),
                   "nodes " + nodes.take());
  }

private:
  struct Busy {
    int thread;
    double until_s;
  };

  std::vector<Busy>::iterator add_track(std::int32_t node) {
    const std::string beside = tracks_.empty() ? "" : fmt::format(", {}", tracks_.size() + 1);
    const int thread = next_number_++;
    rows_.name_thread({process_, thread}, fmt::format("node {}{}", node, beside), thread);
    return tracks_.insert(tracks_.end(), {thread, 0});
  }

  int process_;
  int& next_number_;
  TraceRows& rows_;
  std::int32_t node_ = -1;
  std::vector<Busy> tracks_{}; ///< of the node
};

void add_stays(std::vector<CentreRows::Stay> stays, int& next_number, TraceRows& rows) {
  std::sort(stays.begin(), stays.end(), [](const CentreRows::Stay& a, const CentreRows::Stay& b) {
    return std::tie(a.first, a.begin_s, a.end_s, a.is_urgent, a.job) <
           std::tie(b.first, b.begin_s, b.end_s, b.is_urgent, b.job);
  });
  NodeTracks tracks("nodes", next_number, rows);
  for (const CentreRows::Stay& stay : stays)
    tracks.add(stay.first, stay.last, stay.begin_s, stay.end_s,
               fmt::format("{} {}", stay.is_urgent ? "urgent job" : "job", stay.job),
               stay.is_leaving ? "leaving" : "work");
}

void add_outages(std::vector<CentreRows::Outage> all, double end_s, int& next_number, TraceRows& rows) {
  if (all.empty()) return;
  std::sort(all.begin(), all.end(), [](const CentreRows::Outage& a, const CentreRows::Outage& b) {
    return std::tie(a.node, a.down_s) < std::tie(b.node, b.down_s);
  });
  NodeTracks tracks("nodes that are down", next_number, rows);
  for (const CentreRows::Outage& one : all)
    tracks.add(one.node, one.node, one.down_s, std::isfinite(one.up_s) ? one.up_s : std::max(one.down_s, end_s), "down",
               "down");
}

void add_closings(const std::vector<CentreRows::Closing>& all, int& next_number, TraceRows& rows) {
  if (all.empty()) return;
  std::vector<std::tuple<std::int32_t, double, double, std::int32_t, bool>> bars;
  for (const CentreRows::Closing& one : all)
    for (const auto& [first, last] : one.nodes)
      bars.emplace_back(first, one.begin_s, one.end_s, last, one.is_maintenance);
  std::sort(bars.begin(), bars.end());
  NodeTracks tracks("nodes that are closed", next_number, rows);
  for (const auto& [first, begin_s, end_s, last, is_maintenance] : bars)
    tracks.add(first, last, begin_s, end_s, is_maintenance ? "maintenance" : "reservation", "closed");
}

/// Curves, each with the moments at which it changes.
void add_states(const std::vector<CentreRows::State>& states, int& next_number, TraceRows& rows) {
  using State = CentreRows::State;
  constexpr std::pair<const char*, double State::*> curves[] = {
      {"used cores", &State::used},           {"cores that are down", &State::down},
      {"waiting jobs", &State::waiting_jobs}, {"waiting cores", &State::waiting_cores},
      {"power in W", &State::power_w},        {"file system's use", &State::file_system_use}};
  const int centre = next_number++;
  rows.name_process(centre, "centre");
  for (const auto& [name, value] : curves) {
    double last = 0;
    for (const State& state : states) {
      if (state.*value == last) continue;
      last = state.*value;
      rows.counter(centre, name, Seconds(state.time_s), last);
    }
  }
}

} // namespace

void add_schedule(CentreRows all, int first_number, TraceRows& rows) {
  int next_number = first_number;
  add_states(all.states, next_number, rows);
  add_stays(std::move(all.stays), next_number, rows);
  add_outages(std::move(all.outages), all.states.empty() ? 0 : all.states.back().time_s, next_number, rows);
  add_closings(all.closings, next_number, rows);
}

} // namespace daruma::results
