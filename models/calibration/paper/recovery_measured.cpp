// Our own: recoveries of Open MPI 5.0.7 as they were measured, by messages and by formulas.
//
// A simulated node has a core for each process, the one that was measured on had two for all: there what started
// processes initialise takes as much longer.
#include "models/calibration/paper/recoveries.hpp"
#include "sim/study/replications.hpp"

#include <fmt/format.h>

namespace daruma::models::calibration::paper {

namespace {

constexpr int cores = 2; // of the machine that was measured on
constexpr double initialise_ms = 24;

struct Measurement {
  const char* name;
  const char* model;
  int ranks;
  std::vector<scenario::Override> arguments;
  const char* metric;
  double measured_s;
  const char* published; ///< as the profile calls it where it was set from it
  int started = 0;
};

Measurement kills(int before, const char* name, double measured_s, const char* published) {
  const int rounds = before - 4;
  return {name, "probe-recovery", before, {{"rounds", std::to_string(rounds)}}, "shrink_s", measured_s, published};
}

Measurement spawn(int count, const char* name, double measured_s, const char* published) {
  return {name,      "probe-recovery", 4,         {{"kills", "0"}, {"spawn", std::to_string(count)}},
          "spawn_s", measured_s,       published, count};
}

const std::vector<Measurement>& measurements() {
  static const std::vector<Measurement> all{
      kills(12, "8 kills one at a time, 12 to 4", 0.077, "kills one at a time, 12 to 4: 77 ms"),
      kills(24, "20 kills one at a time, 24 to 4", 0.224, "kills one at a time, 24 to 4: 224 ms"),
      kills(32, "28 kills one at a time, 32 to 4", 0.336, ""),
      spawn(8, "8 started by 4", 0.25, ""),
      spawn(1, "1 started by 4", 0.178, "1 started by 4: 178 ms"),
      spawn(2, "2 started by 4", 0.204, ""),
      spawn(4, "4 started by 4", 0.219, ""),
      spawn(16, "16 started by 4", 0.429, ""),
      {"agreement of 4", "probe-operations", 4, {}, "agree_s", 14.6e-6, "agreement of 4: 14.6 us"},
      {"agreement of 8", "probe-operations", 8, {}, "agree_s", 36.7e-6, ""}};
  return all;
}

/// The measurements that the profile's laws are from.
constexpr int of_the_laws = 4;

scenario::Scenario scenario_of(const Measurement& one, const std::string& operations,
                               const study::StudyContext& context) {
  std::vector<scenario::Override> changes{{"/machine", R"({"use": "laptop", "cores": 32})"},
                                          {"/jobs/0/model", one.model},
                                          {"/jobs/0/ranks", std::to_string(one.ranks)},
                                          {"/jobs/0/arguments", "{}"}};
  for (const auto& [argument, value] : one.arguments) changes.push_back({"/jobs/0/arguments/" + argument, value});
  if (one.started > cores)
    changes.push_back(
        {"/runtime/daemons",
         fmt::format(
             R"({{"initialise": {{"value": "{:g}ms", "kind": "assumed", "source": "{} processes of {:g} ms on {} cores"}}}})",
             initialise_ms * one.started / cores, one.started, initialise_ms, cores)});
  return recovery_by(operations, context, changes);
}

} // namespace

study::Reproduction recovery_measured(const study::StudyContext& context) {
  study::Reproduction table{
      "Open MPI 5.0.7, all processes on one node of two cores: what was measured, by messages and "
      "by formulas; kills without the detection of the ring, which the measured one had not; "
      "processes started are merged with"};
  std::vector<scenario::Scenario> runs;
  for (const Measurement& one : measurements())
    for (const std::string operations : operation_kinds) runs.push_back(scenario_of(one, operations, context));
  const auto metrics = study::run_each(runs, context.models);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Measurement& one = measurements()[i / operation_kinds.size()];
    table.rows.push_back({fmt::format("{}: {}", one.name, operation_kinds[i % operation_kinds.size()]),
                          one.measured_s,
                          metrics[i].at(fmt::format("probe.{}", one.metric)),
                          "s",
                          {},
                          runs[i].parameters,
                          one.published});
  }
  const auto are_near = [&table](int measurement) {
    const study::Row& messages = table.rows[static_cast<std::size_t>(measurement) * operation_kinds.size()];
    const study::Row& formula = table.rows[static_cast<std::size_t>(measurement) * operation_kinds.size() + 1];
    return std::abs(messages.simulated - formula.simulated) <= 0.25 * formula.simulated;
  };
  bool all_near = true;
  for (int i = 0; i < of_the_laws; ++i) all_near = all_near && are_near(i);
  table.claims = {
      {"messages are within 25 % of the formulas where those were measured: kills, and 8 started", all_near}};
  return table;
}

} // namespace daruma::models::calibration::paper
