// The scenario's events on the stage: kills, nodes that go off, orders.
#include "sim/core/random_stream.hpp"
#include "sim/run/simulated/clock.hpp"
#include "sim/run/simulated/stage.hpp"
#include "sim/run/victims.hpp"

namespace daruma::run {

void Stage::schedule(const scenario::Event& event, Seconds when) {
  at(when, [this, &event] {
    if (!is_over() && breakdown_.empty()) happen(event);
  });
}

void Stage::happen(const scenario::Event& event) {
  const auto index = static_cast<std::size_t>(&event - scenario_.events.data());
  std::visit([this, index](const auto& action) { act(action, index); }, event.action);
}

void Stage::kill_rank(HostedJob& job, int rank) {
  const auto living = runtime_.living(job.plan->name);
  if (rank >= static_cast<int>(living.size())) {
    event_log_.event("ignored", job.plan->name, -1,
                     "kill of rank " + std::to_string(rank) + ": there are " + std::to_string(living.size()));
    return;
  }
  job.struck = true;
  runtime_.kill(job.plan->name, living[static_cast<std::size_t>(rank)], "killed");
}

void Stage::act(const scenario::KillRanks& kill, std::size_t) {
  for (const int rank : victims(kill)) kill_rank(find(kill.job), rank);
}

void Stage::act(const scenario::KillRandom& kill, std::size_t event) {
  RandomStream stream(scenario_.seed, static_cast<std::uint64_t>(replication_), "event/" + std::to_string(event));
  const int living = static_cast<int>(runtime_.living(kill.job).size());
  for (const int rank : draw_victims(kill, living, stream)) kill_rank(find(kill.job), rank);
}

void Stage::act(const scenario::NodeOff& off, std::size_t) { switch_off(off.node); }

void Stage::act(const scenario::Resize& resize, std::size_t) { order(find(resize.job), std::to_string(resize.to)); }

void Stage::act(const scenario::Command& command, std::size_t) { order(find(command.job), command.text); }

void Stage::order(HostedJob& job, const std::string& line) {
  if (job.fate == Fate::ended) {
    event_log_.event("ignored", job.plan->name, -1, "order \"" + line + "\": the job has ended");
    return;
  }
  event_log_.event("order", job.plan->name, -1, line);
  job.orders.push_back(line);
}

void Stage::act(const scenario::BreakComponent&, std::size_t) {} // breakage_ has set it

void Stage::switch_off(int node) {
  if (is_lost(node)) return;
  if (breakage_) breakage_->switched_off(node, now());
  lose_node(node, "node_off", "");
}

} // namespace daruma::run
