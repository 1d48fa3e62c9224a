#include "sim/cli/models.hpp"

#include "models/catalogue.hpp"
#include "sim/scenario/parse.hpp"

#include <algorithm>

namespace daruma::cli {

const engine::Models& models() { return daruma::models::catalogue(); }

namespace {

/// What is wrong with what the job's model is told.
std::vector<std::string> objections_of_model(const scenario::Job& job) {
  const auto model =
      std::find_if(models().begin(), models().end(), [&job](const auto& offered) { return offered.name == job.model; });
  daruma::models::Arguments arguments;
  for (const auto& [name, value] : job.arguments) arguments[name] = scenario::argument_text(value);
  auto sentences = daruma::models::objections(*model, arguments);
  if (!sentences.empty() || model->mismatch == nullptr) return sentences;
  if (const std::string sentence = model->mismatch(arguments, job.ranks, job.spares); !sentence.empty())
    sentences.push_back(sentence);
  return sentences;
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
  if (!problems.empty()) throw scenario::ScenarioError(problems);
}

} // namespace daruma::cli
