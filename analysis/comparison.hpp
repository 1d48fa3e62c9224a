// Two results side by side: their metrics, and the order and times of what happened.
//
// Of the events, milestones are compared: what the scenario did, deaths, restarts, ends; not what
// programs printed, nor how the MPI passed the news of a death on. Milestones are matched in order (a
// longest common subsequence), so that what happened in one result only, or elsewhere in the order,
// stands alone.
#pragma once

#include "sim/results/records.hpp"

#include <optional>
#include <string>
#include <vector>

namespace daruma::analysis {

struct MetricPair {
  std::string name;
  std::optional<double> a;
  std::optional<double> b;
};

struct MilestonePair {
  std::string what; ///< "quake: restart 32->16"
  std::optional<Seconds> a;
  std::optional<Seconds> b;
};

struct Comparison {
  std::vector<MetricPair> metrics;       ///< in the order of their names
  std::vector<MilestonePair> milestones; ///< in the order in which they happened
};

Comparison compare(const results::Result& a, const results::Result& b);

/// (b - a) / |a|; nothing where one is missing or a is 0 while b is not.
std::optional<double> relative_error(std::optional<double> a, std::optional<double> b);

/// Whether the same milestones were passed in the same order.
bool has_same_order(const Comparison&);

std::string to_table(const Comparison&, const std::string& name_a, const std::string& name_b, int columns);
std::string to_json(const Comparison&, const std::string& name_a, const std::string& name_b);

} // namespace daruma::analysis
