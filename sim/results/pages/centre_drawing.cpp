#include "sim/results/pages/centre_drawing.hpp"

#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/plot.hpp"
#include "sim/results/pages/readable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace daruma::pages {

namespace {

using results::CentreRows;
using State = CentreRows::State;

constexpr int parts_of_time = 300;

/// Whole numbers of 32 bits, lowest byte first, as base64 (RFC 4648).
std::string base64(const std::vector<std::uint32_t>& numbers) {
  static constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(numbers.size() * 16 / 3 + 4);
  std::uint32_t bits = 0;
  int count = 0;
  const auto put = [&](std::uint32_t byte) {
    bits = bits << 8 | byte;
    if (++count < 3) return;
    for (const int shift : {18, 12, 6, 0}) text += letters[bits >> shift & 63];
    bits = 0;
    count = 0;
  };
  for (const std::uint32_t number : numbers)
    for (const int shift : {0, 8, 16, 24}) put(number >> shift & 255);
  const int missing = (3 - count) % 3;
  for (int i = 0; i < missing; ++i) put(0);
  return text.replace(text.size() - static_cast<std::size_t>(missing), std::string::npos,
                      static_cast<std::size_t>(missing), '=');
}

Plot::Points sum_of(const Plot::Points& a, const Plot::Points& b) {
  Plot::Points sum = a;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i].second += b[i].second;
  return sum;
}

/// Time since the first job came, in a unit that suits.
class SinceFirstJob {
public:
  explicit SinceFirstJob(const std::vector<State>& states)
      : states_(states), span_(states.back().time_s - states.front().time_s), unit_(readable_unit("s", span_)) {}

  Axis axis() const { return {0, span_ / unit_.size, "time since the first job came, " + unit_.name}; }
  Plot::Points curve(double State::*value) const {
    Plot::Points points = averaged(states_, value, parts_of_time);
    for (auto& [time, mean] : points) time = (time - states_.front().time_s) / unit_.size;
    return points;
  }

private:
  const std::vector<State>& states_;
  double span_;
  ReadableUnit unit_;
};

double greatest(const Plot::Points& points) {
  double most = 0;
  for (const auto& [x, y] : points) most = std::max(most, y);
  return most;
}

Markup draw_queue(const std::vector<State>& states, double State::*value, const std::string& caption,
                  const std::string& label) {
  const SinceFirstJob time(states);
  const Plot::Points waiting = time.curve(value);
  Plot plot(time.axis(), {0, std::max(1.0, greatest(waiting)), label});
  return figure(caption, plot.line(waiting, "c1"), {});
}

/// What all nodes drew, and the cap on that.
Markup draw_power(const std::vector<State>& states) {
  const SinceFirstJob time(states);
  const auto kilowatts = [&](double State::*value) {
    Plot::Points points = time.curve(value);
    for (auto& [moment, power] : points) power /= 1000;
    return points;
  };
  const Plot::Points drawn = kilowatts(&State::power_w);
  if (greatest(drawn) <= 0) return {};
  const Plot::Points cap = kilowatts(&State::cap_w);
  const bool is_capped = greatest(cap) > 0;
  Plot plot(time.axis(), {0, std::max(greatest(drawn), greatest(cap)), "kW"});
  plot.line(drawn, "c1");
  if (is_capped) plot.line(cap, "c3");
  return figure("What all nodes drew", plot,
                is_capped ? std::vector<std::pair<std::string, std::string>>{{"c1", "power"}, {"c3", "cap"}}
                          : std::vector<std::pair<std::string, std::string>>{});
}

/// What was used of its bandwidth, and below that how many times that was wanted.
Markup draw_file_system(const std::vector<State>& states) {
  const SinceFirstJob time(states);
  const Plot::Points demand = time.curve(&State::file_system_demand);
  if (greatest(demand) <= 0) return {};
  Plot::Points used = time.curve(&State::file_system_use);
  Plot::Points none = used;
  for (auto& [moment, percent] : used) percent *= 100;
  for (auto& [moment, percent] : none) percent = 0;
  Plot use(time.axis(), {0, 100, "%"});
  Markup html =
      figure("How much of the file system's bandwidth was used", use.band(none, used, "c0").line(used, "c0"), {});
  Plot wanted(time.axis(), {0, std::max(1.0, greatest(demand)), "times its bandwidth"});
  return html.add(
      figure("What those that used the file system could have taken, each alone", wanted.line(demand, "c1"), {}));
}

/// Times as parts of the whole one, in 32 bits.
struct Clock {
  double begin;
  double end;
  std::uint32_t operator()(double time) const {
    constexpr double most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::clamp((time - begin) / (end - begin), 0.0, 1.0) * most);
  }
};

/// Ranges of nodes as one number each: the first node in the lower bits, in the others how many follow upon it.
void add_range(std::int32_t first, std::int32_t last, std::vector<std::uint32_t>& numbers) {
  constexpr int bits_of_node = 20;
  constexpr std::int32_t most = (1 << (32 - bits_of_node)) - 1;
  for (; first <= last; first += most + 1) {
    const std::int32_t more = std::min(most, last - first);
    numbers.push_back(static_cast<std::uint32_t>(more) << bits_of_node | static_cast<std::uint32_t>(first));
  }
}

