#include "sim/results/pages/pieces.hpp"

#include "sim/results/pages/readable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace daruma::pages {

namespace {

/// Where numbers lie on a scale that holds zero and all intervals.
struct Scale {
  double least = 0;
  double most = 0;

  void hold(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  double percent(double value) const { return most > least ? 100 * (value - least) / (most - least) : 0; }
};

std::string place(const Scale& scale, double from, double to) {
  const double left = scale.percent(std::min(from, to));
  return fmt::format("left:{:.2f}%;width:{:.2f}%", left, scale.percent(std::max(from, to)) - left);
}

/// Also with an interval, or with spaces that do not break between thousands.
bool is_number(const std::string& cell) {
  return cell == "nan" || cell == "inf" || cell == "-inf" ||
         cell.find_first_not_of("0123456789.+-e ±\u00a0") == std::string::npos;
}

/// Of numbers alone, and not of nothing.
std::vector<bool> number_columns(const Table& table) {
  std::vector<bool> are_numbers(table.heads.size(), true);
  std::vector<bool> are_empty(table.heads.size(), true);
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].text.empty()) continue;
      are_empty[i] = false;
      are_numbers[i] = are_numbers[i] && is_number(row[i].text);
    }
  for (std::size_t i = 0; i < are_numbers.size(); ++i) are_numbers[i] = are_numbers[i] && !are_empty[i];
  return are_numbers;
}

/// With three digits, or as many as two of the interval vouch for.
std::string beside_bar(const study::Estimate& estimate) {
  if (estimate.half_width == 0) return three_digits(estimate.mean);
  if (estimate.half_width < std::abs(estimate.mean) / 1000)
    return fmt::format("{} ± {:.2g}", three_digits(estimate.mean), estimate.half_width);
  return estimate.half_width >= 100 ? three_digits(estimate.mean) + " ± " + three_digits(estimate.half_width)
                                    : with_interval(estimate);
}

/// Units that say no more than that it is a number.
bool is_plain(const std::string& unit) {
  return unit.empty() || unit == "count" || unit == "ratio" || unit == "truth" || unit == "1";
}

} // namespace

int replicas(const results::Result& result) {
  const auto found = result.metrics.find("replicas");
  return found == result.metrics.end() ? 1 : static_cast<int>(found->second);
}

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

std::string with_interval(const study::Estimate& estimate) {
  if (estimate.half_width == 0) return short_number(estimate.mean);
  const int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(estimate.half_width))));
  constexpr int most_decimals = 9;
  if (decimals > most_decimals) return fmt::format("{:.6g} ± {:.2g}", estimate.mean, estimate.half_width);
  return fmt::format("{:.{}f} ± {:.{}f}", estimate.mean, decimals, estimate.half_width, decimals);
}

Markup table(const Table& table) {
  Markup html;
  html.begin("div", {{"class", "wide"}}).begin("table", {{"class", "sortable"}}).begin("thead").begin("tr");
  for (const std::string& head : table.heads)
    html.begin("th", {{"scope", "col"}}).element("button", head, {{"type", "button"}}).end();
  html.end().end().begin("tbody");
  const std::vector<bool> are_numbers = number_columns(table);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    html.begin("tr", table.marks.empty() ? Attributes{} : table.marks[i]);
    for (std::size_t column = 0; column < table.rows[i].size(); ++column) {
      const Cell& cell = table.rows[i][column];
      const Attributes attributes = are_numbers[column] ? Attributes{{"class", "number"}} : Attributes{};
      if (cell.link.empty())
        html.element("td", cell.text, attributes);
      else
        html.begin("td", attributes).element("a", cell.text, {{"href", cell.link}}).end();
    }
    html.end();
  }
  html.end().end().end();
  return html;
}

Markup bars(std::string_view title, const std::vector<Bar>& all, const Bounds& bounds) {
  const auto interval = [&bounds](const study::Estimate& estimate) {
    return std::pair(std::max(bounds.least, estimate.mean - estimate.half_width),
                     std::min(bounds.most, estimate.mean + estimate.half_width));
  };
  Scale scale;
  for (const Bar& bar : all) {
    const auto [least, most] = interval(bar.estimate);
    scale.hold(least);
    scale.hold(most);
  }
  Markup html;
  html.begin("figure", {{"class", "bars"}}).element("figcaption", title);
  for (const Bar& bar : all) {
    const auto [least, most] = interval(bar.estimate);
    html.begin("div", {{"class", "bar"}}).element("span", bar.label, {{"class", "label"}});
    html.begin("span", {{"class", "lane"}});
    html.element("i", "", {{"class", "fill"}, {"style", place(scale, 0, bar.estimate.mean)}});
    if (bar.estimate.half_width > 0)
      html.element("i", "", {{"class", "whisker"}, {"style", place(scale, least, most)}});
    html.end().element("span", beside_bar(bar.estimate), {{"class", "value"}}).end();
  }
  html.end();
  return html;
}

Markup sentences(const std::vector<Sentence>& all) {
  Markup html;
  if (all.empty()) return html;
  html.begin("ul", {{"class", "answer"}});
  for (const Sentence& sentence : all) {
    const char* tone = sentence.tone == Sentence::Tone::good  ? "good"
                       : sentence.tone == Sentence::Tone::bad ? "bad"
                                                              : "plain";
    html.element("li", sentence.text, {{"class", tone}});
  }
  html.end();
  return html;
}

Markup note(std::string_view text) {
  Markup html;
  html.element("p", text, {{"class", "note"}});
  return html;
}

std::string colour_class(std::size_t number) { return "c" + std::to_string(number % 8); }

bool differs(const std::vector<Bar>& all) {
  constexpr double rounding = 1e-9;
  const double first = all.front().estimate.mean;
  return std::any_of(all.begin(), all.end(),
                     [=](const Bar& bar) { return std::abs(bar.estimate.mean - first) > rounding * std::abs(first); });
}

const Metric& DescribedMetrics::operator[](const std::string& name) const {
  static const Metric unknown{"", "", Better::neither, ""};
  const Metric* const metric = catalogue_.find(name, jobs_);
  return metric == nullptr ? unknown : *metric;
}

std::string DescribedMetrics::caption(const std::string& name) const {
  const Metric& metric = (*this)[name];
  const std::string in_unit = is_plain(metric.unit) ? "" : ", in " + metric.unit;
  const std::string direction = results::word_for(metric.better);
  return name + in_unit + (direction.empty() ? "" : "; " + direction + " is better");
}

} // namespace daruma::pages
