#include "sim/cli/sweep_order.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"

#include <fmt/format.h>

namespace daruma::cli {

namespace {

study::Precision read_replicas(const Given& given) {
  study::Precision precision;
  const bool is_precise = given.has("precision");
  if (is_precise) precision.relative = given.number("precision");
  if (is_precise && !(precision.relative > 0 && precision.relative < 1))
    throw UsageError(
        fmt::format("--precision takes a part of the mean between 0 and 1, such as 0.01, got {}", precision.relative));
  precision.most = is_precise ? 1000 : 1;
  if (given.has("replicas")) precision.most = given.whole("replicas", is_precise ? 2 : 1, 1'000'000);
  return precision;
}

std::vector<scenario::Variation> read_variations(const Given& given) {
  try {
    std::vector<scenario::Variation> variations;
    for (const std::string& text : given.texts("vary")) variations.push_back(scenario::read_variation(text));
    return variations;
  } catch (const scenario::VariationError& problem) { throw UsageError(problem.what()); }
}

} // namespace

SweepOrder read_sweep_order(const Given& given) {
  SweepOrder order;
  order.overrides = read_overrides(given);
  order.variations = read_variations(given);
  order.rule = {read_replicas(given), given.texts("metric")};
  order.fidelity = read_fidelity(given);
  order.on_slurm = given.text("engine") == "slurm";
  order.is_task = given.has("task");
  if (given.has("workers")) order.workers = given.whole("workers");
  if (given.has("workers") && order.on_slurm)
    throw UsageError("--workers is for this computer's cores; how many tasks run at once, Slurm decides");
  order.json = given.has("json");
  order.file = scenario_file(given.arguments().front());
  order.out = read_out(given, order.file);
  return order;
}

} // namespace daruma::cli
