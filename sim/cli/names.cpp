#include "sim/cli/names.hpp"

#include "models/artefacts.hpp"
#include "sim/batch/failure_policy.hpp"
#include "sim/batch/malleability.hpp"
#include "sim/batch/node_choice.hpp"
#include "sim/batch/preemption.hpp"
#include "sim/batch/queue_policy.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/core/failure_law.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace daruma::cli {

namespace {

/// The descriptions in a folder; schemas lie there too and are none.
std::vector<Name> described_files(const std::filesystem::path& folder) {
  std::vector<Name> names;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".json" || file.path().stem().extension() == ".schema") continue;
    std::ifstream stream(file.path());
    names.push_back({file.path().stem(), nlohmann::json::parse(stream).value("description", "")});
  }
  std::sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.text < b.text; });
  return names;
}

std::vector<Name> model_names() {
  std::vector<Name> names;
  for (const auto& model : models()) {
    std::string arguments;
    for (const auto& rule : model.arguments) arguments += fmt::format(" {} ({})", rule.name, rule.standard.value);
    names.push_back({std::string(model.name), fmt::format("{} Arguments:{}", model.what, arguments)});
  }
  return names;
}

std::vector<Name> argument_names() {
  std::vector<Name> names;
  for (const auto& model : models())
    for (const auto& rule : model.arguments)
      names.push_back({fmt::format("{}.{}", model.name, rule.name),
                       fmt::format("{} It is {}; {} where none is given ({}: {}).", rule.meaning,
                                   daruma::models::allowed_values(rule), rule.standard.value,
                                   name_of(rule.standard.kind), rule.standard.source)});
  return names;
}

std::vector<Name> metric_names() {
  std::vector<Name> names;
  for (const auto& group : metric_catalogue().groups())
    for (const auto& metric : group.metrics) {
      const std::string direction = results::word_for(metric.better);
      names.push_back({group.name_of(metric), fmt::format("{}{}: {} ({})", metric.unit,
                                                          direction.empty() ? "" : ", " + direction + " is better",
                                                          metric.meaning, group.reporter)});
    }
  return names;
}

template <class Entry> std::vector<Name> registered(const Registry<Entry>& all) {
  std::vector<Name> names;
  for (const Entry* one : all) names.push_back({std::string(one->name), std::string(one->summary)});
  return names;
}

} // namespace

std::vector<Name> machine_names() { return described_files(installation().machines); }
std::vector<Name> runtime_names() { return described_files(installation().machines / "runtimes"); }
std::vector<Name> collective_table_names() { return described_files(installation().machines / "collectives"); }
std::vector<Name> scenario_names() { return described_files(installation().scenarios); }

std::vector<Name> figure_names() {
  std::vector<Name> names;
  for (const auto& artefact : models::artefacts()) names.push_back({artefact.id, artefact.title});
  return names;
}

std::vector<Name> queue_policy_names() { return registered(batch::queue_policies()); }
std::vector<Name> queue_order_names() { return registered(batch::queue_orders()); }
std::vector<Name> preemption_policy_names() { return registered(batch::preemption_policies()); }
std::vector<Name> malleability_strategy_names() { return registered(batch::malleability_strategies()); }
std::vector<Name> failure_policy_names() { return registered(batch::failure_policies()); }
std::vector<Name> node_choice_names() { return registered(batch::node_choices()); }
std::vector<Name> failure_law_names() { return registered(failure_laws()); }

const std::vector<NameKind>& name_kinds() {
  static const std::vector<NameKind> all{
      {"models", "programs that come with Daruma, and their arguments", model_names},
      {"arguments", "what each of these programs can be told", argument_names},
      {"machines", "machines that a scenario can use", machine_names},
      {"runtimes", "profiles of MPI runtimes, measured or ideal", runtime_names},
      {"collectives", "libraries' choices of algorithms for collective operations", collective_table_names},
      {"scenarios", "scenarios that run and sweep find by name", scenario_names},
      {"figures", "published figures and tables for reproduce", figure_names},
      {"metrics", "numbers that results hold, with units", metric_names},
      {"queue-policies", "who starts of the jobs that wait", queue_policy_names},
      {"queue-orders", "in which order a queue policy sees the jobs that wait", queue_order_names},
      {"preemption-policies", "how room is made for urgent jobs", preemption_policy_names},
      {"malleability-strategies", "how malleable jobs share a centre's processors", malleability_strategy_names},
      {"failure-policies", "what a job does that loses a node", failure_policy_names},
      {"node-choices", "which of the free nodes a job gets", node_choice_names},
      {"failure-laws", "laws of the time to a failure", failure_law_names}};
  return all;
}

} // namespace daruma::cli
