#include "models/faults/logic/read_fault_models.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/run_order.hpp"
#include "sim/cli/watched.hpp"
#include "sim/core/threads.hpp"
#include "sim/faults/diagnosis.hpp"
#include "sim/results/json_writer.hpp"
#include "sim/scenario/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace daruma::cli {

namespace {

/// What the words after `diagnose` ask for.
struct DiagnoseOrder {
  scenario::Scenario scenario;
  int faults = 1; ///< at once
  std::size_t most_pairs;
  std::optional<faults::CaseSample> sample;
  std::vector<std::string> cut; ///< parts of the management network
  int threads;
  bool json;
};

/// Throws UsageError and ScenarioError.
DiagnoseOrder read_diagnose_order(const Given& given) {
  std::vector<scenario::Override> overrides;
  for (const std::string& text : given.texts("set")) overrides.push_back(read_override(text));
  DiagnoseOrder order;
  order.scenario = scenario::load(scenario_file(given.arguments().front()), surroundings(), overrides);
  if (order.scenario.machine.nodes < 2) throw UsageError("diagnose needs a machine with two nodes at least");
  order.faults = given.whole("faults");
  order.most_pairs =
      given.has("pairs") ? static_cast<std::size_t>(given.whole("pairs")) : std::numeric_limits<std::size_t>::max();
  const std::uint64_t seed = given.has("seed") ? given.seed("seed") : order.scenario.seed;
  if (given.has("sample")) order.sample = {given.long_whole("sample"), seed};
  order.cut = given.texts("cut");
  order.threads = given.has("threads") ? given.whole("threads") : cores_here();
  order.json = given.has("json");
  return order;
}

using faults::Diagnosis;
using faults::Fabric;
using models::faults::FaultTree;

constexpr double most_diagnosed_cases = 1e9;

std::vector<faults::ManagementPart> cut_parts(const DiagnoseOrder& order, const Fabric& fabric, const FaultTree& tree) {
  std::vector<faults::ManagementPart> parts;
  for (const std::string& name : order.cut) {
    try {
      const auto target = faults::target(name, fabric, tree);
      const auto* const part = std::get_if<faults::ManagementPart>(&target);
      if (part == nullptr) throw UsageError("--cut takes parts of the management network, got \"" + name + "\"");
      parts.push_back(*part);
    } catch (const faults::UnknownComponent& problem) { throw UsageError(std::string("--cut: ") + problem.what()); }
  }
  return parts;
}

/// The scenario's settings; where it says nothing, those of Linux and its tools.
faults::CampaignSettings settings_of(const scenario::Scenario& scenario) {
  faults::CampaignSettings settings;
  if (!scenario.localisation) return settings;
  settings.sockets = scenario.localisation->sockets;
  settings.management = scenario.localisation->management;
  if (settings.sockets.tcp_keepalive_time > Seconds(0)) settings.connections.push_back(faults::Connection::waiting);
  return settings;
}

void refuse_endless(const DiagnoseOrder& order, double cases) {
  if (cases < 1) throw UsageError(fmt::format("--faults {} is more than there is to break", order.faults));
  if (cases > most_diagnosed_cases)
    throw UsageError(
        fmt::format("--faults {} makes {:.2g} cases; --sample N takes N random ones", order.faults, cases));
}

/// Nobody would wait for it without a word.
void tell_of_routes(int nodes, int threads) {
  constexpr double seconds_for_a_route = 0.5e-6;
  constexpr double most_seconds = 20;
  const double routes = static_cast<double>(nodes) * (nodes - 1);
  const double minutes = routes * seconds_for_a_route / threads / 60;
  if (minutes * 60 > most_seconds)
    tell(fmt::format("there are {:.2g} routes between {} nodes to go through: about {:.2g} min; Ctrl-C ends it", routes,
                     nodes, minutes));
}

template <class Value>
void write_spread(results::JsonWriter& json, const char* name, const faults::Spread<Value>& spread) {
  if (spread.is_empty()) return;
  json.key(name).begin_object();
  json.member("min", static_cast<double>(spread.least()));
  json.member("median", static_cast<double>(spread.median()));
  json.member("max", static_cast<double>(spread.most())).end_object();
}

void write_texts(results::JsonWriter& json, const char* name, const std::vector<std::string>& texts) {
  json.key(name).begin_list();
  for (const std::string& text : texts) json.value(text);
  json.end_list();
}

/// Single faults only.
void write_alike(results::JsonWriter& json, const Diagnosis& sums) {
  if (sums.by_evidence.empty()) return;
  json.key("alike").begin_list();
  for (const faults::AlikeFaults& group : faults::alike_faults(sums.by_evidence)) {
    json.begin_object().member("one_part", group.is_one_part).member("times", group.times);
    write_texts(json, "broken", group.ways);
    write_texts(json, "further_observations", group.further);
    json.end_object();
  }
  json.end_list();
}

std::string to_json(const Diagnosis& sums) {
  results::JsonWriter json(1);
  json.begin_object().member("cases", sums.cases).member("unseen", sums.unseen);
  json.member("detections", sums.detections).member("exact", sums.exact);
  json.member("precision", sums.precision()).member("recall", sums.recall());
  json.member("effects_named", sums.effects).member("sound_named", sums.sound);
  write_spread(json, "error_s", sums.error_s);
  write_spread(json, "name_s", sums.name_s);
  write_spread(json, "queries", sums.queries);
  json.key("confusion").begin_list();
  for (const auto& [pair, times] : sums.confusion)
    json.begin_object().member("broken", pair.first).member("named", pair.second).member("times", times).end_object();
  json.end_list();
  json.member("hidden", sums.hidden);
  json.key("ways").begin_list();
  for (const auto& [way, outcome] : sums.ways)
    json.begin_object()
        .member("broken", way)
        .member("detections", outcome.detections)
        .member("exact", outcome.exact)
        .member("named", outcome.named)
        .member("hidden", outcome.hidden)
        .member("unseen", outcome.unseen)
        .end_object();
  json.end_list();
  write_alike(json, sums);
  if (sums.partial) json.member("partial", true);
  json.end_object();
  return json.take() + "\n";
}

/// What was broken in rows, what was named in columns.
std::string confusion_table(const Diagnosis& sums) {
  std::set<std::string> broken;
  std::set<std::string> named;
  for (const auto& [pair, times] : sums.confusion) {
    broken.insert(pair.first);
    named.insert(pair.second);
  }
  std::vector<std::string> columns(broken.begin(), broken.end());
  for (const std::string& name : named)
    if (broken.count(name) == 0) columns.push_back(name);
  std::string text = fmt::format("{:<13}", "broken\\named");
  for (const std::string& column : columns)
    text += fmt::format(" {:>{}}", column, std::max<std::size_t>(7, column.size()));
  for (const std::string& row : broken) {
    text += fmt::format("\n{:<13}", row);
    for (const std::string& column : columns) {
      const auto found = sums.confusion.find({row, column});
      text += fmt::format(" {:>{}}", found == sums.confusion.end() ? "." : fmt::format("{}", found->second),
                          std::max<std::size_t>(7, column.size()));
    }
  }
  return text + "\n";
}

template <class Value> std::string line(const char* name, const faults::Spread<Value>& spread, const char* unit) {
  if (spread.is_empty()) return "";
  return fmt::format("{:<16}{:.4g} to {:.4g}{}, median {:.4g}\n", name, static_cast<double>(spread.least()),
                     static_cast<double>(spread.most()), unit, static_cast<double>(spread.median()));
}

/// Those ways that stop nobody's traffic alone, and those that are not always named.
std::string by_way(const Diagnosis& sums) {
  std::string text;
  for (const auto& [way, outcome] : sums.ways) {
    if (outcome.unseen > 0) text += fmt::format("not noticed     {} of {}\n", outcome.unseen, way);
    if (outcome.named == outcome.detections) continue;
    text +=
        fmt::format("not named       {} of {} times {}", outcome.detections - outcome.named, outcome.detections, way);
    text += outcome.hidden == 0 ? "\n" : fmt::format(", {} of them hidden\n", outcome.hidden);
  }
  return text;
}

/// With how often, where it is more than once: "port.state, 2 port.cable".
std::string counted(const std::vector<std::string>& ascending) {
  std::string text;
  for (auto at = ascending.begin(); at != ascending.end();) {
    const auto next = std::upper_bound(at, ascending.end(), *at);
    const auto times = next - at;
    text += (text.empty() ? "" : ", ") + (times == 1 ? *at : fmt::format("{} {}", times, *at));
    at = next;
  }
  return text;
}

/// Which single faults nobody can tell apart, and what would.
std::string told_apart(const Diagnosis& sums) {
  if (sums.by_evidence.empty()) return "";
  std::string text;
  std::string by_part = "told apart      each part that a single fault breaks, by what everybody is told together\n";
  for (const faults::AlikeFaults& group : faults::alike_faults(sums.by_evidence)) {
    if (!group.is_one_part) by_part.clear();
    text += fmt::format("{:<16}{} {}\n{:<16}what would tell: {}\n", group.is_one_part ? "one part's" : "not told apart",
                        group.times == 1 ? "once" : fmt::format("{} times", group.times), counted(group.ways), "",
                        fmt::join(group.further, ", "));
  }
  return by_part + text;
}

std::string to_table(const Diagnosis& sums, const Fabric& fabric, const DiagnoseOrder& order) {
  std::string text = fmt::format("{} nodes, {} switches, {}\n\n", fabric.nodes(), fabric.switches(),
                                 order.faults == 1 ? "1 fault" : fmt::format("{} faults at once", order.faults));
  if (sums.detections > 0) text += confusion_table(sums);
  text += fmt::format("\ncases           {}{}, {} of them stop nobody's traffic\n", sums.cases,
                      sums.partial ? " (interrupted: not all)" : "", sums.unseen);
  text += fmt::format(
      "detections      {}, {:.2f} % of them name what is broken and nothing else\n", sums.detections,
      sums.detections == 0 ? 0.0 : 100.0 * static_cast<double>(sums.exact) / static_cast<double>(sums.detections));
  text += fmt::format("precision       {:.5f} ({} names; {} are effects, {} are sound)\n", sums.precision(),
                      sums.right + sums.effects + sums.sound, sums.effects, sums.sound);
  text += fmt::format("recall          {:.5f}", sums.recall());
  text += sums.hidden == 0 ? "\n"
                           : fmt::format(", and {:.5f} that is hidden: what is named hides or causes it\n",
                                         static_cast<double>(sums.hidden) / static_cast<double>(sums.broken));
  text += line("time to error", sums.error_s, " s") + line("time to name", sums.name_s, " s");
  return text + line("queries", sums.queries, "") + by_way(sums) + told_apart(sums);
}

int diagnose(const Given& given) {
  const DiagnoseOrder order = read_diagnose_order(given);
  const FaultTree tree = models::faults::read_fault_models(installation().machines / "devices");
  const Fabric fabric(order.scenario.machine);
  const faults::Campaign campaign(fabric, tree, settings_of(order.scenario), order.most_pairs);
  const faults::Cases cases(faults::all_failure_modes(fabric, tree), order.faults, order.sample,
                            cut_parts(order, fabric, tree));
  refuse_endless(order, cases.count());
  tell_of_routes(fabric.nodes(), order.threads);
  const Diagnosis sums = watched(
      cases.count(), [&](Progress& progress) { return faults::diagnose(campaign, cases, order.threads, progress); });
  fmt::print("{}", order.json ? to_json(sums) : to_table(sums, fabric, order));
  return sums.partial ? interrupted() : done;
}

} // namespace

Command diagnose_command() {
  return {
      "diagnose",
      "break everything of a machine, and count what is named",
      "Each part of the scenario's machine is broken in each way it can; whoever notices asks the devices along the "
      "way, and what it names is held against what is broken. Of single faults it says which ones nobody can tell "
      "apart, and what would.",
      {scenario_argument()},
      {Option("faults", "K", "so many things are broken at once").standard("1").between(1, 10),
       Option("pairs", "N", "at most so many connections of each kind talk").between(1, 1e9).otherwise("all"),
       Option("cut", "PART", "a part of the management network that does not answer: management, management.node3")
           .repeated(),
       Option("sample", "N", "so many random cases").between(1, 1099511627776.0).otherwise("all cases"),
       seed_option("seed of the sample").otherwise("the scenario's"), set_option(), threads_option(), json_option()},
      {"diagnose two-level-switches", "diagnose two-level-switches --faults 2 --sample 1000"},
      diagnose};
}

} // namespace daruma::cli
