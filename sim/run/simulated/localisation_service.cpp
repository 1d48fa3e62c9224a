#include "sim/run/simulated/localisation_service.hpp"

#include "sim/mpi/process/blocking.hpp"
#include "sim/run/simulated/clock.hpp"

#include <simgrid/s4u/Actor.hpp>

namespace daruma::run {

namespace {

void wait_for(Seconds duration) {
  mpi::blocking([duration] { simgrid::s4u::this_actor::sleep_for(duration.count()); });
}

} // namespace

std::string LocalisationService::call_failed(const JobLife& job, int by, const std::vector<int>& dead) {
  std::string told;
  for (const int number : dead) {
    const auto died = job.died_at(number);
    if (!died) continue;
    const int node = job.node_of(number);
    if (inquiries_.is_reason(job.name(), node, *died)) investigate(job, by, node);
    told = inquiries_.told(job.name(), node);
  }
  return told;
}

void LocalisationService::investigate(const JobLife& job, int process, int node) {
  const int asker = job.node_of(process);
  const Seconds begin = now();
  const faults::Verdict verdict = inquiries_.ask(job.name(), asker, node, begin);
  wait_for(verdict.taken);
  const auto recommendation = inquiries_.conclude(job.name(), asker, node, verdict, now());
  write_down(job, process, begin, verdict);
  follow(recommendation, job, process, node);
}

void LocalisationService::write_down(const JobLife& job, int process, Seconds begin, const faults::Verdict& verdict) {
  const std::string& name = job.name();
  results::EventLog& log = world_.controller.log();
  log.add(results::Event{now(), "verdict", name, process, verdict.text});
  log.add(results::Span{begin, now(), "localise", name, process, verdict.text});
  for (const auto& [metric, value] : inquiries_.tally(name).metrics()) log.metric(name + "." + metric, 0, value);
}

/// Of nodes that are taken away, those where processes died are known to be lost; others behind the same part may still
/// work, and are avoided as long as there are better ones.
void LocalisationService::follow(const faults::Recommendation& recommendation, const JobLife& job, int process,
                                 int dead_on) {
  for (const int node : recommendation.broken) world_.controller.give_up(node);
  if (recommendation.is_node_sound) world_.placement.prefer(job, dead_on);
  for (const int node : recommendation.taken_away) {
    const std::vector<int> dead = job.dead_on(node);
    if (dead.empty())
      world_.controller.cores().avoid(node);
    else
      world_.controller.give_up(node);
    for (const int process_there : dead) world_.runtime.report(job.name(), process_there, process);
  }
}

/// Where others have their part of the processors, it is the time on a processor that tells, not the time until the
/// end.
double LocalisationService::times_longer(int node, Seconds taken, Flops work) const {
  if (world_.loaded_nodes) return 1 / world_.loaded_nodes->speed(node);
  const Seconds expected = work / world_.controller.scenario().machine.core_speed;
  return expected > Seconds(0) ? taken / expected : 1;
}

void LocalisationService::computed(const JobLife& job, int process, Seconds begin, Flops work) {
  const int node = job.node_of(process);
  const double times = times_longer(node, now() - begin, work);
  if (!inquiries_.is_reason(node, times)) return;
  inquiries_.begin_examination(node);
  const Seconds asked = now();
  const faults::Verdict verdict = inquiries_.examine(node, asked);
  wait_for(verdict.taken);
  inquiries_.conclude(job.name(), node, times, verdict);
  write_down(job, process, asked, verdict);
}

} // namespace daruma::run
