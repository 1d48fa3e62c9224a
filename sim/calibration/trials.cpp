#include "sim/calibration/trials.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::calibration {

namespace {

constexpr int most_spawned = *std::rbegin(fitted_spawns);

bool kills(const Trial& trial) {
  const auto kills = trial.arguments.find("kills");
  return kills != trial.arguments.end() && kills->second != "0";
}

std::vector<Trial> fitted_trials() {
  std::vector<Trial> all{messages(), buffers(), library()};
  for (const int ranks : fitted_sizes) all.push_back(operations(ranks));
  for (const int ranks : fitted_sizes) all.push_back(kill_at_once(1, ranks));
  all.push_back(kill_at_once(fitted_deaths, largest_fitted_size));
  for (const int processes : fitted_spawns) all.push_back(spawn(processes, spawning_ranks));
  return all;
}

std::vector<Check> checks_of_messages() {
  std::vector<Check> all;
  for (int length = 1; length <= longest_message; length *= 4)
    all.push_back({messages(), metric_of_length("half_round_trip_s", length), length == 1});
  return all;
}

/// Of two ranks, each of which has a core of its own almost everywhere.
std::vector<Check> checks_of_collectives() {
  std::vector<Check> all;
  for (const char* metric :
       {"bcast_s", "reduce_s", "allreduce_s", "reduce_scatter_s", "gather_s", "scatter_s", "allgather_s", "alltoall_s"})
    for (const int length : {32, 2048, 131072})
      all.push_back({collectives(2), metric_of_length(metric, length), false});
  return all;
}

} // namespace

Trial messages() {
  return {"messages", "probe-messages", 2, {{"largest_message", fmt::format("{}B", longest_message)}}};
}

Trial buffers() { return {"buffers", "probe-buffers", 2, {{"largest_message", fmt::format("{}B", longest_message)}}}; }

Trial collectives(int ranks) { return {fmt::format("collectives of {} ranks", ranks), "probe-collectives", ranks, {}}; }

Trial library() { return {"library", "probe-library", 1, {}}; }

Trial operations(int ranks) { return {fmt::format("{} ranks", ranks), "probe-operations", ranks, {{"keep", "4"}}}; }

Trial kill_at_once(int victims, int ranks) {
  return {fmt::format("kill {} of {}", victims, ranks), "probe-recovery", ranks, {{"kills", std::to_string(victims)}}};
}

Trial kill_one_by_one(int victims, int ranks) {
  return {fmt::format("kill {} of {} one by one", victims, ranks),
          "probe-recovery",
          ranks,
          {{"kills", "1"}, {"rounds", std::to_string(victims)}}};
}

Trial spawn(int processes, int ranks) {
  return {fmt::format("spawn {} at {} ranks", processes, ranks),
          "probe-recovery",
          ranks,
          {{"kills", "0"}, {"spawn", std::to_string(processes)}},
          processes};
}

Trial spawn_after_kills(int victims, int ranks) {
  return {fmt::format("spawn {0} after {0} of {1} were killed", victims, ranks),
          "probe-recovery",
          ranks,
          {{"kills", std::to_string(victims)}, {"spawn", std::to_string(victims)}},
          victims};
}

Trial store_operations(int clients) {
  return {fmt::format("{} clients", clients),
          "store-operations",
          1 + clients,
          {{"entries", std::to_string(store_entries)},
           {"long_data", fmt::format("{}B", long_data_bytes)},
           {"short_rest", fmt::format("{}s", short_rest_s)}}};
}

Trial store_take(int tasks, const std::string& length, int window) {
  return {fmt::format("take {} of {}{}", tasks, length, window > 1 ? fmt::format(", one of {}", window) : ""),
          "store-take",
          1 + starters,
          {{"tasks", std::to_string(tasks)}, {"length", length}, {"window", std::to_string(window)}}};
}

std::string metric_of_length(const std::string& metric, int bytes) {
  return fmt::format("{}[length={}]", metric, bytes);
}

std::string metric_of_list(const std::string& metric, int entries) {
  return fmt::format("{}[entries={}]", metric, entries);
}

std::string quantity(const Trial& trial, const std::string& metric) { return trial.name + ": " + metric; }

std::vector<Check> checks(Deaths deaths) {
  std::vector<Check> all{{kill_at_once(fitted_deaths, largest_fitted_size), "recovery_s", true},
                         {kill_at_once(20, 24), "recovery_s", false},
                         {kill_one_by_one(28, 32), "recovery_s", false},
                         {spawn(most_spawned, spawning_ranks), "spawn_s", true},
                         {spawn_after_kills(8, 12), "spawn_s", false},
                         {operations(largest_fitted_size), "split_s", true},
                         {operations(24), "split_s", false},
                         {operations(24), "barrier_s", false}};
  if (deaths == Deaths::fatal)
    all.erase(std::remove_if(all.begin(), all.end(), [](const Check& check) { return kills(check.trial); }), all.end());
  for (const auto& more : {checks_of_messages(), checks_of_collectives()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<Check> store_checks(int cores) {
  const Trial operations = store_operations(busy_clients(cores));
  std::vector<Check> all;
  const auto add = [&all](const Trial& trial, const std::string& metric, bool is_fitted) {
    all.push_back({trial, metric, is_fitted});
  };
  for (const char* metric : {"read_together_s", "read_long_together_s", "create_together_s", "create_s",
                             "read_rested_s", "read_after_short_rest_s"})
    add(operations, metric, true);
  for (const int entries : listed_entries) add(operations, metric_of_list("list_together_s", entries), true);
  for (const char* metric : {"read_s", "remove_s", "create_among_readers_s"}) add(operations, metric, false);
  for (const int entries : listed_entries) add(operations, metric_of_list("list_s", entries), false);
  const Trial by_many = store_operations(starters);
  for (const char* metric : {"read_together_s", "create_together_s"}) add(by_many, metric, false);
  for (const int entries : listed_entries) add(by_many, metric_of_list("list_together_s", entries), false);
  for (const Trial& take : {store_take(2000, "100ms", 1), store_take(400, "1s", 1), store_take(2000, "50ms", 1),
                            store_take(2000, "50ms", starters)})
    for (const char* metric : {"beyond_ideal_s", "lost_races_per_task"}) add(take, metric, false);
  return all;
}

std::vector<Trial> store_trials(int cores) {
  std::vector<Trial> all;
  for (const Check& check : store_checks(cores))
    if (all.empty() || all.back().name != check.trial.name) all.push_back(check.trial);
  return all;
}

std::vector<Trial> trials(Deaths deaths) {
  std::vector<Trial> wanted = fitted_trials();
  for (const Check& check : checks(deaths)) wanted.push_back(check.trial);
  std::vector<Trial> all;
  for (const Trial& trial : wanted) {
    const auto is_it = [&trial](const Trial& other) { return other.name == trial.name; };
    const bool is_known = std::any_of(all.begin(), all.end(), is_it);
    if (!is_known && !(deaths == Deaths::fatal && kills(trial))) all.push_back(trial);
  }
  return all;
}

} // namespace daruma::calibration
