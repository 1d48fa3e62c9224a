#include "sim/results/pages/sweep_drawing.hpp"

#include "sim/core/number.hpp"
#include "sim/results/pages/plot.hpp"
#include "sim/results/pages/readable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace daruma::pages {

namespace {

using study::PointSummary;

/// A number, a time or an amount that was swept over.
std::optional<double> number_of(const std::string& value) {
  if (const auto number = number_in<double>(value)) return number;
  if (const auto time = parse_seconds(value)) return time->count();
  if (const auto size = parse_bytes(value)) return size->value();
  return std::nullopt;
}

/// The place of a pointer whose values are at least three numbers; where there are several, the one with most values.
std::optional<std::size_t> swept_number(const Swept& swept) {
  constexpr std::size_t fewest = 3;
  std::optional<std::size_t> best;
  std::size_t most = fewest - 1;
  for (std::size_t i = 0; i < swept.varied.size(); ++i) {
    std::set<double> values;
    bool are_all_numbers = true;
    for (const PointSummary& point : swept.points) {
      const auto number = number_of(point.values[i]);
      are_all_numbers = are_all_numbers && number;
      values.insert(number.value_or(0));
    }
    if (!are_all_numbers || values.size() <= most) continue;
    best = i;
    most = values.size();
  }
  return best;
}

struct Curve {
  Plot::Points lower;
  Plot::Points mean;
  Plot::Points upper;
};

/// What else varied is a curve of its own each.
std::map<std::string, Curve> curves_of(const Swept& swept, const std::vector<std::string>& varied, std::size_t along,
                                       const std::string& metric) {
  std::map<std::string, Curve> curves;
  std::vector<const PointSummary*> points;
  points.reserve(swept.points.size());
  for (const PointSummary& point : swept.points) points.push_back(&point);
  std::stable_sort(points.begin(), points.end(), [=](const PointSummary* a, const PointSummary* b) {
    return number_of(a->values[along]) < number_of(b->values[along]);
  });
  std::vector<std::string> others = varied;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(along));
  for (const PointSummary* point : points) {
    const auto found = std::find_if(point->metrics.begin(), point->metrics.end(),
                                    [&](const auto& entry) { return entry.first == metric; });
    if (found == point->metrics.end()) continue;
    PointSummary rest = *point;
    rest.values.erase(rest.values.begin() + static_cast<std::ptrdiff_t>(along));
    Curve& curve = curves[label(rest, others)];
    const double x = number_of(point->values[along]).value();
    const study::Estimate& estimate = found->second;
    curve.lower.emplace_back(x, estimate.mean - estimate.half_width);
    curve.mean.emplace_back(x, estimate.mean);
    curve.upper.emplace_back(x, estimate.mean + estimate.half_width);
  }
  return curves;
}

void hold(Axis& axis, double value) {
  axis.least = std::min(axis.least, value);
  axis.most = std::max(axis.most, value);
}

/// "mean wait, h; smaller is better".
std::string caption_of(const std::string& metric, const ReadableUnit& unit, const DescribedMetrics& described) {
  const std::string direction = results::word_for(described[metric].better);
  return readable_name(metric) + (unit.name.empty() ? "" : ", " + unit.name) +
         (direction.empty() ? "" : "; " + direction + " is better");
}

Markup lines_of(const Swept& swept, std::size_t along, const std::string& metric, const DescribedMetrics& described) {
  const std::vector<std::string>& varied = swept.varied;
  constexpr double wide = 30;
  const std::map<std::string, Curve> curves = curves_of(swept, varied, along, metric);
  const double first = curves.begin()->second.mean.front().first;
  const double last = curves.begin()->second.mean.back().first;
  const bool is_time = parse_seconds(swept.points.front().values[along]).has_value();
  Axis x{first, first, varied[along] + (is_time && last <= wide * first ? ", s" : "")};
  Axis y{0, 0, described[metric].unit};
  for (const auto& [name, curve] : curves)
    for (std::size_t i = 0; i < curve.mean.size(); ++i) {
      hold(x, curve.mean[i].first);
      hold(y, curve.lower[i].second);
      hold(y, curve.upper[i].second);
    }
  if (y.most == y.least) y.most = y.least + 1;
  if (x.most == x.least) return {};
  if (x.least > 0 && x.most > wide * x.least) {
    x.spacing = Spacing::logarithmic;
    if (is_time) x.marks = time_marks(x.least, x.most);
  }
  const ReadableUnit unit = readable_unit(described[metric].unit, y.most);
  y = {y.least / unit.size, y.most / unit.size, unit.name};
  Plot plot(x, y);
  const auto scaled = [&unit](Plot::Points points) {
    for (auto& [place, value] : points) value /= unit.size;
    return points;
  };
  std::vector<std::pair<std::string, std::string>> legend;
  for (const auto& [name, curve] : curves) {
    const std::string style = colour_class(legend.size());
    plot.band(scaled(curve.lower), scaled(curve.upper), style);
    plot.line(scaled(curve.mean), style).dots(scaled(curve.mean), style);
    legend.emplace_back(style, name);
  }
  if (legend.size() == 1) legend.clear();
  if (const auto optima = swept.optima.find(varied[along]); optima != swept.optima.end())
    for (const Optimum& optimum : optima->second)
      if (optimum.value > x.least && optimum.value < x.most) plot.mark(optimum.value, optimum.name);
  return figure(caption_of(metric, unit, described) + "; bands are 95 % intervals of the mean", plot, legend);
}

Markup bars_of(const Swept& swept, const std::string& metric, const DescribedMetrics& described) {
  std::vector<Bar> all = swept.metrics.at(metric);
  double largest = 0;
  for (const Bar& bar : all) largest = std::max(largest, std::abs(bar.estimate.mean));
  const ReadableUnit unit = readable_unit(described[metric].unit, largest);
  for (Bar& bar : all) {
    bar.estimate.mean /= unit.size;
    bar.estimate.half_width /= unit.size;
  }
  return bars(caption_of(metric, unit, described), all);
}

Markup figure_of(const std::string& metric, const Swept& swept, const DescribedMetrics& described) {
  if (const auto along = swept_number(swept)) return lines_of(swept, *along, metric, described);
  return bars_of(swept, metric, described);
}

} // namespace

std::string label(const study::PointSummary& point, const std::vector<std::string>& varied) {
  std::string text;
  for (std::size_t i = 0; i < varied.size(); ++i)
    text += fmt::format("{}{}={}", i == 0 ? "" : ", ", varied[i].substr(varied[i].rfind('/') + 1), point.values[i]);
  return text.empty() ? "as it is" : text;
}

Markup figures_of(const Swept& swept, const std::vector<std::string>& metrics, const DescribedMetrics& described) {
  Markup html;
  for (const std::string& metric : metrics)
    if (differs(swept.metrics.at(metric))) html.add(figure_of(metric, swept, described));
  return html;
}

} // namespace daruma::pages
