// Numbers as people say them: three digits, and times in the unit that suits the largest of them.
#pragma once

#include <string>
#include <vector>

namespace daruma::pages {

/// Three significant digits, never with an exponent where they fit into a line: "0.0123", "4.57", "33 300".
std::string three_digits(double value);

/// Three significant digits as a number.
double rounded(double value);

/// A count in full, with its thousands apart; a mean of counts with three digits.
std::string whole(double value);

/// "mean_wait_s" as "mean wait": without its unit, which stands beside it.
std::string readable_name(const std::string& metric);

/// A unit for values of a metric's own.
struct ReadableUnit {
  double size = 1; ///< of the metric's unit
  std::string name;

  std::string number(double value) const { return three_digits(value / size); }
  /// "4.57 h"; a number without a unit alone.
  std::string with_unit(double value) const;
};

/// For values of that unit up to the largest: seconds become minutes, hours or days, node-hours node-days, and watts
/// and bytes have the prefix that suits.
ReadableUnit readable_unit(const std::string& unit, double largest);

/// A column or a row of a table: a metric, and sizes of its values by which a unit is chosen.
struct Quantity {
  std::string metric;
  std::string unit;
  std::vector<double> sizes;
};

/// A unit for each of a table's quantities: those of the same kind have the same one, so that they can be weighed
/// against each other, one that suits the middle between the least and the largest size above 0. Of a kind are all
/// amounts of the same unit; of times only jobs' waits and responses.
std::vector<ReadableUnit> shared_units(const std::vector<Quantity>&);

/// "4.57 h".
std::string readable(double value, const std::string& unit);

} // namespace daruma::pages
