#include "models/spares/paper/spares_artefacts.hpp"

#include "models/spares/logic/recount.hpp"
#include "models/spares/paper/spares_counting.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace daruma::study {

namespace {

using models::spares::DirectionRule;
using models::spares::Layout;
using models::spares::Placement;
using models::spares::Policy;
using models::spares::Substitution;
using models::spares::Tally;

constexpr const char* paper = "spare nodes (Yoshinaga, Hori, Ishikawa)";

// --- Figure 3

struct Share {
  double nodes;
  double spares;
};

/// A job of n nodes in each dimension with layers at so many faces.
Share share_of(int n, int dimensions, int faces) {
  const double compute = std::pow(n, dimensions);
  const double reserved = std::pow(n, dimensions - faces) * std::pow(n + 1, faces);
  return {reserved, 1 - compute / reserved};
}

/// The job that reserves the number of nodes nearest to `nodes`.
Share share_at(double nodes, int dimensions, int faces) {
  Share best{0, 0};
  for (int n = 1; best.nodes < nodes; ++n) {
    const Share next = share_of(n, dimensions, faces);
    if (best.nodes > 0 && nodes - best.nodes < next.nodes - nodes) break;
    best = next;
  }
  return best;
}

Reproduction fig3(const Laboratory&) {
  Reproduction result{"spare-fig3", fmt::format("{}, Fig. 3: share of reserved nodes that are spares", paper), {}, {}};
  result.picture = lines("nodes", "reserved nodes", Scale::logarithmic, "spares (% of reserved nodes)");
  bool falls = true;
  for (const auto& [dimensions, faces] : {std::pair(2, 1), {2, 2}, {3, 1}, {3, 2}, {3, 3}})
    for (double nodes = 100; nodes <= 1.01e6; nodes *= 10) {
      const Share share = share_at(nodes, dimensions, faces);
      falls = falls && (nodes == 100 || 100 * share.spares < result.rows.back().simulated);
      const bool is_published = faces == 3 && nodes > 9e5;
      result.rows.push_back(point(fmt::format("{}D-{}", dimensions, faces), "nodes", share.nodes, 100 * share.spares,
                                  "%", is_published ? std::optional(3.0) : std::nullopt));
    }
  result.claims = {{"the share falls with size, for each allocation", falls},
                   {"more dimensions and more faces have more spares, at a million nodes",
                    share_at(1e6, 2, 1).spares < share_at(1e6, 2, 2).spares &&
                        share_at(1e6, 2, 2).spares < share_at(1e6, 3, 1).spares &&
                        share_at(1e6, 3, 1).spares < share_at(1e6, 3, 2).spares &&
                        share_at(1e6, 3, 2).spares < share_at(1e6, 3, 3).spares},
                   {"at 100 000 nodes it is a few percent: less than 7",
                    share_at(1e5, 3, 3).spares < 0.07 && share_at(1e5, 2, 1).spares < 0.07},
                   {"3D-3 at 10 000 nodes is more than 10 %", share_at(1e4, 3, 3).spares > 0.10}};
  return result;
}

// --- Figures 4, 6 and 8: single failures and chains of them on 6 x 6 ranks

/// Fails the nodes on which these ranks began, one after the other; the answers, up to the first that there is none to.
std::vector<Substitution> chain(const char* faces, const Policy& policy, const std::vector<int>& ranks) {
  const Layout layout({6, 6}, models::spares::parse_faces(faces, 2).value(), Wrap::none);
  Placement placement(layout);
  std::vector<Substitution> answers;
  for (int rank : ranks) {
    auto answer = substitute(placement, layout.home(rank), policy);
    if (!answer) break;
    placement.apply(*answer);
    answers.push_back(std::move(*answer));
  }
  return answers;
}

/// Messages on the links of the failed node's row, once the nearest spare took its place.
void add_row_of_links(Reproduction& result, int failed) {
  const Layout layout({6, 6}, models::spares::parse_faces("2d-1", 2).value(), Wrap::none);
  const auto& network = layout.network();
  Placement placement(layout);
  placement.apply(substitute(placement, failed, {}).value());
  const auto loads = recount(network, models::spares::stencil(layout.job(), {}), placement.nodes()).loads;
  const GridLine row = network.line(0);
  const int first = failed - row.coordinate(failed);
  for (int link = 0; link + 1 < row.extent; ++link) {
    const auto add = [&](const char* series, int from, Direction direction) {
      result.rows.push_back(point(series, "link", link, loads[load_at(network, from, 0, direction)], "messages"));
    };
    add("towards the spares", first + link, forward);
    add("from the spares", first + link + 1, backward);
  }
}

Reproduction fig4(const Laboratory&) {
  const Tally none = count_all({{6, 6}, "2d-1", "2d"}, 1);
  const Tally all = count_all({{6, 6}, "2d-1", "0d"}, 1);
  const int failed = all.worst->failures.front();
  Reproduction result{"spare-fig4",
                      fmt::format("{}, Fig. 4: messages that share a link after a spare took over, row of node {} of a "
                                  "6x6 job with spares at x = 6",
                                  paper, failed),
                      {{"0D, the failure that is worst", 5, static_cast<double>(all.max()), "messages", false}},
                      {{"without a detour no two messages share a link", none.max() == 1}}};
  result.picture = lines("link", "link from x to x + 1", Scale::linear, "messages on the link");
  add_row_of_links(result, failed);
  const auto in_row = [&result](const char* series) {
    const auto loads = line(result, series);
    return *std::max_element(loads.begin(), loads.end());
  };
  result.claims.push_back({"five messages share a link of the failed node's row, in one direction or the other",
                           std::max(in_row("towards the spares"), in_row("from the spares")) == 5});
  return result;
}

/// The worst link after each failure of a chain, as points of a line.
void add_chain(Reproduction& result, const std::string& series, const char* faces,
               const std::vector<Substitution>& answers) {
  const Layout layout({6, 6}, models::spares::parse_faces(faces, 2).value(), Wrap::none);
  const auto pattern = models::spares::stencil(layout.job(), {});
  Placement placement(layout);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    placement.apply(answers[i]);
    result.rows.push_back(point(series, "failures", static_cast<double>(i + 1),
                                recount(layout.network(), pattern, placement.nodes()).collisions, "messages"));
  }
}

