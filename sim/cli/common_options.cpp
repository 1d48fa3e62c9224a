#include "sim/cli/common_options.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/suggestions.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace daruma::cli {

namespace {
constexpr int most_at_once = 1024;
}

Option json_option() { return {"json", "prints one JSON document, and nothing else, on standard output"}; }

Option out_option(const std::string& meaning) { return Option("out", "DIR", meaning).completed_by(folders); }

Option usual_out_option(const std::string& meaning) {
  return out_option(meaning).otherwise(
      "out/ with the scenario's name, below daruma-out/ where out, or that in it, is a file");
}

Option seed_option(const std::string& meaning) { return {"seed", "N", meaning}; }

Option set_option() {
  return Option("set", "/POINTER=VALUE", "sets a value of the scenario, by its JSON pointer: --set /jobs/0/ranks=64")
      .repeated()
      .completed_by(pointers_of_the_scenario);
}

Option fidelity_option() {
  return Option("fidelity", "WAY", "smpi: each rank runs real MPI code; fast: events only, no ranks")
      .one_of({"smpi", "fast"});
}

Option workers_option() {
  return Option("workers", "N", "so many runs at once").between(1, most_at_once).otherwise("one for each core");
}

Option threads_option() {
  return Option("threads", "N", "so many threads at once").between(1, most_at_once).otherwise("one for each core");
}

Option engine_option() {
  return Option("engine", "WHERE", "on this computer's cores, or as an array of tasks that Slurm starts")
      .one_of({"local", "slurm"})
      .standard("local");
}

Option task_option() { return Option("task", "one task of such an array").hidden(); }

bool is_on_slurm(const Given& given) {
  const bool is_so = given.text("engine") == "slurm";
  if (given.has("workers") && is_so)
    throw UsageError("--workers is for this computer's cores; how many tasks run at once, Slurm decides");
  return is_so;
}

Words task_words(const std::string& command, const Words& words) {
  Words task{std::filesystem::read_symlink("/proc/self/exe").string(), command};
  task.insert(task.end(), words.begin(), words.end());
  task.emplace_back("--task");
  return task;
}

Argument scenario_argument() {
  return {"SCENARIO", "file of a scenario, or the name of one that is installed, such as quickstart", 1, 1, scenarios};
}

const std::vector<std::string>& known_mpis() {
  static const std::vector<std::string> all{"openmpi", "mpich"};
  return all;
}

Option on_option(const std::string& meaning) { return Option("on", "MPI", meaning).one_of(known_mpis()); }

Option runner_option() {
  return Option("runner", "FILE", "the program that runs models on that MPI")
      .otherwise("the one that was built or installed with Daruma")
      .completed_by(files);
}

Option patience_option() {
  return Option("patience", "TIME", "ends a run on a real MPI that says nothing for so long").standard("60s");
}

RealWorld read_real_world(const Given& given) {
  RealWorld world;
  world.on = given.text("on");
  for (const char* name : {"runner", "patience"})
    if (given.has(name) && world.on.empty())
      throw UsageError(fmt::format("--{} is for real runs: --on openmpi is missing", name));
  world.runner = given.has("runner") ? std::filesystem::path(given.text("runner")) : installation().runner_of(world.on);
  world.patience = given.time("patience", "60s");
  return world;
}

real::Installation find_mpi(const std::string& on, const std::filesystem::path& runner) {
  if (access(runner.c_str(), X_OK) != 0)
    throw MachineError(fmt::format("there is no runner at {}; {}", runner.string(), installation().way_to_runner(on)));
  return real::find_installation(runner);
}

} // namespace daruma::cli
