#include "sim/calibration/processor_times.hpp"

#include "sim/calibration/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace daruma::calibration {

namespace {

using Points = std::vector<std::pair<double, double>>;

struct List {
  std::string name;
  Trial trial;
  const char* metric;
  bool has_protocols; ///< one below the eager limit, another from there on
};

const std::vector<List>& lists() {
  static const std::vector<List> all{{"send", messages(), "send_s", true},
                                     {"receive", messages(), "receive_s", true},
                                     {"combine", buffers(), "combine_s", false},
                                     {"copy", buffers(), "copy_s", false}};
  return all;
}

Points measured(const List& list, const Values& values) {
  Points points;
  for (int length = 1; length <= longest_message; length *= 2)
    if (const auto time = processor_time(values, list.name, length); time && *time > 0)
      points.emplace_back(length, *time);
  return points;
}

/// Where rules begin, besides the first.
std::set<int> boundaries(const List& list, int limit) {
  std::set<int> all;
  for (int length = 4; length < longest_message; length *= 4) all.insert(length);
  if (list.has_protocols) all.insert(limit);
  return all;
}

void enter(Numbers& numbers, const std::string& rule, const Line& line) {
  numbers[{Document::runtime, rule + "/fixed"}] = line.fixed;
  if (line.slope > 0) numbers[{Document::runtime, rule + "/rate"}] = 1 / line.slope;
}

void fit_list(Numbers& numbers, const List& list, const Values& values) {
  const Points points = measured(list, values);
  const int limit = eager_limit(values);
  int begin = 0;
  int count = 0;
  auto ends = boundaries(list, limit);
  ends.insert(longest_message + 1);
  for (const int end : ends) {
    Points covered;
    const bool ends_protocol = list.has_protocols && end == limit;
    std::copy_if(points.begin(), points.end(), std::back_inserter(covered), [&](const auto& point) {
      return point.first >= begin && (ends_protocol ? point.first < end : point.first <= end);
    });
    begin = end;
    if (covered.empty()) continue;
    const std::string rule = fmt::format("/{}/{}", list.name, count++);
    enter(numbers, rule, fit_relative_line(covered));
    if (end <= longest_message) numbers[{Document::runtime, rule + "/bytes_below"}] = end;
  }
}

} // namespace

std::optional<double> processor_time(const Values& values, const std::string& list, int length) {
  for (const List& one : lists())
    if (one.name == list)
      if (const auto found = values.find(quantity(one.trial, metric_of_length(one.metric, length)));
          found != values.end())
        return found->second;
  return std::nullopt;
}

bool is_of_list(const Place& place) {
  return std::any_of(lists().begin(), lists().end(),
                     [&place](const List& list) { return place.second.rfind(fmt::format("/{}/", list.name), 0) == 0; });
}

int eager_limit(const Values& values) {
  constexpr int usual = 4096;
  const auto found = values.find(quantity(library(), "eager_limit_B"));
  return found == values.end() ? usual : static_cast<int>(found->second);
}

void fit_processor_times(Numbers& numbers, const Values& values) {
  for (const List& list : lists()) fit_list(numbers, list, values);
}

Line fit_relative_line(const Points& points) {
  double one = 0; // sums of 1, x and x squared over y squared, and of 1 and x over y
  double x = 0;
  double xx = 0;
  double y = 0;
  double xy = 0;
  for (const auto& [length, time] : points) {
    const double weight = 1 / time;
    one += weight * weight;
    x += length * weight * weight;
    xx += length * weight * length * weight;
    y += weight;
    xy += length * weight;
  }
  const double determinant = one * xx - x * x;
  const Line flat{y / one, 0};
  if (points.size() < 2 || determinant <= 0) return flat;
  const Line line{(y * xx - xy * x) / determinant, (one * xy - x * y) / determinant};
  if (line.slope <= 0) return flat;
  return line.fixed >= 0 ? line : Line{0, xy / xx};
}

} // namespace daruma::calibration