/// For each stay from when to when, the job, how many ranges of nodes, and these. The job's highest bit says that it is
/// urgent; all bits that no job was there, but the nodes were down; all but the lowest that they were closed, all but
/// the second lowest that only some users had them. What is closed comes first: who is there still is drawn above it.
std::vector<std::uint32_t> packed(const CentreRows& rows, const Clock& clock) {
  constexpr std::uint32_t urgent = 1U << 31;
  constexpr std::uint32_t down = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> numbers;
  std::size_t count = 0; // its place, of the last stay
  const CentreRows::Stay* last = nullptr;
  const auto begin = [&](double from, double to, std::uint32_t job) {
    numbers.insert(numbers.end(), {clock(from), clock(to), job, 0});
    count = numbers.size() - 1;
  };
  const auto add = [&](std::int32_t from, std::int32_t to) {
    add_range(from, to, numbers);
    numbers[count] = static_cast<std::uint32_t>(numbers.size() - 1 - count);
  };
  for (const CentreRows::Closing& closing : rows.closings) {
    begin(closing.begin_s, closing.end_s, closing.is_maintenance ? down - 1 : down - 2);
    for (const auto& [from, to] : closing.nodes) add(from, to);
  }
  for (const CentreRows::Stay& stay : rows.stays) {
    const bool goes_on = last != nullptr && last->job == stay.job && last->is_urgent == stay.is_urgent &&
                         last->begin_s == stay.begin_s && last->end_s == stay.end_s &&
                         last->is_leaving == stay.is_leaving;
    const auto number = static_cast<std::uint32_t>(stay.job);
    if (!goes_on) begin(stay.begin_s, stay.end_s, stay.is_urgent ? urgent | number : number);
    add(stay.first, stay.last);
    last = &stay;
  }
  for (const CentreRows::Outage& outage : rows.outages) {
    if (outage.down_s >= clock.end) continue;
    begin(outage.down_s, outage.up_s, down);
    add(outage.node, outage.node);
  }
  return numbers;
}

struct TimePart {
  const char* metric;
  const char* label;
};
constexpr std::array<TimePart, 15> time_parts{{{"finished_node_h", "work of jobs that finished"},
                                               {"unfinished_node_h", "work of jobs that had not"},
                                               {"lost_to_failures_node_h", "lost to failures"},
                                               {"lost_to_checkpoints_node_h", "periodic checkpoints"},
                                               {"lost_to_urgent_node_h", "lost to urgent jobs"},
                                               {"lost_to_resizing_node_h", "changes of size"},
                                               {"lost_to_placement_node_h", "shared links between nodes"},
                                               {"lost_to_file_system_node_h", "others on the file system"},
                                               {"lost_to_spares_node_h", "spare nodes"},
                                               {"lost_to_repairs_node_h", "nodes that were down"},
                                               {"maintenance_node_h", "closed for maintenance"},
                                               {"held_for_users_node_h", "idle in reservations"},
                                               {"reserved_node_h", "kept for urgent jobs"},
                                               {"idle_beside_queue_node_h", "idle although jobs waited"},
                                               {"idle_node_h", "idle, and nobody waited"}}};

} // namespace

std::vector<std::pair<double, double>> averaged(const std::vector<State>& states, double State::*value, int parts) {
  std::vector<std::pair<double, double>> means;
  const double begin = states.front().time_s;
  const double step = (states.back().time_s - begin) / parts;
  std::size_t at = 0;
  for (int part = 0; part < parts && step > 0; ++part) {
    const double from = begin + part * step;
    const double to = part + 1 == parts ? states.back().time_s : from + step;
    double sum = 0;
    for (double now = from; now < to;) {
      while (at + 1 < states.size() && states[at + 1].time_s <= now) ++at;
      const double until = at + 1 < states.size() ? std::min(to, states[at + 1].time_s) : to;
      sum += states[at].*value * (until - now);
      now = until;
    }
    means.emplace_back(from + step / 2, sum / step);
  }
  return means;
}

Markup draw_use(const std::vector<State>& states, int cores) {
  Markup html;
  if (states.size() < 2 || states.back().time_s <= states.front().time_s) return html;
  const SinceFirstJob time(states);
  const auto used = time.curve(&State::used);
  const auto kept = sum_of(used, time.curve(&State::reserved));
  const auto held = sum_of(kept, time.curve(&State::held));
  const auto spare = sum_of(held, time.curve(&State::spare));
  const auto closed = sum_of(spare, time.curve(&State::closed));
  const auto down = sum_of(closed, time.curve(&State::down));
  auto none = used;
  for (auto& [x, y] : none) y = 0;
  Plot plot(time.axis(), {0, static_cast<double>(cores), "cores"});
  plot.band(none, used, "c0").band(used, kept, "c5").band(kept, held, "c4").band(held, spare, "c7");
  plot.band(spare, closed, "c3").band(closed, down, "c8").line(used, "c0");
  std::vector<std::pair<std::string, std::string>> legend{{"c0", "used"}};
  const auto add_if_any = [&](double State::*value, const char* style, const char* text) {
    if (std::any_of(states.begin(), states.end(), [=](const State& one) { return one.*value > 0; }))
      legend.emplace_back(style, text);
  };
  add_if_any(&State::reserved, "c5", "kept for urgent jobs");
  add_if_any(&State::held, "c4", "free in reservations");
  add_if_any(&State::spare, "c7", "spare");
  add_if_any(&State::closed, "c3", "closed for maintenance");
  add_if_any(&State::down, "c8", "down");
  html.add(figure(fmt::format("What the {} cores did; what is white was free", whole(cores)), plot, legend));
  html.add(draw_power(states)).add(draw_file_system(states));
  html.add(draw_queue(states, &State::waiting_cores, "Cores that waiting jobs asked for", "cores"));
  return html.add(draw_queue(states, &State::waiting_jobs, "Jobs that waited", "jobs"));
}

