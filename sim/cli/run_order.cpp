#include "sim/cli/run_order.hpp"

#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

options::options_description known_options() {
  options::options_description known;
  auto add = known.add_options();
  for (const char* name : {"scenario", "out", "seed", "fidelity"}) add(name, options::value<std::string>());
  add("set", options::value<std::vector<std::string>>());
  add("replicas", options::value<int>());
  add("json", "");
  add_real_world(known);
  return known;
}

} // namespace

Fidelity parse_fidelity(const std::string& text) {
  if (text == "smpi") return Fidelity::smpi;
  if (text == "fast") return Fidelity::fast;
  throw UsageError("--fidelity: " + scenario::unknown("fidelity", text, {"smpi", "fast"}));
}

scenario::Override read_override(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || text.empty() || text.front() != '/')
    throw UsageError(fmt::format("--set takes /json/pointer=VALUE, got \"{}\"", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

RunOrder read_run_order(const Words& words) {
  const auto values = read_options(words, known_options(), "scenario");
  const auto text = [&values](const char* name) { return values[name].as<std::string>(); };
  RunOrder order;
  if (!values.count("scenario"))
    throw UsageError("run needs the file of a scenario, such as scenarios/quickstart.json");
  order.file = text("scenario");
  if (values.count("set"))
    for (const auto& set : values["set"].as<std::vector<std::string>>()) order.overrides.push_back(read_override(set));
  if (values.count("seed")) order.overrides.push_back({"/seed", text("seed")});
  if (values.count("replicas")) order.replicas = values["replicas"].as<int>();
  if (order.replicas < 1 || order.replicas > 1000000)
    throw UsageError(fmt::format("--replicas takes a whole number from 1 to 1000000, got {}", order.replicas));
  if (values.count("fidelity")) order.fidelity = parse_fidelity(text("fidelity"));
  order.world = read_real_world(values);
  if (values.count("fidelity") && !order.world.on.empty())
    throw UsageError("--fidelity is of simulations; --on runs the scenario for real");
  order.json = values.count("json") != 0;
  order.out = values.count("out") ? std::filesystem::path(text("out"))
                                  : std::filesystem::path("out") / std::filesystem::path(order.file).stem();
  return order;
}

} // namespace daruma::cli
