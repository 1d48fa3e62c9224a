#include "sim/cli/run_order.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"

#include <fmt/format.h>

namespace daruma::cli {

Fidelity read_fidelity(const Given& given) {
  return given.text("fidelity") == "fast" ? Fidelity::fast : Fidelity::smpi;
}

scenario::Override read_override(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || text.empty() || text.front() != '/')
    throw UsageError(fmt::format("--set takes /json/pointer=VALUE, got \"{}\"", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<scenario::Override> read_overrides(const Given& given) {
  std::vector<scenario::Override> overrides;
  for (const std::string& set : given.texts("set")) overrides.push_back(read_override(set));
  if (given.has("seed")) overrides.push_back({"/seed", given.text("seed")});
  return overrides;
}

std::filesystem::path read_out(const Given& given, const std::string& file) {
  if (given.has("out")) return given.text("out");
  return std::filesystem::path("out") / std::filesystem::path(file).stem();
}

RunOrder read_run_order(const Given& given) {
  RunOrder order;
  order.overrides = read_overrides(given);
  order.replicas = given.whole("replicas");
  order.fidelity = read_fidelity(given);
  order.world = read_real_world(given);
  if (given.has("fidelity") && !order.world.on.empty())
    throw UsageError("--fidelity is of simulations; --on runs the scenario for real");
  order.json = given.has("json");
  order.file = scenario_file(given.arguments().front());
  order.out = read_out(given, order.file);
  return order;
}

} // namespace daruma::cli
