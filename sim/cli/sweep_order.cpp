#include "sim/cli/sweep_order.hpp"

#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

options::options_description known_sweep_options() {
  options::options_description known;
  auto add = known.add_options();
  for (const char* name : {"scenario", "out", "seed", "fidelity", "engine"}) add(name, options::value<std::string>());
  for (const char* name : {"vary", "set", "metric"}) add(name, options::value<std::vector<std::string>>());
  for (const char* name : {"replicas", "workers"}) add(name, options::value<int>());
  add("precision", options::value<double>());
  add("json", "")("task", "");
  return known;
}

std::vector<std::string> all_texts(const options::variables_map& values, const char* name) {
  return values.count(name) ? values[name].as<std::vector<std::string>>() : std::vector<std::string>{};
}

study::Precision read_replicas(const options::variables_map& values) {
  study::Precision precision;
  const bool is_precise = values.count("precision") != 0;
  if (is_precise) precision.relative = values["precision"].as<double>();
  if (is_precise && !(precision.relative > 0 && precision.relative < 1))
    throw UsageError(
        fmt::format("--precision takes a part of the mean between 0 and 1, such as 0.01, got {}", precision.relative));
  const int least = is_precise ? 2 : 1;
  precision.most = is_precise ? 1000 : 1;
  if (values.count("replicas")) precision.most = values["replicas"].as<int>();
  if (precision.most < least || precision.most > 1'000'000)
    throw UsageError(fmt::format("--replicas takes a whole number from {} to 1000000, got {}", least, precision.most));
  return precision;
}

bool reads_slurm(const std::string& engine) {
  if (engine == "slurm" || engine == "local") return engine == "slurm";
  throw UsageError("--engine: " + scenario::unknown("engine", engine, {"local", "slurm"}));
}

std::vector<scenario::Variation> read_variations(const options::variables_map& values) {
  try {
    std::vector<scenario::Variation> variations;
    for (const std::string& text : all_texts(values, "vary")) variations.push_back(scenario::read_variation(text));
    return variations;
  } catch (const scenario::VariationError& problem) { throw UsageError(problem.what()); }
}

} // namespace

SweepOrder read_sweep_order(const Words& words) {
  const auto values = read_options(words, known_sweep_options(), "scenario");
  const auto text = [&values](const char* name) { return values[name].as<std::string>(); };
  if (!values.count("scenario"))
    throw UsageError("sweep needs the file of a scenario, such as scenarios/quickstart.json");
  SweepOrder order;
  order.file = text("scenario");
  for (const std::string& set : all_texts(values, "set")) order.overrides.push_back(read_override(set));
  if (values.count("seed")) order.overrides.push_back({"/seed", text("seed")});
  order.variations = read_variations(values);
  order.rule = {read_replicas(values), all_texts(values, "metric")};
  if (values.count("fidelity")) order.fidelity = parse_fidelity(text("fidelity"));
  if (values.count("engine")) order.on_slurm = reads_slurm(text("engine"));
  order.is_task = values.count("task") != 0;
  if (values.count("workers")) order.workers = values["workers"].as<int>();
  if (values.count("workers") && (order.workers < 1 || order.workers > 1024))
    throw UsageError(fmt::format("--workers takes a whole number from 1 to 1024, got {}", order.workers));
  if (values.count("workers") && order.on_slurm)
    throw UsageError("--workers is for this computer's cores; how many tasks run at once, Slurm decides");
  order.out = values.count("out") ? std::filesystem::path(text("out"))
                                  : std::filesystem::path("out") / std::filesystem::path(order.file).stem();
  order.json = values.count("json") != 0;
  return order;
}

} // namespace daruma::cli
