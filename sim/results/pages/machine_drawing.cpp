#include "sim/results/pages/drawings.hpp"
#include "sim/results/pages/pieces.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::pages {

namespace {

constexpr int cell_side = 30;
constexpr int side = 26;
constexpr int most_nodes = 4096;

std::string text_of(int number) { return std::to_string(number); }

class MachinePicture {
public:
  MachinePicture(const scenario::Machine& machine, const MachineState& state, const std::vector<results::JobRow>& jobs)
      : places_(machine.topology.kind->draw(machine.topology.shape, machine.nodes)), state_(state), jobs_(jobs) {}

  Markup draw() {
    const std::string size = fmt::format("0 0 {} {}", places_.columns * cell_side + 4, places_.rows * cell_side + 4);
    html_.begin("div", {{"class", "wide"}});
    html_.begin("svg", {{"viewBox", size},
                        {"width", text_of(places_.columns * cell_side + 4)},
                        {"role", "img"},
                        {"aria-label", "the machine's nodes"}});
    define_arrow_head();
    for (const topology::Frame& one : places_.frames) draw_frame(one);
    for (const auto& [element, at] : places_.switches) draw_switch(element, at);
    for (std::size_t node = 0; node < state_.nodes.size(); ++node) draw_node(static_cast<int>(node));
    for (const NodeMove& move : state_.moves) draw_move(move);
    html_.end().end();
    return html_;
  }

private:
  static int left(const topology::Cell& at) { return 2 + at.column * cell_side; }
  static int top(const topology::Cell& at) { return 2 + at.row * cell_side; }
  int x(int node) const { return left(places_.nodes[static_cast<std::size_t>(node)]); }
  int y(int node) const { return top(places_.nodes[static_cast<std::size_t>(node)]); }

  void define_arrow_head() {
    html_.begin("defs").begin("marker", {{"id", "head"},
                                         {"viewBox", "0 0 6 6"},
                                         {"refX", "5"},
                                         {"refY", "3"},
                                         {"markerWidth", "5"},
                                         {"markerHeight", "5"},
                                         {"orient", "auto"}});
    html_.element("path", "", {{"d", "M0 0 L6 3 L0 6 z"}}).end().end();
  }

  /// Draws a frame in the gap between cells.
  void draw_frame(const topology::Frame& around) {
    constexpr int gap = cell_side - side;
    html_.element("rect", "",
                  {{"class", "around"},
                   {"x", text_of(left(around.corner) - gap / 2 + 1)},
                   {"y", text_of(top(around.corner) - gap / 2)},
                   {"width", text_of(around.columns * cell_side - 2)},
                   {"height", text_of(around.rows * cell_side)}});
    if (!around.label.empty())
      html_.element(
          "text", around.label,
          {{"class", "of-frame"}, {"x", text_of(left(around.corner))}, {"y", text_of(top(around.corner) - gap - 2)}});
  }

  void draw_switch(const topology::Element& element, const topology::Cell& at) {
    html_.begin("circle", {{"class", "switch"},
                           {"cx", text_of(left(at) + side / 2)},
                           {"cy", text_of(top(at) + side / 2)},
                           {"r", text_of(side / 4)}});
    html_.element("title", fmt::format("switch {}", topology::element_name(element))).end();
  }

  bool is_moved_to(int node) const {
    return std::any_of(state_.moves.begin(), state_.moves.end(), [=](const NodeMove& move) { return move.to == node; });
  }

  std::string title(int node, const NodeState& look) const {
    std::string text = fmt::format("node {}", node);
    for (const Occupant& occupant : look.occupants)
      text += fmt::format("\n{}: process {}{}", jobs_[occupant.job].name, occupant.process,
                          occupant.stands_by ? " (spare)" : "");
    return look.failure.empty() ? text : text + "\n" + look.failure;
  }

