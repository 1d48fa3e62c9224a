#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/output.hpp"
#include "sim/experiment/expectations.hpp"
#include "sim/experiment/replications.hpp"
#include "sim/records/sinks.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

struct Order {
  std::string file;
  std::filesystem::path out;
  std::vector<scenario::Override> overrides;
  int replicas = 1;
  bool json = false;
};

scenario::Override parse_override(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || text.empty() || text.front() != '/')
    throw UsageError(fmt::format("--set takes /json/pointer=VALUE, got \"{}\"", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Order read_order(const Words& words) {
  options::options_description known;
  known.add_options()("scenario", options::value<std::string>())("out", options::value<std::string>())(
      "set", options::value<std::vector<std::string>>())("seed", options::value<std::string>())(
      "replicas", options::value<int>())("fidelity", options::value<std::string>())("json", "");
  const auto values = read_options(words, known, "scenario");
  Order order;
  if (!values.count("scenario"))
    throw UsageError("run needs the file of a scenario, such as scenarios/quickstart.json");
  order.file = values["scenario"].as<std::string>();
  if (values.count("set"))
    for (const auto& text : values["set"].as<std::vector<std::string>>())
      order.overrides.push_back(parse_override(text));
  if (values.count("seed")) order.overrides.push_back({"/seed", values["seed"].as<std::string>()});
  if (values.count("replicas")) order.replicas = values["replicas"].as<int>();
  if (order.replicas < 1 || order.replicas > 1000000)
    throw UsageError(fmt::format("--replicas takes a whole number from 1 to 1000000, got {}", order.replicas));
  if (values.count("fidelity") && values["fidelity"].as<std::string>() != "smpi")
    throw UsageError(fmt::format("the models of this scenario run at --fidelity smpi only, not \"{}\"",
                                 values["fidelity"].as<std::string>()));
  order.json = values.count("json") != 0;
  order.out = values.count("out") ? std::filesystem::path(values["out"].as<std::string>())
                                  : std::filesystem::path("out") / std::filesystem::path(order.file).stem();
  return order;
}

void leave_behind(const Order& order, const records::Result& result, const std::string& shown) {
  make_folder(order.out);
  write_file(order.out / "result.json", records::result_json(result));
  write_file(order.out / "trace.json", records::chrome_trace(result));
  write_file(order.out / "table.txt", shown);
}

std::string show(const records::Result& result, const std::vector<experiment::Verdict>& verdicts, int width) {
  std::string text = records::table(result, width) + "\n" + records::time_line(result, width);
  if (!verdicts.empty()) text += "\n";
  for (const auto& verdict : verdicts)
    text += fmt::format("{}  {}\n", verdict.holds ? "holds" : "FAILS", verdict.sentence);
  return text;
}

/// Adds what the replications said: each metric's mean takes the place of the first run's value.
void take_means(records::Result& result, const std::vector<experiment::Metrics>& replications) {
  for (const auto& [name, estimate] : experiment::summarise(replications)) {
    result.metrics[name] = estimate.mean;
    result.metrics[name + ".ci95"] = estimate.half_width;
  }
  result.metrics["replicas"] = static_cast<double>(replications.size());
}

} // namespace

int run_scenario(const Words& words) {
  const Order order = read_order(words);
  const auto scenario = scenario::load(order.file, surroundings(), order.overrides);
  check_jobs(scenario, order.file);

  std::vector<experiment::Metrics> replications;
  if (order.replicas > 1)
    replications = experiment::replicate(scenario, models(), order.replicas,
                                         [](const records::Result& result) { return result.metrics; });
  records::Result result;
  try {
    result = engine::simulate(scenario, models(), 0);
  } catch (const engine::SimulationError& stopped) {
    leave_behind(order, stopped.result, show(stopped.result, {}, columns()));
    throw;
  }
  if (order.replicas > 1) take_means(result, replications);

  const auto verdicts = experiment::judge(scenario.expect, result.metrics);
  leave_behind(order, result, show(result, verdicts, 100));
  if (order.json)
    fmt::print("{}", records::result_json(result));
  else
    fmt::print("{}\n{} holds result.json, trace.json and this table\n", show(result, verdicts, columns()),
               order.out.string());
  const bool all_hold =
      std::all_of(verdicts.begin(), verdicts.end(), [](const auto& verdict) { return verdict.holds; });
  for (const auto& verdict : verdicts)
    if (!verdict.holds) fmt::print(stderr, "daruma: expectation failed: {}\n", verdict.sentence);
  return all_hold ? done : expectation_failed;
}

} // namespace daruma::cli
