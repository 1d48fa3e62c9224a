#include "sim/results/pages/drawings.hpp"

#include "models/descriptor/system.hpp"
#include "sim/core/rank_move.hpp"
#include "sim/core/registry.hpp"

#include <fmt/format.h>

#include <regex>
#include <utility>

namespace daruma::pages {

namespace {

/// The node that an event of the machine names first: "node-58: ..."; -1 for none.
int node_in(const results::Event& event) {
  static const std::regex name(R"(^node-(\d{1,9}))");
  std::smatch found;
  return std::regex_search(event.text, found, name) ? std::stoi(found[1]) : -1;
}

bool takes_a_node(const std::string& kind) { return kind == "node_off" || kind == "cut_off" || kind == "hang"; }

class Reading {
public:
  Reading(const results::Result& result, const scenario::Scenario& scenario) : result_(result) {
    state_.nodes.resize(static_cast<std::size_t>(scenario.machine.nodes));
    for (std::size_t i = 0; i < result.jobs.size(); ++i) place(i, find_named(scenario.jobs, result.jobs[i].name));
    for (const auto& event : result.events) note(event);
  }

  MachineState take() { return std::move(state_); }

private:
  NodeState* node(int number) {
    const auto index = static_cast<std::size_t>(number);
    return number >= 0 && index < state_.nodes.size() ? &state_.nodes[index] : nullptr;
  }

  int node_of(const results::JobRow& row, int process) const {
    const auto index = static_cast<std::size_t>(process);
    return process >= 0 && index < row.nodes.size() ? row.nodes[index] : -1;
  }

  void place(std::size_t number, const scenario::Job* plan) {
    const results::JobRow& row = result_.jobs[number];
    const auto picture = plan != nullptr ? grid_picture(*plan, result_) : std::nullopt;
    const int first_spare = plan != nullptr && plan->spares > 0 ? plan->ranks : static_cast<int>(row.nodes.size());
    const int end_of_spares = plan != nullptr ? plan->ranks + plan->spares : 0;
    for (int process = 0; process < static_cast<int>(row.nodes.size()); ++process) {
      const bool stands_by = picture ? picture->is_spare[static_cast<std::size_t>(process)]
                                     : process >= first_spare && process < end_of_spares;
      if (NodeState* home = node(node_of(row, process))) home->occupants.push_back({number, process, stands_by});
    }
    if (!picture) return;
    for (std::size_t rank = 0; rank < picture->before.process_of.size(); ++rank)
      move(row, picture->before.process_of[rank], picture->after.process_of[rank],
           fmt::format("{}: rank {}", row.name, rank));
  }

  void move(const results::JobRow& row, int from, int to, const std::string& what) {
    if (from == to || node(node_of(row, from)) == nullptr || node(node_of(row, to)) == nullptr) return;
    state_.moves.push_back({node_of(row, from), node_of(row, to), what});
  }

  void note(const results::Event& event) {
    if (takes_a_node(event.kind)) {
      NodeState* failed = node(node_in(event));
      if (failed != nullptr && failed->failure.empty())
        failed->failure = fmt::format("{} at {:.6g} s", event.kind, event.time.count());
    }
    if (event.kind == "return") {
      if (NodeState* returned = node(node_in(event))) returned->failure.clear();
    }
    if (event.kind == "migration") migrate(event);
  }

  /// One note tells of several ranks.
  void migrate(const results::Event& event) {
    for (const auto& row : result_.jobs)
      if (row.name == event.job)
        for (const RankMove& one : rank_moves_in(event.text))
          move(row, one.from, one.to, row.name + ": rank " + std::to_string(one.rank));
  }

  const results::Result& result_;
  MachineState state_;
};

} // namespace

std::optional<models::GridPicture> grid_picture(const scenario::Job& job, const results::Result& result) {
  const models::GridDrawing* const drawing = models::find_grid_drawing(job.model);
  return drawing != nullptr ? drawing->draw(job, result) : std::nullopt;
}

MachineState machine_state(const results::Result& result, const scenario::Scenario& scenario) {
  return Reading(result, scenario).take();
}

} // namespace daruma::pages
