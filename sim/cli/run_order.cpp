#include "sim/cli/run_order.hpp"

#include "sim/cli/installation.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

scenario::Override parse_override(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || text.empty() || text.front() != '/')
    throw UsageError(fmt::format("--set takes /json/pointer=VALUE, got \"{}\"", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

options::options_description known_options() {
  options::options_description known;
  auto add = known.add_options();
  for (const char* name : {"scenario", "out", "seed", "fidelity", "on", "runner", "patience"})
    add(name, options::value<std::string>());
  add("set", options::value<std::vector<std::string>>());
  add("replicas", options::value<int>());
  add("json", "");
  return known;
}

void read_world(const options::variables_map& values, RunOrder& order) {
  const auto text = [&values](const char* name) { return values[name].as<std::string>(); };
  const std::vector<std::string> worlds{"openmpi", "mpich"};
  if (values.count("on")) order.on = text("on");
  if (values.count("on") && std::find(worlds.begin(), worlds.end(), order.on) == worlds.end())
    throw UsageError(scenario::unknown("MPI", order.on, worlds));
  for (const char* name : {"runner", "patience"})
    if (values.count(name) && order.on.empty())
      throw UsageError(fmt::format("--{} is for real runs: --on openmpi is missing", name));
  order.runner = values.count("runner") ? std::filesystem::path(text("runner")) : runner_of(order.on);
  if (!values.count("patience")) return;
  const auto patience = parse_seconds(text("patience"));
  if (!patience || *patience <= Seconds(0))
    throw UsageError(fmt::format("--patience takes a time above 0, such as 60s, got \"{}\"", text("patience")));
  order.patience = *patience;
}

} // namespace

RunOrder read_run_order(const Words& words) {
  const auto values = read_options(words, known_options(), "scenario");
  const auto text = [&values](const char* name) { return values[name].as<std::string>(); };
  RunOrder order;
  if (!values.count("scenario"))
    throw UsageError("run needs the file of a scenario, such as scenarios/quickstart.json");
  order.file = text("scenario");
  if (values.count("set"))
    for (const auto& set : values["set"].as<std::vector<std::string>>()) order.overrides.push_back(parse_override(set));
  if (values.count("seed")) order.overrides.push_back({"/seed", text("seed")});
  if (values.count("replicas")) order.replicas = values["replicas"].as<int>();
  if (order.replicas < 1 || order.replicas > 1000000)
    throw UsageError(fmt::format("--replicas takes a whole number from 1 to 1000000, got {}", order.replicas));
  if (values.count("fidelity") && text("fidelity") != "smpi")
    throw UsageError(
        fmt::format("the models of this scenario run at --fidelity smpi only, not \"{}\"", text("fidelity")));
  read_world(values, order);
  order.json = values.count("json") != 0;
  order.out = values.count("out") ? std::filesystem::path(text("out"))
                                  : std::filesystem::path("out") / std::filesystem::path(order.file).stem();
  return order;
}

} // namespace daruma::cli
