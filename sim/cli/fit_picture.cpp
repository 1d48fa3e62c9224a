#include "sim/cli/fit_picture.hpp"

#include "sim/results/json_writer.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::cli {

namespace {

void write_axis(results::JsonWriter& json, const char* name, const char* field, const char* label, const char* scale) {
  json.key(name).begin_object().member("field", field).member("label", label).member("scale", scale).end_object();
}

void write_point(results::JsonWriter& json, const std::string& panel, std::string_view law, Seconds time, double over) {
  json.begin_object().member("times", panel).member("law", law).member("hours", time / Seconds(3600));
  json.member("over", over).end_object();
}

/// A curve shows no more than so many points.
constexpr std::size_t most_points = 200;

void write_seen(results::JsonWriter& json, const TimesAndLaws& one, const std::vector<batch::Over>& seen) {
  const std::size_t step = std::max<std::size_t>(1, seen.size() / most_points);
  for (std::size_t i = 0; i < seen.size(); i += step)
    write_point(json, one.title, "as logged", seen[i].time, seen[i].with);
}

/// From the first time that was seen to the last, in equal steps of the logarithm.
void write_law(results::JsonWriter& json, const TimesAndLaws& one, const batch::FittedLaw& law, Seconds first,
               Seconds last) {
  constexpr int steps = 50;
  for (int i = 0; i <= steps; ++i) {
    const Seconds time = first * std::pow(last / first, static_cast<double>(i) / steps);
    write_point(json, one.title, law.law->name, time, batch::part_below(law, time));
  }
}

/// In the same order whatever fits best, so that each has the same color in every panel.
std::vector<batch::FittedLaw> by_name(std::vector<batch::FittedLaw> laws) {
  std::sort(laws.begin(), laws.end(), [](const auto& a, const auto& b) { return a.law->name < b.law->name; });
  return laws;
}

} // namespace

std::string fit_picture(const std::string& source, const std::vector<TimesAndLaws>& all) {
  results::JsonWriter json(2);
  json.begin_object().member("source", source).key("picture").begin_object().member("shape", "curves");
  write_axis(json, "x", "hours", "time (h)", "log");
  write_axis(json, "y", "over", "part that is over by then", "linear");
  json.member("series", "law").member("panel", "times").end_object().key("rows").begin_list();
  for (const TimesAndLaws& one : all) {
    if (one.laws.empty()) continue;
    const std::vector<batch::Over> seen = batch::parts_over(one.times);
    write_seen(json, one, seen);
    for (const batch::FittedLaw& law : by_name(one.laws))
      write_law(json, one, law, seen.front().time, seen.back().time);
  }
  json.end_list().end_object();
  return json.take() + "\n";
}

} // namespace daruma::cli
