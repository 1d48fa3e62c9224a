// What is measured of a real MPI or of a real tree store: which probe (models/calibration, models/falanx), with how
// many ranks, and what for.
//
// The sizes that an MPI is fitted on stay at 12 ranks and below; what the fit is held against is larger, or of another
// kind. A tree store is fitted on single operations, by one client and by as few at once as keep the cores busy,
// because operations of one kind that wait together are served in batches, which is cheaper than what a mix of them
// costs. It is held against the loop in which Falanx's Starters take tasks.
#pragma once

#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace daruma::calibration {

/// One run of a probe.
struct Trial {
  std::string name; ///< "kill 8 of 12"
  std::string model;
  int ranks = 1;
  std::map<std::string, std::string> arguments;
  int spawned = 0; ///< processes that it starts besides
};

Trial messages();
Trial buffers();
Trial collectives(int ranks);
Trial library();
Trial operations(int ranks);
Trial kill_at_once(int victims, int ranks);
Trial kill_one_by_one(int victims, int ranks);
Trial spawn(int processes, int ranks);
/// `victims` of `ranks` die at once before as many are spawned again.
Trial spawn_after_kills(int victims, int ranks);

/// One client alone, then all at once.
Trial store_operations(int clients);
/// `starters` take `tasks` of `length`, each a random one of the first `window`.
Trial store_take(int tasks, const std::string& length, int window);

/// "send_s[length=8]".
std::string metric_of_length(const std::string& metric, int bytes);
/// "list_s[entries=10]".
std::string metric_of_list(const std::string& metric, int entries);
/// Names a metric of a trial.
std::string quantity(const Trial&, const std::string& metric);

/// A number that is both measured and simulated.
struct Check {
  Trial trial;
  std::string metric;
  bool is_fitted; ///< the profile was fitted on it, among others
};

enum class Deaths { survived, fatal };

/// All trials, each once: those that the fit needs, then those that only checks need. Where deaths are fatal, those
/// that kill are left out.
std::vector<Trial> trials(Deaths);
std::vector<Check> checks(Deaths);

/// How many clients keep so many cores busy.
constexpr int busy_clients(int cores) { return 2 * cores + 1; }
std::vector<Trial> store_trials(int cores);
std::vector<Check> store_checks(int cores);

/// The sizes that laws in the number of ranks are fitted on.
inline constexpr int fitted_sizes[] = {4, 8, 12};
inline constexpr int largest_fitted_size = *std::rbegin(fitted_sizes);
/// The numbers of spawned processes that the law of the spawn is fitted on, and who spawns them.
inline constexpr int fitted_spawns[] = {1, 2, 4};
inline constexpr int spawning_ranks = 4;
/// Deaths at once that the detector is fitted on, of the largest of the sizes.
inline constexpr int fitted_deaths = 8;
inline constexpr int starters = 20;
/// Entries of the longest list that probes of the tree store read.
inline constexpr int store_entries = 10000;
/// The lists that their cost is fitted on: of all these entries and of fewer.
inline constexpr int listed_entries[] = {10, 100, 1000, store_entries};
/// The data of the node whose reads show what bytes take: as many as the names of the longest list.
inline constexpr int long_data_bytes = 300000;
/// A rest in which a server and its client cool down by about half.
inline constexpr double short_rest_s = 0.008;
/// The longest message, in bytes; the others are each half of the next.
inline constexpr int longest_message = 1 << 20;
/// From which on a message takes its time by its bytes.
inline constexpr int shortest_long_message = 1 << 16;

} // namespace daruma::calibration
