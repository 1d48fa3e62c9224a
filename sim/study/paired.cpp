#include "sim/study/paired.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace daruma::study {

namespace {

std::vector<double> differences(const std::map<int, double>& a, const std::map<int, double>& b) {
  std::vector<double> all;
  for (const auto& [replica, value] : a)
    if (const auto other = b.find(replica); other != b.end()) all.push_back(other->second - value);
  return all;
}

/// What rounding alone may make of differences that are the same.
double rounding_of(const std::map<int, double>& a, const std::map<int, double>& b) {
  constexpr double rounding = 1e-12;
  double largest = 0;
  for (const auto* values : {&a, &b})
    for (const auto& [replica, value] : *values) largest = std::max(largest, std::abs(value));
  return rounding * largest;
}

} // namespace

Difference paired_difference(const std::map<int, double>& a, const std::map<int, double>& b, Confidence confidence) {
  const std::vector<double> all = differences(a, b);
  Difference difference;
  difference.pairs = static_cast<int>(all.size());
  if (all.empty()) return difference;
  const auto count = static_cast<double>(all.size());
  for (const double one : all) difference.mean += one / count;
  if (all.size() < 2) return difference;
  const double doubt = confidence.doubt / confidence.comparisons;
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  const double rounding = rounding_of(a, b);
  if (*most - *least <= rounding) {
    const bool is_by_chance = std::exp2(1 - count) > doubt;
    difference.is_told_apart = std::abs(difference.mean) > rounding && !is_by_chance;
    return difference;
  }
  double squares = 0;
  for (const double one : all) squares += (one - difference.mean) * (one - difference.mean);
  const boost::math::students_t student(count - 1);
  difference.half_width = boost::math::quantile(student, 1 - doubt / 2) * std::sqrt(squares / (count - 1) / count);
  difference.is_told_apart = std::abs(difference.mean) > difference.half_width;
  return difference;
}

} // namespace daruma::study
