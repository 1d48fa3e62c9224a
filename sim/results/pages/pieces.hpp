// The pieces that a report is made of: tables, bars with intervals, sentences of an answer.
#pragma once

#include "sim/results/pages/markup.hpp"
#include "sim/study/replications.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace daruma::pages {

/// Six significant digits.
std::string short_number(double value);

/// "12.51 ± 0.34", with no more digits of the mean than two of the interval vouch for; the mean alone where there is
/// none.
std::string with_interval(const study::Estimate&);

struct Table {
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
  std::vector<Attributes> marks{}; ///< of the rows; none, or one a row
};

/// Readers can sort it by a column.
Markup table(const Table&);

struct Bar {
  std::string label;
  study::Estimate estimate;
};

/// One bar a row, from zero on, with its 95 % interval as a whisker.
Markup bars(std::string_view title, const std::vector<Bar>&);

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

} // namespace daruma::pages
