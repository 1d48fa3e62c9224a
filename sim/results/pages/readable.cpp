#include "sim/results/pages/readable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace daruma::pages {

namespace {

struct Size {
  double from; ///< of the metric's unit: the unit is used where values are at least as large
  ReadableUnit unit;
};

/// "33300" as "33 300", with spaces that do not break.
std::string in_groups(std::string digits) {
  const std::size_t first = !digits.empty() && digits.front() == '-' ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3; i -= 3) digits.insert(i - 3, "\u00a0");
  return digits;
}

/// The geometric mean of the least and the largest; 0 of none.
double middle_of(const std::vector<double>& sizes) {
  if (sizes.empty()) return 0;
  const auto [least, largest] = std::minmax_element(sizes.begin(), sizes.end());
  return std::sqrt(*least * *largest);
}

std::string kind_of(const Quantity& quantity) {
  if (quantity.unit != "s") return quantity.unit;
  for (const char* word : {"wait", "response"})
    if (quantity.metric.find(word) != std::string::npos) return "time of jobs";
  return quantity.metric;
}

} // namespace

std::string three_digits(double value) {
  constexpr double least = 1e-4;
  constexpr double most = 1e9;
  const double size = std::abs(value);
  if (value == 0 || !std::isfinite(value)) return fmt::format("{}", value);
  if (size < least || size >= most) return fmt::format("{:.3g}", value);
  if (std::abs(rounded(value)) >= 100) return in_groups(fmt::format("{:.0f}", rounded(value)));
  return fmt::format("{:.3g}", value);
}

double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 2);
  return std::round(value / unit) * unit;
}

std::string whole(double value) {
  constexpr double most = 1e15;
  const bool is_whole = std::abs(value) < most && value == std::round(value);
  return is_whole ? in_groups(fmt::format("{:.0f}", value)) : three_digits(value);
}

std::string readable_name(const std::string& metric) {
  std::string name = metric;
  for (const std::string_view unit : {"_node_h", "_kwh", "_s", "_w"})
    if (name.size() > unit.size() && name.compare(name.size() - unit.size(), unit.size(), unit) == 0) {
      name.resize(name.size() - unit.size());
      break;
    }
  const std::size_t arguments = name.find('[');
  std::replace(name.begin(),
               arguments == std::string::npos ? name.end() : name.begin() + static_cast<std::ptrdiff_t>(arguments), '_',
               ' ');
  return name;
}

std::string ReadableUnit::with_unit(double value) const { return number(value) + (name.empty() ? "" : " " + name); }

ReadableUnit readable_unit(const std::string& unit, double largest) {
  static const std::map<std::string, std::vector<Size>> sizes{
      {"s", {{2 * 86400.0, {86400, "d"}}, {2 * 3600.0, {3600, "h"}}, {120, {60, "min"}}}},
      {"node h", {{24 * 1000.0, {24, "node d"}}}},
      {"kWh", {{1e4, {1e3, "MWh"}}}},
      {"W", {{1e7, {1e6, "MW"}}, {1e4, {1e3, "kW"}}}},
      {"B", {{1e13, {1e12, "TB"}}, {1e10, {1e9, "GB"}}, {1e7, {1e6, "MB"}}, {1e4, {1e3, "kB"}}}},
      {"B/s", {{1e13, {1e12, "TB/s"}}, {1e10, {1e9, "GB/s"}}, {1e7, {1e6, "MB/s"}}, {1e4, {1e3, "kB/s"}}}}};
  if (const auto known = sizes.find(unit); known != sizes.end()) {
    for (const Size& size : known->second)
      if (std::abs(largest) >= size.from) return size.unit;
    return {1, unit};
  }
  const bool is_bare = unit == "count" || unit == "ratio" || unit == "truth" || unit == "1";
  return {1, is_bare ? "" : unit};
}

std::vector<ReadableUnit> shared_units(const std::vector<Quantity>& quantities) {
  std::map<std::string, std::vector<double>> sizes; // by kind
  for (const Quantity& one : quantities)
    for (const double size : one.sizes)
      if (size != 0) sizes[kind_of(one)].push_back(std::abs(size));
  std::vector<ReadableUnit> units;
  units.reserve(quantities.size());
  for (const Quantity& one : quantities) units.push_back(readable_unit(one.unit, middle_of(sizes[kind_of(one)])));
  return units;
}

std::string readable(double value, const std::string& unit) { return readable_unit(unit, value).with_unit(value); }

} // namespace daruma::pages
