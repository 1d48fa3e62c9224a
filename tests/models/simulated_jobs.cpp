#include "tests/models/simulated_jobs.hpp"

#include "models/catalogue.hpp"

#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

namespace daruma::models {

scenario::Scenario one_job(const std::string& model, int ranks, scenario::Recovery recovery) {
  scenario::Scenario scenario;
  scenario.machine.name = "four";
  scenario.machine.nodes = 4;
  scenario.machine.cores = 8;
  scenario.runtime.agreement.fixed = Seconds(1e-3);
  scenario.runtime.revoke.fixed = Seconds(1e-3);
  scenario.runtime.shrink.fixed = Seconds(1e-3);
  scenario.runtime.split.fixed = Seconds(1e-3);
  scenario.runtime.spawn.fixed = Seconds(1e-3);
  scenario::Job job;
  job.name = "q";
  job.model = model;
  job.ranks = ranks;
  job.recovery = recovery;
  scenario.jobs.push_back(job);
  return scenario;
}

void kill_at(scenario::Scenario& scenario, Seconds time, std::vector<int> ranks) {
  scenario::Event event;
  event.when.at = time;
  event.action = scenario::KillRanks{"q", std::move(ranks)};
  scenario.events.push_back(event);
}

void command_at(scenario::Scenario& scenario, Seconds time, const std::string& line) {
  scenario::Event event;
  event.when.at = time;
  event.action = scenario::Command{"q", line};
  scenario.events.push_back(event);
}

records::Result simulated(const scenario::Scenario& scenario) { return engine::simulate(scenario, catalogue(), 0); }

std::vector<std::string> printed(const records::Result& result) { return told(result, "print"); }

std::vector<std::string> told(const records::Result& result, const std::string& kind) {
  std::vector<std::string> texts;
  for (const records::Event& event : result.events)
    if (event.kind == kind) texts.push_back(event.text);
  return texts;
}

namespace {

std::string verdict(const scenario::Scenario& scenario,
                    const std::function<std::string(const records::Result&)>& check) {
  try {
    return check(simulated(scenario));
  } catch (const std::exception& error) { return error.what(); }
}

std::string read_to_end(int file) {
  std::string text;
  char part[4096];
  for (ssize_t count; (count = read(file, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(count));
  return text;
}

std::string verdict_of_a_child(const scenario::Scenario& scenario,
                               const std::function<std::string(const records::Result&)>& check) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    const std::string text = verdict(scenario, check);
    const bool written = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string text = read_to_end(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) text += "the simulation crashed";
  return text;
}

} // namespace

std::vector<std::string> complaints(const std::vector<scenario::Scenario>& scenarios,
                                    const std::function<std::string(const records::Result&)>& check) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < scenarios.size(); ++i)
    if (const std::string complaint = verdict_of_a_child(scenarios[i], check); !complaint.empty())
      all.push_back("case " + std::to_string(i) + ": " + complaint);
  return all;
}

} // namespace daruma::models