  void draw_node(int node) {
    const NodeState& look = state_.nodes[static_cast<std::size_t>(node)];
    html_.begin("g").element("title", title(node, look));
    draw_occupants(node, look);
    const bool is_spare =
        !look.occupants.empty() && std::all_of(look.occupants.begin(), look.occupants.end(),
                                               [](const Occupant& occupant) { return occupant.stands_by; });
    const std::string style = std::string("node") + (is_spare ? " spare" : "") + (is_moved_to(node) ? " moved" : "") +
                              (look.failure.empty() ? "" : " failed");
    html_.element("rect", "", frame(node, style, "none"));
    html_.element("text", text_of(node), {{"x", text_of(x(node) + side / 2)}, {"y", text_of(y(node) + side / 2 + 3)}});
    if (!look.failure.empty())
      html_.element(
          "path", "",
          {{"class", "cross"}, {"d", fmt::format("M{0} {1} l{2} {2} m0 -{2} l-{2} {2}", x(node), y(node), side)}});
    html_.end();
  }

  Attributes frame(int node, const std::string& style, const std::string& fill) const {
    return {{"class", style},         {"x", text_of(x(node))},   {"y", text_of(y(node))},
            {"width", text_of(side)}, {"height", text_of(side)}, {"fill", fill}};
  }

  /// A stripe for each job that has processes there.
  void draw_occupants(int node, const NodeState& look) {
    std::vector<std::size_t> jobs;
    for (const Occupant& occupant : look.occupants)
      if (std::find(jobs.begin(), jobs.end(), occupant.job) == jobs.end()) jobs.push_back(occupant.job);
    if (jobs.empty()) html_.element("rect", "", frame(node, "idle", "none"));
    const double stripe = jobs.empty() ? 0 : static_cast<double>(side) / static_cast<double>(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i)
      html_.element("rect", "",
                    {{"class", colour_class(jobs[i])},
                     {"x", fmt::format("{:.1f}", x(node) + static_cast<double>(i) * stripe)},
                     {"y", text_of(y(node))},
                     {"width", fmt::format("{:.1f}", stripe)},
                     {"height", text_of(side)}});
  }

  void draw_move(const NodeMove& move) {
    const int middle = side / 2;
    html_.begin("path", {{"class", "arrow"},
                         {"d", fmt::format("M{} {} L{} {}", x(move.from) + middle, y(move.from) + middle,
                                           x(move.to) + middle, y(move.to) + middle)}});
    html_.element("title", fmt::format("{}: node {} to node {}", move.what, move.from, move.to)).end();
  }

  topology::Drawing places_;
  const MachineState& state_;
  const std::vector<results::JobRow>& jobs_;
  Markup html_;
};

Markup legend(const std::vector<results::JobRow>& jobs) {
  Markup html;
  html.begin("p", {{"class", "legend"}});
  const auto entry = [&](const std::string& style, const std::string& text) {
    html.begin("span").element("i", "", {{"class", style}}).text(text).end();
  };
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (!jobs[i].nodes.empty()) entry(colour_class(i), jobs[i].name);
  entry("stand-by", "spare");
  entry("off", "failed");
  entry("went", "taken over (arrows: ranks that moved)");
  html.end();
  return html;
}

Table happenings(const MachineState& state) {
  Table rows{{"node", "what"}, {}, {}};
  for (std::size_t node = 0; node < state.nodes.size(); ++node)
    if (!state.nodes[node].failure.empty()) rows.rows.push_back({std::to_string(node), state.nodes[node].failure});
  for (const NodeMove& move : state.moves)
    rows.rows.push_back({std::to_string(move.from), fmt::format("{} moved to node {}", move.what, move.to)});
  return rows;
}

} // namespace

Markup draw_machine(const scenario::Machine& machine, const MachineState& state,
                    const std::vector<results::JobRow>& jobs) {
  Markup html;
  const bool is_known = std::any_of(jobs.begin(), jobs.end(), [](const auto& job) { return !job.nodes.empty(); });
  const Table rows = happenings(state);
  if (!is_known) html.add(note("The result does not say which nodes the jobs ran on."));
  if (machine.nodes > most_nodes)
    html.add(note(fmt::format("{} nodes are too many to draw (at most {}).", machine.nodes, most_nodes)));
  else if (is_known || !rows.rows.empty())
    html.add(legend(jobs)).add(MachinePicture(machine, state, jobs).draw());
  return rows.rows.empty() ? html.add(note("No node that failed and no rank that moved was recorded."))
                           : html.add(table(rows));
}

} // namespace daruma::pages
