#include "sim/cli/diagnose_order.hpp"

#include "sim/cli/installation.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/core/threads.hpp"

#include <fmt/format.h>

#include <limits>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

options::options_description known_diagnose_options() {
  options::options_description known;
  auto add = known.add_options();
  add("scenario", options::value<std::string>());
  for (const char* name : {"set", "cut"}) add(name, options::value<std::vector<std::string>>());
  for (const char* name : {"faults", "pairs", "threads"}) add(name, options::value<int>());
  add("sample", options::value<std::int64_t>());
  add("seed", options::value<std::uint64_t>());
  add("json", "");
  return known;
}

template <class Number>
Number number(const options::variables_map& values, const char* name, Number otherwise, Number most) {
  const Number given = values.count(name) ? values[name].as<Number>() : otherwise;
  if (given < 1 || given > most)
    throw UsageError(fmt::format("--{} takes a number from 1 to {}, got {}", name, most, given));
  return given;
}

std::vector<std::string> texts(const options::variables_map& values, const char* name) {
  return values.count(name) ? values[name].as<std::vector<std::string>>() : std::vector<std::string>{};
}

} // namespace

DiagnoseOrder read_diagnose_order(const Words& words) {
  const auto values = read_options(words, known_diagnose_options(), "scenario");
  if (!values.count("scenario"))
    throw UsageError("diagnose needs the file of a scenario, such as scenarios/two-level-switches.json");
  std::vector<scenario::Override> overrides;
  for (const std::string& text : texts(values, "set")) overrides.push_back(read_override(text));
  DiagnoseOrder order;
  order.scenario = scenario::load(values["scenario"].as<std::string>(), surroundings(), overrides);
  if (order.scenario.machine.nodes < 2) throw UsageError("diagnose needs a machine with two nodes at least");
  order.faults = number(values, "faults", 1, 10);
  order.most_pairs = values.count("pairs") ? static_cast<std::size_t>(number(values, "pairs", 1, 1'000'000'000))
                                           : std::numeric_limits<std::size_t>::max();
  const std::uint64_t seed = values.count("seed") ? values["seed"].as<std::uint64_t>() : order.scenario.seed;
  if (values.count("sample")) order.sample = {number<std::int64_t>(values, "sample", 1, std::int64_t{1} << 40), seed};
  order.cut = texts(values, "cut");
  order.threads = number(values, "threads", cores_here(), 1024);
  order.json = values.count("json") != 0;
  return order;
}

} // namespace daruma::cli
