// Falanx's schedulers side by side, each a line of a figure, at the costs that Table 2 gave.
#pragma once

#include "sim/study/reproduction.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace daruma::models::falanx::paper {

/// As the model's argument names them; the first has a server, the others the tree store.
inline constexpr const char* schedulers[] = {"task-queue-server", "ha",         "ha-commit",
                                             "ha-buckets",        "ha-ordered", "ha-batch"};
inline constexpr std::size_t scheduler_count = std::size(schedulers);
inline constexpr const char* with_server = schedulers[0];

using Overrides = std::vector<scenario::Override>;
using Numbers = std::vector<double>;

/// A bag of tasks under that scheduler, changed.
scenario::Scenario bag_of(const study::StudyContext&, const std::string& file, const std::string& scheduler,
                          const Overrides&);

/// The lines of all schedulers, on all cores.
std::vector<Numbers> lines_of(const std::function<Numbers(std::size_t scheduler)>& line_of);

/// A line may end before the last of the places.
template <class Places>
std::vector<study::Row> points_of(const std::vector<Numbers>& lines, const char* x, const Places& places) {
  std::vector<study::Row> rows;
  for (std::size_t which = 0; which < scheduler_count; ++which)
    for (std::size_t i = 0; i < lines[which].size(); ++i)
      rows.push_back(study::point(schedulers[which], x, places[i], lines[which][i], "s"));
  return rows;
}

/// Whether something holds for all schedulers on the tree store.
template <class Holds> bool hold_on_tree_store(Holds&& holds) {
  return std::all_of(std::begin(schedulers) + 1, std::end(schedulers), holds);
}

} // namespace daruma::models::falanx::paper
