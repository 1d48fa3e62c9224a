// The pieces that a report is made of: tables, bars with intervals, rankings, metrics with their meanings, sentences of
// an answer.
#pragma once

#include "sim/core/metric.hpp"
#include "sim/results/metrics.hpp"
#include "sim/results/pages/markup.hpp"
#include "sim/study/replications.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::pages {

/// How many runs a result is the mean of.
int replicas(const results::Result&);

/// The value with six significant digits.
std::string short_number(double value);

/// "12.51 ± 0.34", with no more digits of the mean than two of the interval vouch for; the mean alone where there is
/// none.
std::string with_interval(const study::Estimate&);

/// A text, which may lead somewhere.
struct Cell {
  Cell(std::string what) : text(std::move(what)) {} // NOLINT(google-explicit-constructor): most cells are texts
  Cell(std::string what, std::string where) : text(std::move(what)), link(std::move(where)) {}

  std::string text;
  std::string link; ///< empty: nowhere
};

struct Table {
  std::vector<std::string> heads;
  std::vector<std::vector<Cell>> rows;
  std::vector<Attributes> marks{}; ///< of the rows; none, or one a row
};

/// Readers can sort it by a column; those of numbers alone are aligned to the right.
Markup table(const Table&);

struct Bar {
  std::string label;
  study::Estimate estimate;
};

/// Between which a metric lies.
struct Bounds {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

/// One bar a row, from zero on, with its 95 % interval as a whisker, as far as that is within the bounds.
Markup bars(std::string_view title, const std::vector<Bar>&, const Bounds& = {});

struct Sentence {
  enum class Tone { plain, good, bad };
  Tone tone = Tone::plain;
  std::string text;
};

Markup sentences(const std::vector<Sentence>&);

/// What was left out, and where it is.
Markup note(std::string_view text);

/// The style of the so-manyth job or series: colours repeat after eight.
std::string colour_class(std::size_t number);

/// Whether not all means are the same but for rounding.
bool differs(const std::vector<Bar>&);

/// The metrics of one result or sweep as its readers need them: what they are, and which direction is better.
class DescribedMetrics {
public:
  DescribedMetrics(const results::MetricCatalogue& catalogue, results::ModelOfJob jobs)
      : catalogue_(catalogue), jobs_(std::move(jobs)) {}

  /// Nothing is said of a metric that the catalogue does not know.
  const Metric& operator[](const std::string& name) const;
  /// For a figure: "heat.makespan_s, in s; smaller is better".
  std::string caption(const std::string& name) const;

private:
  const results::MetricCatalogue& catalogue_;
  results::ModelOfJob jobs_;
};

} // namespace daruma::pages
