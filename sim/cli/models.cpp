#include "sim/cli/models.hpp"

#include "models/catalogue.hpp"
#include "sim/run/cores.hpp"
#include "sim/scenario/problems.hpp"

#include <algorithm>
#include <utility>

namespace daruma::cli {

const run::Models& models() { return daruma::models::catalogue(); }

const results::MetricCatalogue& metric_catalogue() {
  static const results::MetricCatalogue all = [] {
    std::vector<results::MetricGroup> groups;
    for (const auto& program : models()) {
      const std::string model(program.name);
      groups.push_back({"the model " + model, program.metrics, results::MetricScope::job, model});
    }
    return results::MetricCatalogue(groups);
  }();
  return all;
}

namespace {

const daruma::models::Program& model_of(const scenario::Job& job) { return *daruma::models::find_program(job.model); }

/// What is wrong with what the job's model is told.
std::vector<std::string> objections_of_model(const scenario::Job& job) {
  const auto& model = model_of(job);
  const auto arguments = scenario::arguments_as_text(job.arguments);
  auto sentences = daruma::models::objections(model, arguments);
  if (!sentences.empty() || model.mismatch == nullptr) return sentences;
  if (const std::string sentence = model.mismatch(arguments, run::shape_of(job)); !sentence.empty())
    sentences.push_back(sentence);
  return sentences;
}

/// When the job starts, if none of those that started before has ended. Processes that are started later have nodes of
/// their own only where a node has one core.
bool is_process_a_node(const scenario::Job& job, const scenario::Scenario& scenario) {
  const std::vector<int> wanted = run::first_nodes(models(), job);
  if (!wanted.empty() && scenario.machine.cores > 1) return false;
  run::Cores cores(scenario.machine.nodes, scenario.machine.cores);
  std::vector<const scenario::Job*> jobs;
  jobs.reserve(scenario.jobs.size());
  for (const auto& one : scenario.jobs) jobs.push_back(&one);
  std::stable_sort(jobs.begin(), jobs.end(), [](const auto* a, const auto* b) { return a->start < b->start; });
  std::vector<int> nodes;
  for (const auto* one : jobs) {
    nodes = cores.take(one->ranks + one->spares, one->placement, run::first_nodes(models(), *one));
    if (one == &job) break;
  }
  if (!wanted.empty()) return nodes.size() <= wanted.size() && std::equal(nodes.begin(), nodes.end(), wanted.begin());
  for (std::size_t process = 0; process < nodes.size(); ++process)
    if (nodes[process] != static_cast<int>(process)) return false;
  return true;
}

daruma::models::Site site_of(const scenario::Job& job, const scenario::Scenario& scenario) {
  const scenario::Machine& machine = scenario.machine;
  const scenario::Topology& topology = machine.topology;
  const auto grid = topology.kind->grid(topology.shape).value_or(topology::GridShape{{}, Wrap::none});
  return {machine.name, topology.kind->text(topology.shape), grid.extents,
          grid.wrap,    is_process_a_node(job, scenario),    machine.core_speed};
}

} // namespace

void check_jobs(const scenario::Scenario& scenario, const std::string& file, const ProgramCheck& objection_to) {
  std::vector<scenario::Problem> problems;
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
    const auto& job = scenario.jobs[i];
    const std::string place = "/jobs/" + std::to_string(i);
    if (job.program.empty()) {
      for (const std::string& sentence : objections_of_model(job))
        problems.push_back({file, place + "/arguments", sentence});
    } else if (const std::string objection = objection_to(job.program); !objection.empty()) {
      problems.push_back({file, place + "/program", objection});
    }
  }
  scenario::throw_problems(std::move(problems));
}

void check_sites(const scenario::Scenario& scenario, const std::string& file) {
  std::vector<scenario::Problem> problems;
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
    const auto& job = scenario.jobs[i];
    if (!job.program.empty() || model_of(job).misplacement == nullptr) continue;
    const std::string sentence =
        model_of(job).misplacement(scenario::arguments_as_text(job.arguments), site_of(job, scenario));
    if (!sentence.empty()) problems.push_back({file, "/jobs/" + std::to_string(i) + "/arguments", sentence});
  }
  scenario::throw_problems(std::move(problems));
}

} // namespace daruma::cli
