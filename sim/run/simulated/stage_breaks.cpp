// What components that break do to jobs and nodes on the stage.
#include "sim/run/simulated/stage.hpp"

#include <algorithm>
#include <cstddef>

namespace daruma::run {

namespace {

std::string_view cause_of_death(const std::string& kind) {
  if (kind == "cut_off") return "its node cannot be reached any more";
  return kind == "hang" ? "its node hangs" : "its node went off";
}

} // namespace

void Stage::tell(const std::string& kind, const std::string& text) {
  if (!is_over()) event_log_.event(kind, "", -1, text);
}

void Stage::slow_down(int node, double fraction) {
  if (is_over() || is_lost(node)) return;
  simgrid::s4u::Host& host = *platform_.nodes[static_cast<std::size_t>(node)];
  event_log_.event("throttle", "", -1,
                   host.get_name() + " to " + std::to_string(fraction).substr(0, 4) + " of its speed");
  const std::vector<double> fractions = breakage_->fractions();
  const auto which = std::find(fractions.begin(), fractions.end(), fraction) - fractions.begin();
  platforms::slow_down(host, static_cast<std::size_t>(which));
  if (loaded_nodes_) loaded_nodes_->slow_down(node, fraction);
}

void Stage::end_processes(int node, const std::string& why) {
  if (is_over()) return;
  for (const auto& job : jobs_)
    for (const int process : runtime_.living(job->plan->name)) {
      if (job->node_of[static_cast<std::size_t>(process)] != node) continue;
      job->struck = true;
      runtime_.kill(job->plan->name, process, why);
    }
}

bool Stage::is_lost(int node) const { return !platform_.nodes[static_cast<std::size_t>(node)]->is_on(); }

void Stage::lose_node(int node, const std::string& kind, const std::string& why) {
  simgrid::s4u::Host& host = *platform_.nodes[static_cast<std::size_t>(node)];
  if (is_over() || is_lost(node)) return;
  event_log_.event(kind, "", -1, why.empty() ? host.get_name() : host.get_name() + ": " + why);
  cores_.lose(node);
  for (const auto& job : jobs_)
    for (const int process : runtime_.living(job->plan->name))
      if (job->node_of[static_cast<std::size_t>(process)] == node) job->struck = true;
  if (store_hall_) store_hall_->switch_off(node);
  runtime_.switch_off(host, cause_of_death(kind));
}

} // namespace daruma::run
