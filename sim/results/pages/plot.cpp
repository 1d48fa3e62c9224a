#include "sim/results/pages/plot.hpp"

#include "sim/results/pages/readable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daruma::pages {

namespace {

constexpr double width = 760;
constexpr double height = 230;
constexpr double left = 60;
constexpr double right = 12;
constexpr double top = 10;
constexpr double bottom = 38;

double part_of(const Axis& axis, double value) {
  if (axis.spacing == Spacing::linear) return (value - axis.least) / (axis.most - axis.least);
  return std::log(value / axis.least) / std::log(axis.most / axis.least);
}

std::vector<std::pair<double, std::string>> marks_of(const Axis& axis) {
  if (!axis.marks.empty()) return axis.marks;
  std::vector<std::pair<double, std::string>> marks;
  for (const double value : ticks(axis)) marks.emplace_back(value, three_digits(value));
  return marks;
}

/// Whether words at these places, in the middle of which they stand, would run into each other.
bool do_overlap(const std::vector<std::pair<double, std::string>>& words) {
  constexpr double letter = 6;
  const auto half = [](const std::string& word) { return letter * static_cast<double>(word.size()) / 2; };
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i].first - words[i - 1].first < half(words[i].second) + half(words[i - 1].second)) return true;
  return false;
}

std::string at(double place) { return fmt::format("{:.1f}", place); }

std::vector<double> linear_ticks(const Axis& axis) {
  constexpr double most_ticks = 6;
  const double rough = (axis.most - axis.least) / most_ticks;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5, 2, 1})
    if (factor * power >= rough) step = factor * power;
  std::vector<double> all;
  for (double k = std::ceil(axis.least / step); k * step <= axis.most * (1 + 1e-9); ++k) all.push_back(k * step);
  return all;
}

} // namespace

std::vector<std::pair<double, std::string>> time_marks(double least_s, double most_s) {
  std::vector<std::pair<double, std::string>> marks;
  for (const double time : {1e-3, 1e-2, 0.1, 1.0, 10.0, 60.0, 600.0, 3600.0, 36000.0, 86400.0, 864000.0, 8640000.0}) {
    if (time < least_s || time > most_s) continue;
    const bool is_day = time >= 86400;
    const bool is_hour = time >= 3600;
    const double size = is_day ? 86400 : is_hour ? 3600 : time >= 60 ? 60 : 1;
    marks.emplace_back(time, fmt::format("{:g} {}", time / size,
                                         is_day     ? "d"
                                         : is_hour  ? "h"
                                         : size > 1 ? "min"
                                                    : "s"));
  }
  return marks;
}

Axis logarithmic_time(double most_s, std::string label) {
  const double most = std::max(most_s, 10.0);
  return {1, most, std::move(label), Spacing::logarithmic, time_marks(1, most)};
}

std::vector<double> ticks(const Axis& axis) {
  if (axis.spacing == Spacing::linear) return linear_ticks(axis);
  std::vector<double> all;
  const bool is_short = axis.most / axis.least < 100;
  for (double power = std::pow(10, std::floor(std::log10(axis.least))); power <= axis.most; power *= 10)
    for (const double factor : {1, 2, 5})
      if (factor * power >= axis.least && factor * power <= axis.most && (factor == 1 || is_short))
        all.push_back(factor * power);
  return all;
}

Plot::Plot(Axis x, Axis y) : x_(std::move(x)), y_(std::move(y)) {}

double Plot::across(double x) const { return left + part_of(x_, x) * (width - left - right); }
double Plot::down(double y) const { return height - bottom - part_of(y_, y) * (height - top - bottom); }

std::string Plot::path(const Points& points) const {
  std::string text;
  for (const auto& [x, y] : points) text += (text.empty() ? "M" : "L") + at(across(x)) + " " + at(down(y));
  return text;
}

Plot& Plot::line(const Points& points, const std::string& style) {
  inside_.element("path", "", {{"class", "curve " + style}, {"d", path(points)}});
  return *this;
}

