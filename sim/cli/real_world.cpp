#include "sim/cli/real_world.hpp"

#include "sim/cli/installation.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace daruma::cli {

namespace options = boost::program_options;

std::string known_mpi(const std::string& name) {
  const std::vector<std::string> all{"openmpi", "mpich"};
  if (std::find(all.begin(), all.end(), name) == all.end()) throw UsageError(scenario::unknown("MPI", name, all));
  return name;
}

void add_real_world(options::options_description& known) {
  for (const char* name : {"on", "runner", "patience"}) known.add_options()(name, options::value<std::string>());
}

RealWorld read_real_world(const options::variables_map& values) {
  const auto text = [&values](const char* name) { return values[name].as<std::string>(); };
  RealWorld world;
  if (values.count("on")) world.on = known_mpi(text("on"));
  for (const char* name : {"runner", "patience"})
    if (values.count(name) && world.on.empty())
      throw UsageError(fmt::format("--{} is for real runs: --on openmpi is missing", name));
  world.runner = values.count("runner") ? std::filesystem::path(text("runner")) : runner_of(world.on);
  if (!values.count("patience")) return world;
  const auto patience = parse_seconds(text("patience"));
  if (!patience || *patience <= Seconds(0))
    throw UsageError(fmt::format("--patience takes a time above 0, such as 60s, got \"{}\"", text("patience")));
  world.patience = *patience;
  return world;
}

} // namespace daruma::cli