/// The ranks moved until after each failure of a chain, as points of a line.
void add_moves(Reproduction& result, const std::string& series, const std::vector<Substitution>& answers) {
  double moved = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    moved += static_cast<double>(answers[i].moves.size());
    result.rows.push_back(point(series, "failures", static_cast<double>(i + 1), moved, "ranks"));
  }
}

int guaranteed(const SparesJob& job, std::vector<int>& breaks) {
  for (int failures = 1;; ++failures) {
    const Tally tally = count_all(job, failures);
    if (!tally.breaks) continue;
    breaks = tally.breaks->failures;
    return failures - 1;
  }
}

Reproduction fig6(const Laboratory&) {
  // The figure's first slide goes down.
  const char* faces = "y+,x+";
  const std::vector<int> ranks{21, 16, 15};
  const Policy keep{{1}, DirectionRule::keep};
  const Policy free{{1}, DirectionRule::shortest};
  std::vector<int> kept_breaks;
  std::vector<int> free_breaks;
  const int kept = guaranteed({{6, 6}, faces, "1d"}, kept_breaks);
  const int freely = guaranteed({{6, 6}, faces, "1d", Wrap::none, Wrap::none, DirectionRule::shortest}, free_breaks);
  const auto answers = chain(faces, free, ranks);
  Reproduction result{
      "spare-fig6",
      fmt::format("{}, Fig. 6: 1D slides on 2D-2 after the failures 21, 16, 15 of a 6x6 job", paper),
      {{"survived for sure, direction chosen freely", 2, static_cast<double>(freely), "failures", false},
       {"survived for sure, first direction kept", 3, static_cast<double>(kept), "failures", false}},
      {{"21 slides down and 16 right where the shortest slide is chosen, and 15 cannot be survived",
        answers.size() == 2 && answers[0].slide->axis == 1 && answers[1].slide->axis == 0},
       {"all three are survived where the first direction is kept", chain(faces, keep, ranks).size() == 3},
       {fmt::format("nodes {} are too much for the free choice", joined(free_breaks)), free_breaks.size() == 3},
       {fmt::format("nodes {} are too much for the kept direction", joined(kept_breaks)), kept_breaks.size() == 4}}};
  result.picture = lines("failures", "failures, in the order 21, 16, 15", Scale::linear, "ranks moved so far");
  add_moves(result, "shortest direction: 15 is too much", answers);
  add_moves(result, "first direction kept", chain(faces, keep, ranks));
  return result;
}

Reproduction fig8(const Laboratory&) {
  const auto answers = chain("2d-2", {{2, 1, 0}}, {21, 14, 4});
  const bool all = answers.size() == 3;
  Reproduction result{
      "spare-fig8",
      fmt::format("{}, Fig. 8: 2D and 1D slides together on 2D-2", paper),
      {{"failures survived of 21, 14, 4", 3, static_cast<double>(answers.size()), "failures", false}},
      {{"21 and 14 by dropping a column and a row", all && answers[0].moves.size() > 6 && answers[1].moves.size() > 6 &&
                                                        answers[0].slide->axis != answers[1].slide->axis},
       {"4 by sliding a line", all && answers[2].slide && answers[2].moves.size() <= 6}}};
  result.picture = lines("failures", "failures, in the order 21, 14, 4", Scale::linear, "messages on one link");
  add_chain(result, "2D, 1D and 0D together", "2d-2", answers);
  add_chain(result, "1D alone", "2d-2", chain("2d-2", {{1}}, {21, 14, 4}));
  add_chain(result, "0D alone", "2d-2", chain("2d-2", {{0}}, {21, 14, 4}));
  return result;
}

// --- Figure 7

