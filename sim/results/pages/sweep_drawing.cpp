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

/// A number that was swept over, alone or with a unit.
struct Amount {
  double value;
  std::string unit; ///< to which it was converted; empty: none
};

std::optional<Amount> amount_of(const std::string& text) {
  if (const auto number = number_in<double>(text)) return Amount{*number, ""};
  if (const auto time = parse_seconds(text)) return Amount{time->count(), "s"};
  if (const auto size = parse_bytes(text)) return Amount{size->value(), "B"};
  if (const auto rate = parse_bytes_per_second(text)) return Amount{rate->value(), "B/s"};
  if (const auto power = parse_watts(text)) return Amount{power->value(), "W"};
  if (const auto speed = parse_flops_per_second(text)) return Amount{speed->value(), "flop/s"};
  if (const auto work = parse_flops(text)) return Amount{work->value(), "flop"};
  return std::nullopt;
}

double number_of(const std::string& text) { return amount_of(text).value().value; }

/// How many different amounts of the same unit; 0 if any is none.
std::size_t amounts_in(const std::vector<PointSummary>& points, std::size_t place) {
  std::set<double> values;
  std::set<std::string> units;
  for (const PointSummary& point : points) {
    const auto amount = amount_of(point.values[place]);
    if (!amount) return 0;
    values.insert(amount->value);
    units.insert(amount->unit);
  }
  return units.size() == 1 ? values.size() : 0;
}

/// The place of a pointer whose values are at least three amounts; where there are several, the one with most values.
std::optional<std::size_t> swept_number(const Swept& swept) {
  constexpr std::size_t fewest = 3;
  std::optional<std::size_t> best;
  std::size_t most = fewest - 1;
  for (std::size_t i = 0; i < swept.varied.size(); ++i) {
    const std::size_t count = amounts_in(swept.points, i);
    if (count <= most) continue;
    best = i;
    most = count;
  }
  return best;
}

/// Between which values of a metric lie whatever chance does, as far as those that were measured tell: none is below 0
/// if none was, and what never was above 1 either is taken for a share.
Bounds bounds_of(const std::vector<Bar>& bars, const std::string& unit) {
  Bounds bounds;
  const auto is_each = [&bars](auto is) { return std::all_of(bars.begin(), bars.end(), is); };
  if (is_each([](const Bar& bar) { return bar.estimate.least >= 0; })) bounds.least = 0;
  const bool is_share = unit == "ratio" || unit == "truth";
  if (is_share && is_each([](const Bar& bar) { return bar.estimate.most <= 1; })) bounds.most = 1;
  return bounds;
}

struct Curve {
  Plot::Points lower;
  Plot::Points mean;
  Plot::Points upper;
};

/// What else varied is a curve of its own each.
std::map<std::string, Curve> curves_of(const Swept& swept, const std::vector<std::string>& varied, std::size_t along,
                                       const std::string& metric, const Bounds& bounds) {
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
    const double x = number_of(point->values[along]);
    const study::Estimate& estimate = found->second;
    curve.lower.emplace_back(x, std::max(bounds.least, estimate.mean - estimate.half_width));
    curve.mean.emplace_back(x, estimate.mean);
    curve.upper.emplace_back(x, std::min(bounds.most, estimate.mean + estimate.half_width));
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

/// What was swept over, from its least to its largest value; wide ones are logarithmic.
struct SweptAxis {
  Axis axis;
  double size = 1; ///< of its unit
};

SweptAxis swept_axis(const Swept& swept, std::size_t along) {
  constexpr double wide = 30;
  const Amount first = amount_of(swept.points.front().values[along]).value();
  Axis axis{first.value, first.value, swept.varied[along]};
  for (const PointSummary& point : swept.points) hold(axis, number_of(point.values[along]));
  const bool is_wide = axis.least > 0 && axis.most > wide * axis.least;
  if (is_wide) axis.spacing = Spacing::logarithmic;
  if (is_wide && first.unit == "s") {
    axis.marks = time_marks(axis.least, axis.most);
    return {axis};
  }
  const ReadableUnit unit = readable_unit(first.unit, axis.most);
  axis.least /= unit.size;
  axis.most /= unit.size;
  if (!unit.name.empty()) axis.label += ", " + unit.name;
  return {axis, unit.size};
}

Markup lines_of(const Swept& swept, std::size_t along, const std::string& metric, const ReadableUnit& unit,
                const DescribedMetrics& described) {
  const Bounds bounds = bounds_of(swept.metrics.at(metric), described[metric].unit);
  const std::map<std::string, Curve> curves = curves_of(swept, swept.varied, along, metric, bounds);
  const SweptAxis x = swept_axis(swept, along);
  Axis y{0, 0, unit.name};
  for (const auto& [name, curve] : curves)
    for (std::size_t i = 0; i < curve.mean.size(); ++i) {
      hold(y, curve.lower[i].second / unit.size);
      hold(y, curve.upper[i].second / unit.size);
    }
  if (y.most == y.least) y.most = y.least + 1;
  Plot plot(x.axis, y);
  const auto scaled = [&](Plot::Points points) {
    for (auto& [place, value] : points) {
      place /= x.size;
      value /= unit.size;
    }
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
  if (const auto optima = swept.optima.find(swept.varied[along]); optima != swept.optima.end())
    for (const Optimum& optimum : optima->second)
      if (optimum.value / x.size > x.axis.least && optimum.value / x.size < x.axis.most)
        plot.mark(optimum.value / x.size, optimum.name);
  const bool has_bands = std::any_of(swept.metrics.at(metric).begin(), swept.metrics.at(metric).end(),
                                     [](const Bar& bar) { return bar.estimate.half_width > 0; });
  return figure(caption_of(metric, unit, described) + (has_bands ? "; bands are 95 % intervals of the mean" : ""), plot,
                legend);
}

Markup bars_of(const Swept& swept, const std::string& metric, const ReadableUnit& unit,
               const DescribedMetrics& described) {
  std::vector<Bar> all = swept.metrics.at(metric);
  Bounds bounds = bounds_of(all, described[metric].unit);
  bounds.most /= unit.size;
  for (Bar& bar : all) {
    bar.estimate.mean /= unit.size;
    bar.estimate.half_width /= unit.size;
  }
  return bars(caption_of(metric, unit, described), all, bounds);
}

std::vector<Quantity> quantities_of(const Swept& swept, const std::vector<std::string>& metrics,
                                    const DescribedMetrics& described) {
  std::vector<Quantity> all;
  for (const std::string& metric : metrics) {
    double largest = 0;
    for (const Bar& bar : swept.metrics.at(metric)) largest = std::max(largest, std::abs(bar.estimate.mean));
    all.push_back({metric, described[metric].unit, {largest}});
  }
  return all;
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
  const std::vector<ReadableUnit> units = shared_units(quantities_of(swept, metrics, described));
  const auto along = swept_number(swept);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (!differs(swept.metrics.at(metrics[i]))) continue;
    html.add(along ? lines_of(swept, *along, metrics[i], units[i], described)
                   : bars_of(swept, metrics[i], units[i], described));
  }
  return html;
}

} // namespace daruma::pages
