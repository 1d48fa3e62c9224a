#include "models/spares/logic/rearrangement.hpp"
#include "platforms/topology/topology.hpp"
#include "sim/batch/placement_cost.hpp"
#include "sim/cli/collisions_order.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/watched.hpp"
#include "sim/results/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace daruma::cli {

namespace {

constexpr std::size_t most_shown = 5;

/// Links that carry most, by slot where several carry as much.
std::vector<topology::LinkSlot> busiest(const topology::LinkLoads& count) {
  std::vector<topology::LinkSlot> slots;
  for (topology::LinkSlot slot = 0; slot < count.loads.size(); ++slot)
    if (count.loads[slot] > 0) slots.push_back(slot);
  std::stable_sort(slots.begin(), slots.end(), [&](auto a, auto b) { return count.loads[a] > count.loads[b]; });
  slots.resize(std::min(slots.size(), most_shown));
  return slots;
}

/// How many links carry so much; idle ones are left out.
std::map<int, std::int64_t> links_by_load(const topology::LinkLoads& count) {
  std::map<int, std::int64_t> links;
  for (const int load : count.loads)
    if (load > 0) ++links[load];
  return links;
}

double messages(int parts, const MachineOrder& order) { return static_cast<double>(parts) / order.whole_message; }

std::string to_json(const topology::Wiring& wiring, const topology::LinkLoads& count, const MachineOrder& order) {
  results::JsonWriter json(1);
  json.begin_object().member("max", messages(count.collisions, order));
  json.key("links").begin_object();
  for (const auto& [load, links] : links_by_load(count)) json.member(fmt::format("{}", messages(load, order)), links);
  json.end_object();
  json.key("hops").begin_object().member("max", count.longest_way).end_object();
  json.key("busiest").begin_list();
  for (const auto slot : busiest(count)) json.value(wiring.link_name(slot));
  json.end_list().end_object();
  return json.take() + "\n";
}

std::string to_table(const topology::Wiring& wiring, const topology::LinkLoads& count, const MachineOrder& order) {
  const auto& topology = order.machine.topology;
  std::string text = fmt::format("{} ranks on the first of {} nodes of {}, {}\n\n", order.pattern.ranks(),
                                 order.machine.nodes, order.machine.name, topology.kind->text(topology.shape));
  text += fmt::format("{:>10}  {:>14}\n", "messages", "links");
  for (const auto& [load, links] : links_by_load(count))
    text += fmt::format("{:>10}  {:>14}\n", messages(load, order), links);
  text += fmt::format("\ncollisions     at most {}\n", messages(count.collisions, order));
  text += fmt::format("longest way    {} links\n", count.longest_way);
  for (const auto slot : busiest(count))
    text += fmt::format("busiest        {} with {}\n", wiring.link_name(slot), messages(count.loads[slot], order));
  return text;
}

/// Messages of one exchange on the links of a machine of any topology: how many share a link, and which. As text or
/// JSON.
std::string collisions_on_machine(const MachineOrder& order) {
  const auto wiring = topology::wire(order.machine.topology, order.machine.nodes);
  std::vector<int> nodes(static_cast<std::size_t>(order.pattern.ranks()));
  std::iota(nodes.begin(), nodes.end(), 0);
  const topology::LinkLoads count = batch::count_messages(*wiring, order.pattern, nodes);
  return order.json ? to_json(*wiring, count, order) : to_table(*wiring, count, order);
}

using spares::Tally;

double mean_of(std::int64_t sum, const Tally& tally) {
  return tally.survivable() == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(tally.survivable());
}

/// A collision number in whole messages.
std::string messages(int parts, const CollisionsOrder& order) {
  return fmt::format("{}", static_cast<double>(parts) / order.whole_message);
}

using Curve = std::vector<spares::Rearrangement>;

/// What moving ranks again can do about the worst case.
Curve rearranged(const Tally& tally, const CollisionsOrder& order) {
  if (order.rearrange == 0 || !tally.worst) return {};
  const spares::Placement placement = spares::replay(order.campaign(), tally.worst->failures);
  return spares::trade_off(placement, order.pattern, order.rearrange, order.seed);
}

const char* name_of(spares::Search search) { return search == spares::Search::exhaustive ? "exhaustive" : "annealing"; }

void write_curve(results::JsonWriter& json, const Curve& curve, const CollisionsOrder& order) {
  if (curve.empty()) return;
  json.key("rearranged").begin_list();
  for (const spares::Rearrangement& point : curve)
    json.begin_object()
        .member("moved", static_cast<std::int64_t>(point.moves.size()))
        .member("max", static_cast<double>(point.collisions) / order.whole_message)
        .member("search", name_of(point.search))
        .end_object();
  json.end_list();
}

void write_example(results::JsonWriter& json, const char* name, const std::optional<spares::Example>& example) {
  if (!example) return;
  json.key(name).begin_list();
  for (int node : example->failures) json.value(node);
  json.end_list();
}

std::string to_json(const Tally& tally, const Curve& curve, const CollisionsOrder& order) {
  results::JsonWriter json(1);
  json.begin_object().member("cases", tally.cases);
  json.member("max", static_cast<double>(tally.max()) / order.whole_message);
  json.key("histogram").begin_object();
  for (const auto& [parts, cases] : tally.histogram) json.member(messages(parts, order), cases);
  json.end_object();
  json.member("not_survivable", tally.not_survivable).member("mean", tally.mean() / order.whole_message);
  json.key("hops").begin_object().member("max", tally.longest_way_max);
  json.member("mean", mean_of(tally.longest_way_sum, tally)).end_object();
  json.key("moved").begin_object().member("max", tally.moved_max);
  json.member("mean", mean_of(tally.moved_sum, tally)).end_object();
  json.key("moved_hops").begin_object().member("max", tally.farthest_move_max);
  json.member("mean", mean_of(tally.farthest_move_sum, tally)).end_object();
  if (order.state) {
    json.key("moved_bytes").begin_object().member("max", order.state->value() * static_cast<double>(tally.moved_max));
    json.member("mean", order.state->value() * mean_of(tally.moved_sum, tally)).end_object();
  }
  write_example(json, "worst", tally.worst);
  write_example(json, "breaks", tally.breaks);
  write_curve(json, curve, order);
  if (tally.partial) json.member("partial", true);
  json.end_object();
  return json.take() + "\n";
}

std::string nodes_text(const std::optional<spares::Example>& example) {
  return example ? fmt::format(", first by the failures of nodes {}", fmt::join(example->failures, ", ")) : "";
}

std::string to_table(const Tally& tally, const Curve& curve, const CollisionsOrder& order) {
  const auto& network = order.layout.network();
  std::string text =
      fmt::format("{} ranks and {} spares on {} nodes, {} a case\n\n", order.layout.ranks(), order.layout.spares(),
                  network.nodes(), order.failures == 1 ? "1 failure" : fmt::format("{} failures", order.failures));
  text += fmt::format("{:>10}  {:>14}  {:>8}\n", "collisions", "cases", "share");
  for (const auto& [parts, cases] : tally.histogram)
    text += fmt::format("{:>10}  {:>14}  {:>7.3f}%\n", messages(parts, order), cases,
                        100.0 * static_cast<double>(cases) / static_cast<double>(tally.cases));
  text += fmt::format("\ncases          {}{}\n", tally.cases, tally.partial ? " (interrupted: not all)" : "");
  text += fmt::format("not survivable {}{}\n", tally.not_survivable, nodes_text(tally.breaks));
  text += fmt::format("collisions     at most {}{}, mean {:.4g}\n", messages(tally.max(), order),
                      nodes_text(tally.worst), tally.mean() / order.whole_message);
  text += fmt::format("longest way    at most {} hops, mean {:.4g}\n", tally.longest_way_max,
                      mean_of(tally.longest_way_sum, tally));
  text += fmt::format("ranks moved    at most {}, mean {:.4g}\n", tally.moved_max, mean_of(tally.moved_sum, tally));
  text += fmt::format("moved          at most {} hops, mean {:.4g}\n", tally.farthest_move_max,
                      mean_of(tally.farthest_move_sum, tally));
  if (order.state)
    text += fmt::format("state moved    at most {:.4g} MB, mean {:.4g} MB\n",
                        order.state->value() * static_cast<double>(tally.moved_max) / 1e6,
                        order.state->value() * mean_of(tally.moved_sum, tally) / 1e6);
  for (const spares::Rearrangement& point : curve)
    text += fmt::format("rearranged     {} ranks moved again: at most {} ({} search)\n", point.moves.size(),
                        messages(point.collisions, order), name_of(point.search));
  return text;
}

int collisions(const Given& given) {
  if (const auto order = read_machine_order(given)) {
    fmt::print("{}", collisions_on_machine(*order));
    return done;
  }
  const CollisionsOrder order = read_collisions_order(given);
  const spares::Campaign campaign = order.campaign();
  const Tally tally = watched(spares::number_of_cases(campaign),
                              [&](Progress& progress) { return spares::count(campaign, order.threads, progress); });
  const Curve curve = rearranged(tally, order);
  fmt::print("{}", order.json ? to_json(tally, curve, order) : to_table(tally, curve, order));
  return tally.partial ? interrupted() : done;
}

/// What the job's ranks say to whom.
std::vector<Option> pattern_options() {
  return {Option("pattern", "NAME|FILE",
                 "stencil, all-to-all, binomial-tree, ring, random-permutation, or a file with "
                 "pairs of ranks, whose name has a dot or a slash")
              .standard("stencil"),
          Option("stencil", "POINTS", "5 or 9 in two dimensions, 7 or 27 in three, else star or box")
              .otherwise("the one without diagonals"),
          Option("diagonal-weight", "W", "what a diagonal message counts").standard("1").between(0, 1),
          {"periodic", "the stencil goes on at the opposite border"}};
}

/// Where the job runs, what fails, and who takes over.
std::vector<Option> recovery_options() {
  return {
      Option("job", "EXTENTS", "the job's ranks in 1 to 6 dimensions, such as 20x20; needed"),
      Option("machine", "NAME|FILE", "counts at once on that machine's links, whatever its topology, without failures")
          .otherwise("the network of the job and its spares"),
      Option("spares", "SIDES", "sides with spare nodes: 2d-1, 2d-2 and so on, or faces such as x+,y-")
          .otherwise("one side"),
      Option("method", "HOW", "who takes over: 0d (the spare), 1d (a line slides), 2d, 3d or hybrid").standard("0d"),
      Option("rule", "RULE", "which way a line slides").one_of({"keep", "shortest"}).standard("keep"),
      Option("choice", "RULE", "which spare takes over").one_of({"nearest", "least-collisions"}).standard("nearest"),
      Option("failures", "K", "so many nodes fail, one after the other").standard("1").between(1, 1'000'000),
      Option("victims", "WHICH", "nodes that may fail: of the job at its start, of ranks, or all")
          .one_of({"job", "ranks", "nodes"})
          .standard("job"),
      Option("network", "KIND", "the network").one_of({"mesh", "torus"}).standard("mesh"),
      Option("order", "AXES", "the order of routing, such as yx").otherwise("x first")};
}

std::vector<Option> collisions_options() {
  std::vector<Option> all = recovery_options();
  for (const Option& option : pattern_options()) all.push_back(option);
  const std::vector<Option> counting{
      Option("sample", "N", "counts so many random cases").between(1, 1099511627776.0).otherwise("all cases"),
      seed_option("seed of what is random").standard("1"),
      Option("state", "SIZE", "of a rank, such as 16MiB: says how many bytes move"),
      Option("rearrange", "BUDGET", "so many ranks may move again to make the worst case better").otherwise("none"),
      threads_option(),
      json_option()};
  all.insert(all.end(), counting.begin(), counting.end());
  return all;
}

} // namespace

Command collisions_command() {
  return {"collisions",
          "count messages that share a link once spare nodes took over",
          "Every case of so many failures is counted, or a sample; the table says how many messages share the busiest "
          "link, how far messages go, and how many ranks moved.",
          {},
          collisions_options(),
          {"collisions --job 20x20 --method 1d", "collisions --job 9x8 --method hybrid --failures 4 --sample 2000",
           "collisions --job 32x16 --machine edison"},
          collisions};
}

} // namespace daruma::cli
