#include "tests/sim/run/simulated/in_process.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <sys/wait.h>
#include <unistd.h>

namespace daruma::run::test {

scenario::Scenario one_job(const std::string& model, int ranks, scenario::RecoveryStyle recovery) {
  scenario::Scenario scenario;
  scenario.resolved_json = "{}";
  scenario.machine.nodes = 4;
  scenario.machine.cores = 8;
  scenario::Job job;
  job.name = "q";
  job.model = model;
  job.ranks = ranks;
  job.recovery = recovery;
  scenario.jobs.push_back(job);
  return scenario;
}

scenario::Scenario four_nodes() {
  scenario::Scenario scenario = one_job("observed", 4);
  scenario.machine.cores = 1;
  scenario.devices = std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms" / "devices";
  return scenario;
}

void at(scenario::Scenario& scenario, double time_s, scenario::Action action) {
  scenario::Event event;
  event.when.at = Seconds(time_s);
  event.action = std::move(action);
  scenario.events.push_back(event);
}

namespace {

struct Running {
  pid_t process;
  int file;
};

std::string outcome(const scenario::Scenario& scenario, const Models& models, const Tell& tell) {
  try {
    return tell(simulate(scenario, models, 0));
  } catch (const std::exception& error) { return std::string("error: ") + error.what(); }
}

Running start(const scenario::Scenario& scenario, const Models& models, const Tell& tell) {
  int ends[2];
  std::fflush(stdout); // or the child would write it once more
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child != 0) {
    close(ends[1]);
    return {child, ends[0]};
  }
  const std::string text = outcome(scenario, models, tell);
  for (std::size_t written = 0; written < text.size();)
    written += static_cast<std::size_t>(write(ends[1], text.data() + written, text.size() - written));
  std::_Exit(0);
}

std::string finish(const Running& running) {
  std::string text;
  char part[65536];
  for (ssize_t size; (size = read(running.file, part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(size));
  close(running.file);
  int status = 0;
  waitpid(running.process, &status, 0);
  return status == 0 ? text : "crash";
}

} // namespace

std::string simulate_apart(const scenario::Scenario& scenario, const Models& models, const Tell& tell) {
  return finish(start(scenario, models, tell));
}

namespace {

std::string events_of(const results::Result& result) {
  std::string text;
  for (const results::Event& event : result.events) {
    if (event.kind == "start" || event.kind == "end") continue;
    const std::string who = event.process < 0 ? "" : " " + std::to_string(event.process);
    text += std::to_string(std::lround(std::floor(event.time.count() * 1e3 + 1e-6))) + " " + event.kind + who + ": " +
            event.text + "\n";
  }
  return text;
}

} // namespace

std::string events_in(const scenario::Scenario& scenario, const models::Entry& observed) {
  return simulate_apart(scenario, {{"observed", observed, {}}}, events_of);
}

std::vector<std::string> simulate_together(const std::vector<scenario::Scenario>& scenarios, const Models& models,
                                           const Tell& tell) {
  std::vector<Running> running;
  for (const auto& scenario : scenarios) running.push_back(start(scenario, models, tell));
  std::vector<std::string> told;
  for (const Running& one : running) told.push_back(finish(one));
  return told;
}

} // namespace daruma::run::test
