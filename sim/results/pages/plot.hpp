// Curves on two axes (SVG): lines, bands and areas, with ticks at round numbers.
#pragma once

#include "sim/results/pages/markup.hpp"

#include <string>
#include <utility>
#include <vector>

namespace daruma::pages {

enum class Spacing { linear, logarithmic };

/// From below `most` to above it; logarithmic ones are above 0.
struct Axis {
  double least = 0;
  double most = 1;
  std::string label;
  Spacing spacing = Spacing::linear;
  std::vector<std::pair<double, std::string>> marks{}; ///< in the place of round numbers
};

/// Times that people use between two, in seconds: 1 min, 10 min, 1 h, 10 h, 1 d.
std::vector<std::pair<double, std::string>> time_marks(double least_s, double most_s);

/// Seconds from 1 on, with such marks.
Axis logarithmic_time(double most_s, std::string label);

/// Round numbers that divide an axis into a few parts.
std::vector<double> ticks(const Axis&);

class Plot {
public:
  using Points = std::vector<std::pair<double, double>>; ///< x and y

  Plot(Axis x, Axis y);

  /// Classes are those of the page's style, such as "c0".
  Plot& line(const Points&, const std::string& style);
  /// Between two curves over the same places.
  Plot& band(const Points& lower, const Points& upper, const std::string& style);
  Plot& dots(const Points&, const std::string& style);
  /// A box from one y to another around an x, as wide as that.
  Plot& box(double x, double width, std::pair<double, double> y, const std::string& style);
  /// An upright line with a word beside it; words of several stand one below the other.
  Plot& mark(double x, const std::string& text);

  Markup draw() const;

private:
  double across(double x) const;
  double down(double y) const;
  std::string path(const Points&) const;
  /// What stands at the marks of the lower axis.
  struct Below {
    Markup words;
    double room = 0; ///< that they need beyond a line
  };
  /// Slanted where words would run into each other.
  Below below() const;

  Axis x_;
  Axis y_;
  int marks_ = 0;
  Markup inside_;
};

/// A figure with its caption and what the colours mean.
Markup figure(const std::string& caption, const Plot&, const std::vector<std::pair<std::string, std::string>>& legend);

} // namespace daruma::pages
