#include "sim/results/pages/stencil_moves.hpp"

#include <algorithm>
#include <set>

namespace daruma::pages {

namespace {

namespace spares = models::spares;

bool was_run_again(const std::string& job, const results::Result& result) {
  return std::any_of(result.jobs.begin(), result.jobs.end(),
                     [&](const auto& row) { return row.name == job && row.reruns > 0; });
}

/// Moves the ranks of those that died since the last restart. False if one finds no place.
bool answer(spares::Placement& placement, const std::set<int>& dead, const spares::Policy& policy) {
  for (const int process : dead) {
    const auto substitution = spares::substitute(placement, process, policy);
    if (!substitution) return false;
    placement.apply(*substitution);
  }
  return true;
}

} // namespace

std::optional<StencilMoves> stencil_moves(const scenario::Job& job, const results::Result& result) {
  if (job.model != "spares-stencil" || was_run_again(job.name, result)) return std::nullopt;
  StencilMoves moves{spares::stencil_order(scenario::arguments_as_text(job.arguments)), {}, {}, {}};
  spares::Placement placement(moves.order.layout);
  moves.before = placement.nodes();
  std::set<int> unanswered;
  for (const auto& event : result.events) {
    if (event.job != job.name) continue;
    if (event.kind == "death" && event.process >= 0 && event.process < moves.order.layout.network().nodes()) {
      unanswered.insert(event.process);
      moves.dead.push_back(event.process);
    }
    if (event.kind != "restart") continue;
    if (!answer(placement, unanswered, moves.order.policy)) return std::nullopt;
    unanswered.clear();
  }
  moves.after = placement.nodes();
  return moves;
}

} // namespace daruma::pages
