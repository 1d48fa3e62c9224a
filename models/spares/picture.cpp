#include "models/spares/picture.hpp"

#include "models/spares/logic/rank_places.hpp"
#include "models/spares/logic/recount.hpp"
#include "models/spares/mpi/stencil_arguments.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace daruma::models::spares {

namespace {

bool was_run_again(const std::string& job, const results::Result& result) {
  return std::any_of(result.jobs.begin(), result.jobs.end(),
                     [&](const auto& row) { return row.name == job && row.reruns > 0; });
}

GridPicture::State state_of(const StencilOrder& order, const Placement& placement) {
  Recount count = recount(order.layout.network(), halos_of(order), placement.nodes());
  return {placement.nodes(), std::move(count.loads), count.collisions};
}

} // namespace

std::optional<GridPicture> draw_stencil(const scenario::Job& job, const results::Result& result) {
  if (was_run_again(job.name, result)) return std::nullopt;
  const StencilOrder order = stencil_order(scenario::arguments_as_text(job.arguments));
  const Network& network = order.layout.network();
  RankPlaces places(order.layout, order.policy);
  GridPicture picture;
  picture.extents = network.extents();
  picture.wrap = network.wrap();
  for (int node = 0; node < network.nodes(); ++node) picture.is_spare.push_back(order.layout.is_spare(node));
  picture.before = state_of(order, places.placement());
  std::set<int> unanswered;
  for (const auto& event : result.events) {
    if (event.job != job.name) continue;
    if (event.kind == "death" && event.process >= 0 && event.process < network.nodes()) {
      unanswered.insert(event.process);
      picture.dead.push_back(event.process);
    }
    if (event.kind != "restart") continue;
    if (!places.answer(std::vector<int>(unanswered.begin(), unanswered.end()))) return std::nullopt;
    unanswered.clear();
  }
  picture.after = state_of(order, places.placement());
  return picture;
}

} // namespace daruma::models::spares