Reproduction fig7(const Laboratory&) {
  Reproduction result{
      "spare-fig7", fmt::format("{}, Fig. 7: worst collisions over all failures of a 6x6 job", paper), {}, {}};
  result.picture = lines("failures", "failures", Scale::linear, "messages on one link, worst survivable case");
  const double of_one_failure[] = {5, 3, 1};
  constexpr int most_failures = 4;
  for (const char* faces : {"2d-1", "2d-2"})
    for (int method = 0; method <= 2; ++method)
      for (int failures = 1; failures <= most_failures; ++failures) {
        const Tally tally = count_all({{6, 6}, faces, fmt::format("{}d", method)}, failures);
        if (tally.survivable() == 0) break;
        result.rows.push_back(point(fmt::format("{}D on {}", method, faces), "failures", failures, tally.max(),
                                    "messages", failures == 1 ? std::optional(of_one_failure[method]) : std::nullopt));
      }
  const auto after = [&](const char* series, std::size_t failures) { return line(result, series)[failures - 1]; };
  result.claims = {
      {"a slide of more dimensions has fewer collisions: 1D against 0D after three failures, on both allocations",
       after("1D on 2d-1", 3) < after("0D on 2d-1", 3) && after("1D on 2d-2", 3) < after("0D on 2d-2", 3)},
      {"2D has none as long as it can be",
       line(result, "2D on 2d-1").back() == 1 && line(result, "2D on 2d-2").back() == 1},
      {"more spares survive more, and let through worse cases: 1D on 2D-2 against 2D-1",
       after("1D on 2d-2", 4) > after("1D on 2d-1", 4)},
      {"0D on 2D-2 is never worse than on 2D-1",
       after("0D on 2d-2", 3) <= after("0D on 2d-1", 3) && after("0D on 2d-2", 4) <= after("0D on 2d-1", 4)}};
  return result;
}

// --- Table 1

Reproduction table1(const Laboratory&) {
  Reproduction result{
      "spare-table1", fmt::format("{}, Table 1: failures that are survived whatever they hit", paper), {}, {}};
  const auto search = [&](const SparesJob& job, double published) {
    std::vector<int> breaks;
    const int found = guaranteed(job, breaks);
    const auto name = fmt::format("{} on {}, {}x{}", job.method, job.faces, job.extents[0], job.extents[1]);
    result.rows.push_back({name, published, static_cast<double>(found), "failures", false});
    result.claims.push_back({fmt::format("{}: nodes {} are one too many", name, joined(breaks)),
                             static_cast<int>(breaks.size()) == found + 1});
  };
  // 0D survives as many as there are spares: on 3x3 few enough for every sequence of them.
  search({{3, 3}, "2d-1", "0d"}, 3);
  search({{3, 3}, "2d-2", "0d"}, 7);
  search({{6, 6}, "2d-1", "1d"}, 1);
  search({{6, 6}, "2d-2", "1d"}, 3);
  search({{6, 6}, "2d-1", "2d"}, 1);
  search({{6, 6}, "2d-2", "2d"}, 2);
  return result;
}

// --- Figure 9

Reproduction fig9(const Laboratory&) {
  Reproduction result{"spare-fig9",
                      fmt::format("{}, Fig. 9: share of single failures by collisions, growing square jobs", paper),
                      {},
                      {}};
  result.picture = lines("ranks", "ranks in each dimension", Scale::logarithmic, "share of single failures (%)");
  bool maximum_stays = true;
  for (int method = 0; method <= 1; ++method) {
    const int most = method == 0 ? 5 : 3;
    for (int collisions = 2; collisions <= most; ++collisions)
      for (int n : {10, 20, 40, 80, 160}) {
        const Tally tally = count_all({{n, n}, "2d-1", fmt::format("{}d", method)}, 1);
        maximum_stays = maximum_stays && tally.max() == most;
        const auto found = tally.histogram.find(collisions);
        const auto cases = found == tally.histogram.end() ? 0 : found->second;
        result.rows.push_back(point(fmt::format("{}D, {} messages", method, collisions), "ranks", n,
                                    100.0 * static_cast<double>(cases) / static_cast<double>(tally.cases), "%"));
      }
  }
  const auto zero = line(result, "0D, 5 messages");
  const auto one = line(result, "1D, 3 messages");
  result.claims = {{"the maximum, 5 for 0D and 3 for 1D, does not depend on the size", maximum_stays},
                   {"its share grows with the size",
                    std::is_sorted(zero.begin(), zero.end()) && std::is_sorted(one.begin(), one.end())},
                   {"at 160x160 nearly all failures have it: more than 95 %", zero.back() > 95 && one.back() > 95}};
  return result;
}

} // namespace

std::vector<Artefact> spares_artefacts() {
  return {{"spare-fig3", "share of reserved nodes that are spares, by size and allocation", fig3},
          {"spare-fig4", "messages that share a link after one failure", fig4},
          {"spare-fig6", "1D slides: a chain of failures, and the choice of direction", fig6},
          {"spare-fig7", "worst collisions by number of failures, method and allocation", fig7},
          {"spare-table1", "failures survived for sure, and sequences that are one too many", table1},
          {"spare-fig8", "2D and 1D slides together", fig8},
          {"spare-fig9", "histogram of collisions of single failures, by size", fig9}};
}

} // namespace daruma::study
