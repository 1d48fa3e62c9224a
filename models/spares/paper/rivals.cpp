// Our own: other systems that the papers cite, on the same job under the same failures. What each costs while nothing
// fails and what a failure costs, what it keeps in memory, and what it sends.
//
// Each is what its own paper describes, as far as that is in spares-stencil: Fenix (Gamell and others, SC14) has spare
// ranks and a copy of each checkpoint in a partner's memory, from which all ranks go on; FT-MPI (Fagg and Dongarra,
// EuroPVM/MPI 2000) is mpi/rebuilt_team.hpp, with Fenix's checkpoints, as the diskless ones that were made for it;
// Reinit is mpi/restarted_stencil.hpp, with checkpoints on the file system, as Reinit++ (Georgakoudis and others, ISC
// 2020) has them where nodes fail; MPICH-V2 (Bouteiller and others, SC2003) is mpi/logged_stencil.hpp. All run on the
// same nodes and runtime, with the same steps between checkpoints.
#include "models/spares/paper/counting.hpp"
#include "sim/study/rival_costs.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::models::spares::paper {

namespace {

using Overrides = std::vector<scenario::Override>;

struct Rival {
  const char* name;
  Overrides changes;
};

/// Spare nodes have no processes: they are started there.
Overrides started_with(Overrides changes) {
  changes.push_back({"/jobs/0/recovery", "spawn"});
  changes.push_back({"/jobs/0/spares", "0"});
  return changes;
}

const std::vector<Rival>& rivals_in_all() {
  static const std::vector<Rival> all{
      {"spare nodes", {}},
      {"Reinit", started_with({{"/jobs/0/arguments/repair", "reinit"}})},
      {"Fenix", {{"/jobs/0/checkpoint/to", "partner-memory"}}},
      {"FT-MPI", started_with({{"/jobs/0/checkpoint/to", "partner-memory"}})},
      {"MPICH-V2", {{"/jobs/0/arguments/rollback", "alone"}}},
  };
  return all;
}

constexpr int ranks = 25;
constexpr int events_node = 35; ///< taken to be reliable, with all
constexpr Seconds undisturbed{40};

/// Neither checkpoints nor a log, and nothing fails.
scenario::Scenario unprotected_job(const study::StudyContext& context) {
  return context.load("rivals", {{"/events", "[]"}, {"/jobs/0/checkpoint/every", "1000000 loop"}});
}

scenario::Scenario protected_job(const study::StudyContext& context, const Rival& rival, double failures, int run) {
  Overrides changes = rival.changes;
  changes.push_back({"/events", "[]"});
  if (failures > 0)
    changes.push_back({"/failures", study::failures_of({0, events_node, undisturbed * ranks / failures, undisturbed},
                                                       "rivals/node", run)});
  return context.load("rivals", changes);
}

constexpr study::RivalCost time_lost{"time lost, s", "s"};
constexpr study::RivalCost memory{"memory of a process, MiB", "MiB"};
constexpr study::RivalCost messages{"messages, thousands", "thousand"};

study::Metrics costs_of(const results::Result& result) {
  constexpr double mebibyte = 1 << 20;
  const auto logged = result.metrics.find("heat.log_bytes");
  const double log = logged == result.metrics.end() ? 0 : logged->second;
  return {{time_lost.title, result.metrics.at("heat.makespan_s")},
          {memory.title, (result.checkpoint_memory.value() + log) / mebibyte},
          {messages.title, static_cast<double>(result.messages) / 1e3}};
}

std::vector<std::string> names_of_rivals() {
  std::vector<std::string> names;
  for (const Rival& rival : rivals_in_all()) names.emplace_back(rival.name);
  return names;
}

} // namespace

study::Reproduction rivals(const study::StudyContext& context) {
  study::Reproduction figure{
      "other systems on the same job, a stencil of 25 ranks for 40 s, under the same failures: time "
      "lost beside the job without checkpoints and failures, the most that checkpoints and logs "
      "took of a process's memory, messages; means of 10 runs"};
  auto jobs = study::rival_runs(rivals_in_all().size(), [&](std::size_t rival, double failures, int run) {
    return protected_job(context, rivals_in_all()[rival], failures, run);
  });
  jobs.push_back(unprotected_job(context));
  figure.parameters = jobs.back().parameters;
  const auto costs = study::run_each(jobs, context.models, costs_of);
  const auto add = [&](const study::RivalCost& cost, double without) {
    const auto rows = study::rival_rows(names_of_rivals(), cost, costs, without);
    figure.rows.insert(figure.rows.end(), rows.begin(), rows.end());
  };
  add(time_lost, costs.back().at(time_lost.title));
  add(memory, 0);
  add(messages, 0);
  figure.plot = study::rival_panels("failures expected in 40 s");
  const auto number = [&](const study::RivalCost& cost, const char* rival, double failures) {
    return study::rival_number(figure, cost, rival, failures);
  };
  const auto each = [&](const char* rival) { return number(time_lost, rival, 4) - number(time_lost, rival, 0); };
  const auto apart = [&](const char* one, const char* other) {
    return std::abs(number(time_lost, one, 4) - number(time_lost, other, 4));
  };
  figure.claims = {
      {"Fenix and FT-MPI cost least while nothing fails, as their checkpoints go to memory",
       std::max(number(time_lost, "Fenix", 0), number(time_lost, "FT-MPI", 0)) <
           std::min({number(time_lost, "spare nodes", 0), number(time_lost, "Reinit", 0),
                     number(time_lost, "MPICH-V2", 0)})},
      {"where checkpoints go counts for more than whether the failed ranks' processes stand by or are started",
       std::max(apart("spare nodes", "Reinit"), apart("Fenix", "FT-MPI")) <
           std::min(apart("spare nodes", "Fenix"), apart("Reinit", "FT-MPI"))},
      {"a failure costs least where the failed rank goes back alone, as its messages wait for it",
       each("MPICH-V2") < std::min({each("spare nodes"), each("Reinit"), each("Fenix"), each("FT-MPI")})},
      {"MPICH-V2 sends most messages, as each that is received is stored",
       number(messages, "MPICH-V2", 0) > 2.9 * number(messages, "spare nodes", 0)}};
  return figure;
}

} // namespace daruma::models::spares::paper