Plot& Plot::band(const Points& lower, const Points& upper, const std::string& style) {
  std::string around = path(upper);
  for (auto point = lower.rbegin(); point != lower.rend(); ++point)
    around += "L" + at(across(point->first)) + " " + at(down(point->second));
  inside_.element("path", "", {{"class", "band " + style}, {"d", around + "Z"}});
  return *this;
}

Plot& Plot::dots(const Points& points, const std::string& style) {
  for (const auto& [x, y] : points)
    inside_.element("circle", "", {{"class", style}, {"cx", at(across(x))}, {"cy", at(down(y))}, {"r", "3"}});
  return *this;
}

Plot& Plot::box(double x, double wide, std::pair<double, double> y, const std::string& style) {
  const double beyond = across(x) - across(x - wide / 2);
  inside_.element("rect", "",
                  {{"class", "box " + style},
                   {"x", at(across(x) - beyond)},
                   {"y", at(down(y.second))},
                   {"width", at(2 * beyond)},
                   {"height", at(std::max(1.0, down(y.first) - down(y.second)))}});
  return *this;
}

Plot& Plot::mark(double x, const std::string& text) {
  constexpr double line_height = 11;
  const bool is_left = across(x) < (left + width - right) / 2;
  inside_.element("path", "",
                  {{"class", "mark"}, {"d", "M" + at(across(x)) + " " + at(top) + "V" + at(height - bottom)}});
  inside_.element("text", text,
                  {{"class", is_left ? "after" : "before"},
                   {"x", at(across(x) + (is_left ? 4 : -4))},
                   {"y", at(top + line_height * ++marks_)}});
  return *this;
}

Plot::Below Plot::below() const {
  constexpr double slant = 0.5; // the sine of 30 degrees
  constexpr double letter = 5.5;
  auto words = marks_of(x_);
  std::size_t longest = 0;
  for (auto& [value, text] : words) {
    value = across(value);
    longest = std::max(longest, text.size());
  }
  const bool is_slanted = do_overlap(words);
  Below below;
  if (is_slanted) below.room = slant * letter * static_cast<double>(longest);
  for (const auto& [x, text] : words) {
    const std::string y = at(height - bottom + 14);
    if (is_slanted)
      below.words.element(
          "text", text,
          {{"class", "before"}, {"transform", fmt::format("translate({} {}) rotate(-30)", at(x + 4), y)}});
    else
      below.words.element("text", text, {{"x", at(x)}, {"y", y}});
  }
  return below;
}

Markup Plot::draw() const {
  const auto [words, room] = below();
  Markup html;
  html.begin("svg", {{"viewBox", fmt::format("0 0 {} {}", width, height + room)}, {"class", "plot"}, {"role", "img"}});
  for (const auto& [value, text] : marks_of(y_)) {
    html.element("path", "",
                 {{"class", "grid"}, {"d", "M" + at(left) + " " + at(down(value)) + "H" + at(width - right)}});
    html.element("text", text, {{"class", "tick-y"}, {"x", at(left - 5)}, {"y", at(down(value) + 3)}});
  }
  html.add(words).add(inside_);
  html.element("path", "",
               {{"class", "frame"}, {"d", fmt::format("M{} {}V{}H{}", left, top, height - bottom, width - right)}});
  html.element("text", x_.label, {{"x", at((left + width - right) / 2)}, {"y", at(height + room - 6)}});
  html.element("text", y_.label,
               {{"transform", fmt::format("translate(12 {}) rotate(-90)", (top + height - bottom) / 2)}});
  return html.end();
}

Markup figure(const std::string& caption, const Plot& plot,
              const std::vector<std::pair<std::string, std::string>>& legend) {
  Markup html;
  html.begin("figure").element("figcaption", caption).add(plot.draw());
  if (!legend.empty()) {
    html.begin("p", {{"class", "legend"}});
    for (const auto& [style, text] : legend) html.begin("span").element("i", "", {{"class", style}}).text(text).end();
    html.end();
  }
  return html.end();
}

} // namespace daruma::pages
