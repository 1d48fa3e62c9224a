#include "sim/calibration/fit.hpp"

#include "sim/calibration/processor_times.hpp"
#include "sim/calibration/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daruma::calibration {

Spread spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {median, values.front(), values.back()};
}

std::optional<Spread> spread_of(const std::string& name, const std::vector<Values>& runs) {
  std::vector<double> values;
  for (const Values& run : runs)
    if (const auto found = run.find(name); found != run.end()) values.push_back(found->second);
  if (values.empty()) return std::nullopt;
  return spread(std::move(values));
}

Values medians(const std::vector<Values>& runs) {
  Values middle;
  for (const Values& run : runs)
    for (const auto& [name, value] : run)
      if (middle.count(name) == 0) middle[name] = spread_of(name, runs).value().median;
  return middle;
}

namespace {

using Points = std::vector<std::pair<double, double>>;

/// A detector has to have a period; this one is shorter than anything that is measured.
constexpr double shortest_period_s = 1e-6;

std::optional<double> find(const Values& values, const Trial& trial, const std::string& metric) {
  const auto found = values.find(quantity(trial, metric));
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

double mean(const Points& points, double (*of)(const std::pair<double, double>&)) {
  double sum = 0;
  for (const auto& point : points) sum += of(point);
  return sum / static_cast<double>(points.size());
}

void enter(Numbers& numbers, const std::string& group, const Points& points) {
  if (points.empty()) return;
  const Line line = fit_line(points);
  numbers[{Document::runtime, group + "/fixed"}] = line.fixed;
  numbers[{Document::runtime, group + "/per_process"}] = line.slope;
}

/// What a message takes beyond what both sides' processors do; nothing if it was not measured.
std::optional<double> way(const Values& values, int length) {
  const auto of = [&](const char* metric) { return find(values, messages(), metric_of_length(metric, length)); };
  const auto whole = of("half_round_trip_s");
  if (!whole) return std::nullopt;
  return *whole - of("send_s").value_or(0) - of("receive_s").value_or(0);
}

/// What a byte takes on its way: in the middle of long messages, as caches make the longest of all take anything. What
/// is too small beside what the processors do to be seen is as small as would be.
double time_of_byte(const Values& values, double latency_s) {
  constexpr double seen = 0.02;
  std::vector<double> times;
  for (int length = longest_message; length >= shortest_long_message; length /= 2)
    if (const auto time = way(values, length)) {
      const double whole = *find(values, messages(), metric_of_length("half_round_trip_s", length));
      times.push_back(std::max(*time - latency_s, seen * whole) / length);
    }
  return spread(std::move(times)).median;
}

void fit_messages(Numbers& numbers, const Values& values) {
  constexpr double least_latency_s = 1e-9;
  const auto shortest = way(values, 1);
  if (!shortest || !way(values, longest_message)) return;
  const double latency = std::max(least_latency_s, *shortest);
  numbers[{Document::machine, "/loopback/latency"}] = latency;
  numbers[{Document::machine, "/loopback/bandwidth"}] = 1 / time_of_byte(values, latency);
}

void fit_operations(Numbers& numbers, const Values& values) {
  const std::pair<const char*, const char*> laws[] = {
      {"/agreement", "agree_s"}, {"/split", "split_s"}, {"/revoke", "revoke_s"}};
  for (const auto& [group, metric] : laws) {
    Points points;
    for (const int ranks : fitted_sizes)
      if (const auto time = find(values, operations(ranks), metric)) points.emplace_back(ranks, *time);
    enter(numbers, group, points);
  }
}

/// A serial detector needs half a period for one death on average, and a period more for each further one.
std::optional<double> detector_period(const Values& values) {
  const auto one = find(values, kill_at_once(1, largest_fitted_size), "recovery_s");
  const auto many = find(values, kill_at_once(fitted_deaths, largest_fitted_size), "recovery_s");
  if (!one || !many) return std::nullopt;
  return std::max(shortest_period_s, (*many - *one) / (fitted_deaths - 1));
}

void fit_recovery(Numbers& numbers, const Values& values) {
  const auto period = detector_period(values);
  if (!period) return;
  numbers[{Document::runtime, "/detector/period"}] = *period;
  Points shrink;
  for (const int ranks : fitted_sizes)
    if (const auto whole = find(values, kill_at_once(1, ranks), "recovery_s"))
      shrink.emplace_back(ranks, std::max(0.0, *whole - *period / 2));
  enter(numbers, "/shrink", shrink);
}

void fit_spawn(Numbers& numbers, const Values& values) {
  Points points;
  for (const int processes : fitted_spawns)
    if (const auto time = find(values, spawn(processes, spawning_ranks), "spawn_s"))
      points.emplace_back(processes, *time);
  enter(numbers, "/spawn", points);
}

/// A name in a list has its length before it.
constexpr double bytes_of_name = 4.0 + sizeof "task_2147483647_0000000000" - 1;

/// What is computed for each of many operations that keep all cores busy.
std::optional<double> computing(const Values& values, const std::string& metric, const Origin& origin) {
  const auto time = find(values, store_operations(busy_clients(origin.cores)), metric);
  return time ? std::optional(*time * origin.cores) : std::nullopt;
}

void enter_store(Numbers& numbers, const char* name, double value) { numbers[{Document::tree_store, name}] = value; }

/// Cooling is exponential; after the long rest it is over.
void fit_rest(Numbers& numbers, std::optional<double> warm, std::optional<double> cooler, std::optional<double> cold) {
  if (!warm || !cooler || !cold || *cold <= *warm) return;
  enter_store(numbers, "/after_rest", (*cold - *warm) / 2);
  const double part = (*cooler - *warm) / (*cold - *warm);
  if (part > 0 && part < 1) enter_store(numbers, "/cooling", -short_rest_s / std::log1p(-part));
}

/// Much data shows what a byte takes; what a list takes more for each name than for its bytes, the name does. Each side
/// has half of both.
void fit_lists(Numbers& numbers, const Values& values, const Origin& origin, double read) {
  const auto long_read = computing(values, "read_long_together_s", origin);
  if (!long_read || *long_read <= read) return;
  const double per_byte = (*long_read - read) / long_data_bytes;
  for (const char* side : {"/marshalling", "/client_unmarshalling"}) enter_store(numbers, side, 2 / per_byte);
  Points lists;
  for (const int entries : listed_entries)
    if (const auto list = computing(values, metric_of_list("list_together_s", entries), origin))
      lists.emplace_back(entries, *list);
  if (lists.size() < 2) return;
  const double per_name = std::max(0.0, fit_line(lists).slope - bytes_of_name * per_byte);
  for (const char* side : {"/per_name", "/client_per_name"}) enter_store(numbers, side, per_name / 2);
}

void fit_tree_store(Numbers& numbers, const Values& values, const Origin& origin) {
  const auto read = computing(values, "read_together_s", origin);
  const auto create = computing(values, "create_together_s", origin);
  const auto alone = [&](const char* metric) {
    return find(values, store_operations(busy_clients(origin.cores)), metric);
  };
  const auto create_alone = alone("create_s");
  if (!read || !create || !create_alone) return;
  for (const char* side : {"/per_request", "/client_per_request"}) enter_store(numbers, side, *read / 2);
  fit_lists(numbers, values, origin, *read);
  const double transaction = std::max(0.0, (*create - *read) / origin.servers);
  enter_store(numbers, "/per_transaction", transaction);
  enter_store(numbers, "/log_force",
              std::max(0.0, *create_alone - *read - 2 * transaction)); // the leader's, then a follower's
  fit_rest(numbers, alone("read_s"), alone("read_after_short_rest_s"), alone("read_rested_s"));
}

} // namespace

Line fit_line(const Points& points) {
  const double x = mean(points, [](const auto& point) { return point.first; });
  const double y = mean(points, [](const auto& point) { return point.second; });
  double covariance = 0;
  double variance = 0;
  for (const auto& point : points) {
    covariance += (point.first - x) * (point.second - y);
    variance += (point.first - x) * (point.first - x);
  }
  const double slope = variance > 0 ? covariance / variance : 0;
  if (slope <= 0) return {y, 0};
  if (const double fixed = y - slope * x; fixed >= 0) return {fixed, slope};
  const double through_zero = mean(points, [](const auto& point) { return point.first * point.second; }) /
                              mean(points, [](const auto& point) { return point.first * point.first; });
  return {0, through_zero};
}

Numbers fit(const Values& values, const Origin& origin) {
  Numbers numbers;
  fit_messages(numbers, values);
  fit_processor_times(numbers, values);
  fit_operations(numbers, values);
  fit_recovery(numbers, values);
  fit_spawn(numbers, values);
  fit_tree_store(numbers, values, origin);
  return numbers;
}

} // namespace daruma::calibration
