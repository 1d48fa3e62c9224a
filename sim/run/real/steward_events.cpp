// The part of the steward that does to the jobs what the scenario says.
#include "sim/run/real/steward.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/run/victims.hpp"

namespace daruma::real {

void Steward::happen(const scenario::Event& event) {
  const auto index = static_cast<std::size_t>(&event - scenario_.events.data());
  std::visit([this, index](const auto& action) { act(action, index); }, event.action);
}

void Steward::act(const scenario::KillRanks& kill, std::size_t) {
  for (const int rank : run::victims(kill)) kill_rank(find(kill.job), rank);
}

void Steward::act(const scenario::KillRandom& kill, std::size_t event) {
  RandomStream stream(scenario_.seed, static_cast<std::uint64_t>(replication_), "event/" + std::to_string(event));
  const int living = static_cast<int>(find(kill.job).living().size());
  for (const int rank : run::draw_victims(kill, living, stream)) kill_rank(find(kill.job), rank);
}

void Steward::act(const scenario::NodeOff& off, std::size_t) { switch_off(off.node); }

void Steward::act(const scenario::Resize& resize, std::size_t) { order(find(resize.job), std::to_string(resize.to)); }

void Steward::act(const scenario::Command& command, std::size_t) { order(find(command.job), command.text); }

void Steward::kill_rank(RunningJob& job, int rank) {
  const auto living = job.living();
  if (rank >= static_cast<int>(living.size())) {
    minutes_.event(clock_.now(), "ignored", job.plan->name, -1,
                   "kill of rank " + std::to_string(rank) + ": there are " + std::to_string(living.size()));
    return;
  }
  strike(job, living[static_cast<std::size_t>(rank)], "killed");
}

void Steward::strike(RunningJob& job, int process, const std::string& cause) {
  job.struck = true;
  const Seconds when = clock_.now();
  job.members.at(process).process.kill();
  died(job, process, when, cause);
}

void Steward::order(RunningJob& job, const std::string& line) {
  if (job.fate == Fate::ended) {
    minutes_.event(clock_.now(), "ignored", job.plan->name, -1, "order \"" + line + "\": the job has ended");
    return;
  }
  minutes_.event(clock_.now(), "order", job.plan->name, -1, line);
  job.directory.order(line);
}

void Steward::switch_off(int node) {
  if (!nodes_off_.insert(node).second) return;
  minutes_.event(clock_.now(), "node_off", "", -1, "node-" + std::to_string(node));
  cores_.lose(node);
  for (const auto& job : jobs_)
    for (const int process : job->living())
      if (job->members.at(process).node == node) strike(*job, process, "its node went off");
}

} // namespace daruma::real