Markup draw_schedule(const CentreRows& rows, int nodes) {
  Markup html;
  if (rows.stays.empty()) return html;
  const auto by_begin = [](const auto& a, const auto& b) { return a.begin_s < b.begin_s; };
  const auto by_end = [](const auto& a, const auto& b) { return a.end_s < b.end_s; };
  const Clock clock{std::min_element(rows.stays.begin(), rows.stays.end(), by_begin)->begin_s,
                    std::max_element(rows.stays.begin(), rows.stays.end(), by_end)->end_s};
  const double first = rows.states.empty() ? 0 : rows.states.front().time_s; // submission
  html.begin("figure", {{"class", "gantt"},
                        {"data-begin", fmt::format("{}", clock.begin - first)},
                        {"data-end", fmt::format("{}", clock.end - first)},
                        {"data-nodes", std::to_string(nodes)}});
  html.element("figcaption", "Who was on which node: a row a node, time from left to right; red is down, black urgent, "
                             "grey closed or reserved");
  html.begin("div", {{"class", "filters"}});
  for (const auto& [name, action] : {std::pair{"Zoom in", "in"}, {"Zoom out", "out"}, {"All", "all"}})
    html.element("button", name, {{"type", "button"}, {"data-zoom", action}});
  html.end();
  html.element("canvas", "", {{"class", "bars"}, {"width", "1080"}, {"height", "420"}, {"tabindex", "0"}});
  html.element("p", "Wheel zooms, with Shift only nodes, dragging moves; point at a bar to see whose it is.",
               {{"class", "note told"}});
  html.begin("label").text("The machine at ").element("output", "").text(" ");
  html.element("input", "", {{"type", "range"}, {"min", "0"}, {"max", "1000"}, {"value", "500"}}).end();
  html.element("canvas", "", {{"class", "map"}, {"width", "1080"}, {"height", "160"}});
  html.element("div", base64(packed(rows, clock)), {{"hidden", ""}, {"class", "stays"}});
  return html.end();
}

Markup draw_waits(const std::vector<CentreRows::Group>& groups) {
  std::vector<const CentreRows::Group*> sizes;
  double most = 0;
  for (const CentreRows::Group& group : groups)
    if (group.quantity == "wait_s" && (group.by == "size" || group.by == "all")) {
      sizes.push_back(&group);
      most = std::max(most, group.percentiles.back());
    }
  if (sizes.empty()) return {};
  Axis x{0, static_cast<double>(sizes.size()), "cores that jobs asked for (jobs)"};
  const auto place = [](std::size_t i) { return static_cast<double>(i) + 0.5; };
  for (std::size_t i = 0; i < sizes.size(); ++i)
    x.marks.emplace_back(place(i), fmt::format("{} ({})", sizes[i]->name, whole(sizes[i]->jobs)));
  Plot plot(x, logarithmic_time(most, "wait"));
  const auto least_1 = [](double wait) { return std::max(wait, 1.0); };
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto& p = sizes[i]->percentiles;
    plot.line({{place(i), least_1(p[0])}, {place(i), least_1(p[5])}}, "whisker");
    plot.box(place(i), 0.5, {least_1(p[1]), least_1(p[3])}, "c0");
    plot.line({{place(i) - 0.25, least_1(p[2])}, {place(i) + 0.25, least_1(p[2])}}, "median");
    plot.dots({{place(i), least_1(p[7])}}, "greatest");
  }
  return figure("Waits by size: boxes hold the middle half, the line is the median, whiskers reach to the least and to "
                "95 %, the dot is the longest; less than 1 s is drawn as 1 s",
                plot, {});
}

Markup draw_time(const results::Result& result) {
  const auto capacity = result.metrics.find("capacity_node_h");
  if (capacity == result.metrics.end() || capacity->second <= 0) return {};
  std::vector<Bar> parts;
  for (const TimePart& part : time_parts) {
    const auto found = result.metrics.find(part.metric);
    if (found == result.metrics.end() || found->second == 0) continue;
    const double share = rounded(100 * found->second / capacity->second);
    parts.push_back({part.label, {1, share, 0, share, share}});
  }
  return bars(fmt::format("What became of {}, in %", readable(capacity->second, "node h")), parts);
}

} // namespace daruma::pages
