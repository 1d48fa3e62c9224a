#include "sim/cli/real_world.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/suggestions.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace daruma::cli {

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
  const auto patience = parse_seconds(given.text("patience"));
  if (!patience || *patience <= Seconds(0))
    throw UsageError(fmt::format("--patience takes a time above 0, such as 60s, got \"{}\"", given.text("patience")));
  world.patience = *patience;
  return world;
}

real::Installation find_mpi(const std::string& on, const std::filesystem::path& runner) {
  if (access(runner.c_str(), X_OK) != 0)
    throw MachineError(fmt::format("there is no runner at {}; {}", runner.string(), installation().way_to_runner(on)));
  return real::find_installation(runner);
}

} // namespace daruma::cli
